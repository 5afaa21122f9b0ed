//! The truth about moving features with small whole coordinates, by exact algebra.
//!
//! Candidates for the first touch are the zeros of polynomials in t with whole coefficients. Each is enclosed in an interval
//! of width 2^-20, and in a shorter one where a sign at the zero is open. A polynomial that shares the zero is zero there:
//! the greatest common divisor tells, at a width of 2^-64, far below the distance of two zeros of such sizes. The test for a touch at such a time solves for the weights of the touching point, which
//! the library does nowhere.

use super::big::Big;

/// A polynomial, lowest coefficient first.
type Poly = Vec<Big>;
type Vector = [Poly; 3];

/// Widths of intervals, as powers of 1/2: polynomials up to degree 4 fit 128 bits at the first, zeros are apart from one
/// another at the second, and signs are known at the last.
const DEPTHS: [usize; 3] = [20, 64, 448];

fn plus(a: &Poly, b: &Poly, sign: i64) -> Poly {
    let (zero, sign) = (Big::default(), Big::from(sign));
    let at = |p: &Poly, i: usize| p.get(i).unwrap_or(&zero).clone();
    (0..a.len().max(b.len())).map(|i| &at(a, i) + &(&sign * &at(b, i))).collect()
}

fn times(a: &Poly, b: &Poly) -> Poly {
    let mut product = vec![Big::default(); (a.len() + b.len()).saturating_sub(1)];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            product[i + j] = &product[i + j] + &(x * y);
        }
    }
    product
}

fn dot(a: &Vector, b: &Vector) -> Poly {
    (0..3).fold(Poly::new(), |sum, i| plus(&sum, &times(&a[i], &b[i]), 1))
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    [(1, 2), (2, 0), (0, 1)].map(|(j, k)| plus(&times(&a[j], &b[k]), &times(&a[k], &b[j]), -1))
}

fn less(a: &Vector, b: &Vector) -> Vector {
    [0, 1, 2].map(|i| plus(&a[i], &b[i], -1))
}

/// A polynomial whose zeros are those that `a` and `b` share.
fn common(a: &Poly, b: &Poly) -> Poly {
    let trimmed = |mut p: Poly| {
        while p.last().is_some_and(|c| c.signum() == 0) {
            p.pop();
        }
        p
    };
    let (mut a, mut b) = (trimmed(a.clone()), trimmed(b.clone()));
    while !b.is_empty() {
        // Remainder of a × a whole number by b.
        while a.len() >= b.len() {
            let (top_a, top_b, shift) = (a[a.len() - 1].clone(), b[b.len() - 1].clone(), a.len() - b.len());
            let mut shifted = vec![Big::default(); shift];
            shifted.extend(b.iter().map(|c| c * &top_a));
            a = trimmed(plus(&a.iter().map(|c| c * &top_b).collect(), &shifted, -1));
        }
        std::mem::swap(&mut a, &mut b);
    }
    a
}

/// Signs of Bernstein's coefficients of p((k + x) / 2^depth) for x in [0, 1]: the one sign of all, if it is strict.
macro_rules! one_sign {
    ($c:ident, $k:expr, $number:expr, $zero:expr) => {{
        let n = $c.len() - 1;
        for i in 0..n {
            for j in (i..n).rev() {
                $c[j] = &$c[j] + &($k * &$c[j + 1]);
            }
        }
        let choose = |n: usize, i: usize| (0..i).fold(1, |c, j| c * (n - j) / (j + 1));
        // 60 is a multiple of all binomial coefficients up to n = 6.
        let coefficient = |j: usize| {
            (0..=j)
                .fold($zero, |sum, i| &sum + &(&$number((60 * choose(j, i) / choose(n, i)) as i64) * &$c[i]))
                .signum()
        };
        let first = coefficient(0);
        (first != 0 && (1..=n).all(|j| coefficient(j) == first)).then_some(first as i32)
    }};
}

fn is_zero(p: &Poly) -> bool {
    p.iter().all(|c| c.signum() == 0)
}

/// An interval [k, k + 1] / 2^depth.
#[derive(Clone, Debug)]
pub struct Place {
    k: Big,
    depth: usize,
}

impl Place {
    /// The sign of `p` on it, if Bernstein's coefficients show one; `None` if it may be zero there.
    fn sign(&self, p: &Poly) -> Option<i32> {
        let n = p.len() - 1;
        if self.depth <= DEPTHS[0] {
            let small: Option<Vec<i128>> = p.iter().map(Big::small).collect();
            if let (Some(p), Some(k)) = (small, self.k.small()) {
                assert!(n <= 4 && p.iter().all(|a| a.unsigned_abs() < 1 << 34));
                let mut c: Vec<i128> =
                    p.iter().enumerate().map(|(i, a)| a << (self.depth * (n - i))).collect();
                return one_sign!(c, &k, i128::from, 0_i128);
            }
        }
        let mut c: Poly = p.iter().enumerate().map(|(i, a)| a.shifted(self.depth * (n - i))).collect();
        one_sign!(c, &self.k, Big::from, Big::default())
    }

    fn halves(&self) -> [Place; 2] {
        let twice = self.k.shifted(1);
        let next = &twice + &Big::from(1);
        [twice, next].map(|k| Place { k, depth: self.depth + 1 })
    }

    /// Its beginning, rounded down.
    pub fn begin(&self) -> f64 {
        self.k.to_f64_below(self.depth)
    }

    /// Its end, rounded up.
    pub fn end(&self) -> f64 {
        (&self.k + &Big::from(1)).to_f64_below(self.depth).next_up()
    }
}

/// Intervals of a width in which `p` may be zero, in order, from given ones.
fn zeros(p: &Poly, mut places: Vec<Place>, depth: usize) -> Vec<Place> {
    while places.first().is_some_and(|place| place.depth < depth) {
        places = places.iter().flat_map(Place::halves).filter(|half| half.sign(p).is_none()).collect();
    }
    places
}

/// A zero of a polynomial.
struct Zero<'a> {
    of: &'a Poly,
    place: Place,
}

impl Zero<'_> {
    /// The sign of `p` at it; `None` if there is no zero after all.
    fn sign(&self, p: &Poly) -> Option<i32> {
        if is_zero(p) {
            return Some(0);
        }
        let mut places = vec![self.place.clone()];
        let mut shared = Poly::new();
        for depth in DEPTHS {
            places = zeros(self.of, places, depth);
            let signs: Option<Vec<i32>> = places.iter().map(|place| place.sign(p)).collect();
            if let Some(signs) = signs {
                assert!(
                    signs.windows(2).all(|w| w[0] == w[1]),
                    "zeros nearer to one another than they can be"
                );
                return signs.first().copied();
            }
            if shared.is_empty() {
                shared = common(self.of, p);
            }
            let all = shared.len() == self.of.len() && self.of[self.of.len() - 1].signum() != 0;
            if all
                || (depth > DEPTHS[0] && shared.len() > 1 && places.iter().any(|q| q.sign(&shared).is_none()))
            {
                return Some(0);
            }
        }
        unreachable!("a sign that is open at this depth is zero")
    }

    /// The interval of the second width.
    fn narrow(&self) -> Place {
        zeros(self.of, vec![self.place.clone()], DEPTHS[1]).swap_remove(0)
    }

    /// Whether the origin is between `a` and `b` there.
    fn on_segment(&self, a: &Vector, b: &Vector) -> Option<bool> {
        for p in &cross(a, b) {
            if self.sign(p)? != 0 {
                return Some(false);
            }
        }
        Some(self.sign(&dot(a, b))? <= 0)
    }
}

/// Two features in whole numbers: corners of B − A as functions of time.
pub struct Features {
    corners: Vec<Vector>,
}

impl Features {
    /// A vertex and a triangle (`first` = 1) or two edges (2), each point with x, y, z at time 0 and at time 1.
    pub fn new(points: &[[[i64; 3]; 4]; 2], first: usize) -> Self {
        let corner = |a: usize, b: usize| {
            [0, 1, 2].map(|axis| {
                let at = |time: usize| points[time][b][axis] - points[time][a][axis];
                vec![Big::from(at(0)), Big::from(at(1) - at(0))]
            })
        };
        let pairs = (0..first).flat_map(|a| (first..4).map(move |b| (a, b)));
        Self { corners: pairs.map(|(a, b)| corner(a, b)).collect() }
    }

    /// Place of the first touch; `None` if there is none.
    pub fn first_touch(&self) -> Option<Place> {
        let volume = dot(&self.corners[0], &cross(&self.corners[1], &self.corners[2]));
        // From the first to the last moment, and where anything in the test for a touch changes.
        let ends = vec![Big::default(), Big::from(1), Big::from(-1)];
        let mut polynomials = vec![ends];
        if is_zero(&volume) {
            polynomials.extend(self.events().into_iter().filter(|p| !is_zero(p)));
        } else {
            polynomials.push(volume.clone());
        }
        let whole = Place { k: Big::default(), depth: 0 };
        let mut found: Option<Place> = None;
        for p in &polynomials {
            for place in zeros(p, vec![whole.clone()], DEPTHS[0]) {
                let zero = Zero { of: p, place };
                if self.touch(&volume, &zero) == Some(true) {
                    let place = zero.narrow();
                    if found.as_ref().is_none_or(|f| place.begin() < f.begin()) {
                        found = Some(place);
                    }
                    break;
                }
            }
        }
        found
    }

    fn touch(&self, volume: &Poly, at: &Zero<'_>) -> Option<bool> {
        if at.sign(volume)? != 0 {
            return Some(false);
        }
        let normal = self.normal();
        let mut flat = true;
        for p in &normal {
            flat &= at.sign(p)? == 0;
        }
        if flat {
            for (i, j) in self.segments() {
                if at.on_segment(&self.corners[i], &self.corners[j])? {
                    return Some(true);
                }
            }
            return Some(false);
        }
        for weight in self.weights(&normal) {
            if at.sign(&weight)? < 0 {
                return Some(false);
            }
        }
        Some(true)
    }

    fn normal(&self) -> Vector {
        let d = &self.corners;
        match d.len() {
            3 => cross(&less(&d[1], &d[0]), &less(&d[2], &d[0])),
            _ => cross(&less(&d[0], &d[2]), &less(&d[1], &d[0])),
        }
    }

    /// Numbers that must not be negative for a touch, times a positive one: weights of corners, or how far along and how
    /// far from the end of each edge.
    fn weights(&self, n: &Vector) -> Vec<Poly> {
        let d = &self.corners;
        if d.len() == 3 {
            return [(1, 2), (2, 0), (0, 1)].map(|(i, j)| dot(n, &cross(&d[i], &d[j]))).into();
        }
        // r + v B = u A: u n = r × B and v n = r × A with n = A × B.
        let (a, b, r) = (less(&d[0], &d[2]), less(&d[1], &d[0]), &d[0]);
        let nn = dot(n, n);
        let (u, v) = (dot(n, &cross(r, &b)), dot(n, &cross(r, &a)));
        vec![plus(&nn, &u, -1), plus(&nn, &v, -1), u, v]
    }

    /// Pairs of corners between which the origin must be if the polygon is flat to a segment.
    fn segments(&self) -> Vec<(usize, usize)> {
        match self.corners.len() {
            3 => vec![(0, 1), (1, 2), (2, 0)],
            _ => vec![(0, 1), (2, 3), (0, 2), (1, 3)],
        }
    }

    /// All polynomials whose signs decide a touch.
    fn events(&self) -> Vec<Poly> {
        let normal = self.normal();
        let mut all: Vec<Poly> = self.weights(&normal);
        all.extend(normal);
        for (i, j) in self.segments() {
            let (a, b) = (&self.corners[i], &self.corners[j]);
            all.extend(cross(a, b));
            all.push(dot(a, b));
        }
        all
    }
}
