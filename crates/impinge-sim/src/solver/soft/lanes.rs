//! SIMD lanes: four numbers, vectors or inertias at once, by coordinate, one for each of four contacts.
//!
//! Plain arrays, in loops over the four that the compiler turns into instructions on two (`f64`) or four (`f32`) numbers; the example
//! `pyramid` tests the speed. Each number is computed as if it were alone: the same operations in the same order, so results do not
//! depend on which four are combined.

use core::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

use impinge::math::Mat3;
use impinge::{Real, Vec2, Vec3};

/// Number of lanes.
pub const LANES: usize = 4;

/// Four numbers.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
pub struct Four<T>(pub [T; LANES]);

impl<T: Real> Four<T> {
    pub const ZERO: Self = Self([T::ZERO; LANES]);

    /// Four equal numbers.
    #[inline(always)]
    pub fn all(value: T) -> Self {
        Self([value; LANES])
    }

    /// The numbers that `of` returns for each lane.
    #[inline(always)]
    pub fn of(of: impl Fn(usize) -> T) -> Self {
        Self([of(0), of(1), of(2), of(3)])
    }

    #[inline(always)]
    fn map(mut self, f: impl Fn(T) -> T) -> Self {
        for lane in 0..LANES {
            self.0[lane] = f(self.0[lane]);
        }
        self
    }

    #[inline(always)]
    fn zip(mut self, other: Self, f: impl Fn(T, T) -> T) -> Self {
        for lane in 0..LANES {
            self.0[lane] = f(self.0[lane], other.0[lane]);
        }
        self
    }

    /// The larger number in each lane; `other` if one is NaN.
    #[inline(always)]
    pub fn max(self, other: Self) -> Self {
        self.zip(other, T::max)
    }

    /// The smaller number in each lane; `other` if one is NaN.
    #[inline(always)]
    pub fn min(self, other: Self) -> Self {
        self.zip(other, T::min)
    }

    #[inline(always)]
    pub fn sqrt(self) -> Self {
        self.map(T::sqrt)
    }

    /// 1 / x if x is above 0, else 0: nothing can move.
    #[inline(always)]
    pub fn inverse(self) -> Self {
        let inverse = self.map(|x| T::ONE / x);
        self.if_positive(inverse, Self::ZERO)
    }

    /// `yes` in lanes with a number above 0, `no` elsewhere.
    #[inline(always)]
    pub fn if_positive(mut self, yes: Self, no: Self) -> Self {
        for lane in 0..LANES {
            self.0[lane] = if self.0[lane] > T::ZERO { yes.0[lane] } else { no.0[lane] };
        }
        self
    }

    /// The factor that limits each to `most`: 1, or most / size.
    #[inline(always)]
    pub fn shortening(self, most: Self) -> Self {
        let part = most.zip(self, |most, size| most / size);
        (self - most).if_positive(part, Self::all(T::ONE))
    }

    /// Whether any of them is above 0.
    #[inline(always)]
    pub fn any_positive(self) -> bool {
        self.0.iter().any(|x| *x > T::ZERO)
    }
}

macro_rules! by_lane {
    ($($name:ident $method:ident $operator:tt),*) => {$(
        impl<T: Real> $name for Four<T> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.zip(other, |a, b| a $operator b)
            }
        }
    )*};
}
by_lane!(Add add +, Sub sub -, Mul mul *, Div div /);

impl<T: Real> Neg for Four<T> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self.map(|x| -x)
    }
}

impl<T: Real> AddAssign for Four<T> {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// Four vectors.
#[derive(Clone, Copy, Debug)]
pub struct FourVec3<T> {
    pub x: Four<T>,
    pub y: Four<T>,
    pub z: Four<T>,
}

impl<T: Real> FourVec3<T> {
    pub const ZERO: Self = Self { x: Four::ZERO, y: Four::ZERO, z: Four::ZERO };

    /// The vectors that `of` returns for each lane.
    #[inline(always)]
    pub fn of(of: impl Fn(usize) -> Vec3<T>) -> Self {
        let [a, b, c, d] = [of(0), of(1), of(2), of(3)];
        Self { x: Four([a.x, b.x, c.x, d.x]), y: Four([a.y, b.y, c.y, d.y]), z: Four([a.z, b.z, c.z, d.z]) }
    }

    /// The vector in a lane.
    #[inline(always)]
    pub fn at(&self, lane: usize) -> Vec3<T> {
        Vec3::new(self.x.0[lane], self.y.0[lane], self.z.0[lane])
    }

    /// Sets the vector in a lane.
    pub fn set(&mut self, lane: usize, v: Vec3<T>) {
        (self.x.0[lane], self.y.0[lane], self.z.0[lane]) = (v.x, v.y, v.z);
    }

    #[inline(always)]
    pub fn dot(self, other: Self) -> Four<T> {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// For unit vectors, a unit vector at right angles to each (Duff et al., "Building an Orthonormal Basis, Revisited", 2017).
    #[inline(always)]
    pub fn orthogonal(self) -> Self {
        let one = Four::all(T::ONE);
        let sign = (-self.z).if_positive(-one, one);
        let a = -(sign + self.z).map(|x| T::ONE / x); // It is 1 or more, or -1 or less.
        let b = self.x * self.y * a;
        Self { x: one + sign * self.x * self.x * a, y: sign * b, z: -(sign * self.x) }
    }

    #[inline(always)]
    pub fn cross(self, other: Self) -> Self {
        Self {
            x: self.y * other.z - self.z * other.y,
            y: self.z * other.x - self.x * other.z,
            z: self.x * other.y - self.y * other.x,
        }
    }
}

/// Four vectors of the plane.
#[derive(Clone, Copy, Debug)]
pub struct FourVec2<T> {
    pub x: Four<T>,
    pub y: Four<T>,
}

impl<T: Real> FourVec2<T> {
    pub const ZERO: Self = Self { x: Four::ZERO, y: Four::ZERO };

    /// The vectors that `of` returns for each lane.
    #[inline(always)]
    pub fn of(of: impl Fn(usize) -> Vec2<T>) -> Self {
        let [a, b, c, d] = [of(0), of(1), of(2), of(3)];
        Self { x: Four([a.x, b.x, c.x, d.x]), y: Four([a.y, b.y, c.y, d.y]) }
    }

    /// The vector in a lane.
    #[inline(always)]
    pub fn at(&self, lane: usize) -> Vec2<T> {
        Vec2::new(self.x.0[lane], self.y.0[lane])
    }

    /// Sets the vector in a lane.
    pub fn set(&mut self, lane: usize, v: Vec2<T>) {
        (self.x.0[lane], self.y.0[lane]) = (v.x, v.y);
    }

    #[inline(always)]
    pub fn dot(self, other: Self) -> Four<T> {
        self.x * other.x + self.y * other.y
    }

    /// Turned clockwise by a right angle.
    #[inline(always)]
    pub fn turned(self) -> Self {
        Self { x: self.y, y: -self.x }
    }
}

macro_rules! by_coordinate {
    ($vector:ident: $($x:ident),*) => {
        impl<T: Real> Add for $vector<T> {
            type Output = Self;
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                Self { $($x: self.$x + other.$x),* }
            }
        }

        impl<T: Real> Sub for $vector<T> {
            type Output = Self;
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                Self { $($x: self.$x - other.$x),* }
            }
        }

        impl<T: Real> Mul<Four<T>> for $vector<T> {
            type Output = Self;
            #[inline(always)]
            fn mul(self, by: Four<T>) -> Self {
                Self { $($x: self.$x * by),* }
            }
        }

        impl<T: Real> Div<Four<T>> for $vector<T> {
            type Output = Self;
            #[inline(always)]
            fn div(self, by: Four<T>) -> Self {
                Self { $($x: self.$x / by),* }
            }
        }

        impl<T: Real> AddAssign for $vector<T> {
            #[inline(always)]
            fn add_assign(&mut self, other: Self) {
                *self = *self + other;
            }
        }

        impl<T: Real> SubAssign for $vector<T> {
            #[inline(always)]
            fn sub_assign(&mut self, other: Self) {
                *self = *self - other;
            }
        }
    };
}
by_coordinate!(FourVec3: x, y, z);
by_coordinate!(FourVec2: x, y);

/// Four symmetric matrices.
#[derive(Clone, Copy, Debug)]
pub struct FourInertias<T> {
    /// xx, yy, zz.
    diagonal: FourVec3<T>,
    /// yz, xz, xy.
    beside: FourVec3<T>,
}

impl<T: Real> FourInertias<T> {
    /// The matrices that `of` returns for each lane.
    #[inline(always)]
    pub fn of<'a>(of: impl Fn(usize) -> &'a Mat3<T>) -> Self {
        let [a, b, c, d] = [of(0), of(1), of(2), of(3)];
        let four = |pick: fn(&Mat3<T>) -> T| Four([pick(a), pick(b), pick(c), pick(d)]);
        Self {
            diagonal: FourVec3 { x: four(|m| m.x_axis.x), y: four(|m| m.y_axis.y), z: four(|m| m.z_axis.z) },
            beside: FourVec3 { x: four(|m| m.z_axis.y), y: four(|m| m.z_axis.x), z: four(|m| m.y_axis.x) },
        }
    }

    #[inline(always)]
    pub fn times(&self, v: FourVec3<T>) -> FourVec3<T> {
        let (d, b) = (self.diagonal, self.beside);
        FourVec3 {
            x: d.x * v.x + b.z * v.y + b.y * v.z,
            y: b.z * v.x + d.y * v.y + b.x * v.z,
            z: b.y * v.x + b.x * v.y + d.z * v.z,
        }
    }

    /// The solution of (this + other) x = v by Cramer's rule; 0 if it is singular.
    pub fn solve_sum(&self, other: &Self, v: FourVec3<T>) -> FourVec3<T> {
        let (d, b) = (self.diagonal + other.diagonal, self.beside + other.beside);
        let columns = [
            FourVec3 { x: d.x, y: b.z, z: b.y },
            FourVec3 { x: b.z, y: d.y, z: b.x },
            FourVec3 { x: b.y, y: b.x, z: d.z },
        ];
        let across = columns[1].cross(columns[2]);
        let inverse = columns[0].dot(across).inverse();
        FourVec3 {
            x: v.dot(across),
            y: columns[0].dot(v.cross(columns[2])),
            z: columns[0].dot(columns[1].cross(v)),
        } * inverse
    }
}
