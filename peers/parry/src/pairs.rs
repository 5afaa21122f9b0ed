//! Queries on pairs: time of impinge against parry, on the same pairs, in one process, in turns.
//!
//! `cargo run --release --bin pairs -- FOLDER [--rounds N] [--sets a,b] [--out FOLDER]` takes a folder of cases (see
//! `crates/impinge-io/src/cases/mod.rs`) and prints a line of JSON for each set, query and precision: nanoseconds per pair of both,
//! and for both the verdicts that the truth contradicts and the answers that are missing. A pair of shapes that parry lacks has no
//! line. With `--out` parry's answers follow, in folders `f32` and `f64`, as `impinge judge` reads them.
//!
//! Both are called as their users call them: parry's `query::intersection_test`, `distance` and `contact`, the last with
//! the largest prediction, so that it answers for bodies that are apart too. parry has no ellipsoid; ours is a support
//! mapping, with the functions that parry itself calls for two support mappings, built for these types.

use std::ops::Range;

use impinge_io::cases::CaseSet;
use impinge_peers_common::{Arguments, Comparison, Line, Query, compare, wrong_and_missing};

/// A driver for one of parry's two crates.
macro_rules! driver {
    ($module:ident, $krate:ident, $real:ident) => {
        mod $module {
            use std::hint::black_box;
            use std::ops::Range;

            use impinge_io::cases::{CasePose, CaseSet, CaseShape};
            use impinge_peers_common::Query;
            use $krate::math::{Pose, Rotation, Vector};
            use $krate::query::{self, details};
            use $krate::shape::{
                Ball, Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, RoundShape, Shape, SupportMap,
            };

            /// An ellipsoid, its center at the origin.
            pub struct Ellipsoid {
                radii: Vector,
            }

            impl SupportMap for Ellipsoid {
                #[inline]
                fn local_support_point(&self, direction: Vector) -> Vector {
                    let scaled = self.radii * direction;
                    let length = scaled.length();
                    if length == 0.0 {
                        return Vector::new(self.radii.x, 0.0, 0.0);
                    }
                    self.radii * (scaled / length)
                }
            }

            enum Body {
                Dynamic(Box<dyn Shape>),
                Cuboid(Cuboid),
                Ellipsoid(Ellipsoid),
            }

            fn vector(v: [f64; 3]) -> Vector {
                Vector::new(v[0] as $real, v[1] as $real, v[2] as $real)
            }

            fn body(shape: &CaseShape) -> Body {
                Body::Dynamic(match *shape {
                    CaseShape::Box { half } => return Body::Cuboid(Cuboid::new(vector(half))),
                    CaseShape::Ellipsoid { radii } => {
                        return Body::Ellipsoid(Ellipsoid { radii: vector(radii) });
                    }
                    CaseShape::RoundBox { half, r } => Box::new(RoundShape {
                        inner_shape: Cuboid::new(vector(half)),
                        border_radius: r as $real,
                    }),
                    CaseShape::Hull { ref points } => {
                        let points: Vec<Vector> = points.iter().map(|&p| vector(p)).collect();
                        Box::new(ConvexPolyhedron::from_convex_hull(&points).expect("a hull"))
                    }
                    CaseShape::Cone { radius, height } => {
                        Box::new(Cone::new(0.5 * height as $real, radius as $real))
                    }
                    CaseShape::Sphere { r } => Box::new(Ball::new(r as $real)),
                    CaseShape::Capsule { half, r } => Box::new(Capsule::new_z(half as $real, r as $real)),
                    CaseShape::Cylinder { half, r } => Box::new(Cylinder::new(half as $real, r as $real)),
                })
            }

            /// parry's cone and cylinder stand along y: a quarter turn about x takes y to z.
            fn pose(shape: &CaseShape, pose: &CasePose) -> Pose {
                let length = pose.quaternion.iter().map(|c| c * c).sum::<f64>().sqrt();
                let [x, y, z, w] = pose.quaternion.map(|c| (c / length) as $real);
                let turn = Rotation::from_xyzw(x, y, z, w).normalize();
                let axis = match shape {
                    CaseShape::Cone { .. } | CaseShape::Cylinder { .. } => {
                        Rotation::from_rotation_x(std::f64::consts::FRAC_PI_2 as $real)
                    }
                    _ => Rotation::IDENTITY,
                };
                Pose::from_parts(vector(pose.translation), turn * axis)
            }

            /// Calls `with` with the work that runs a block; `None` for a pair of shapes that this driver lacks.
            pub fn run<R>(
                set: &CaseSet,
                query: Query,
                answers: &mut [f64],
                with: impl FnOnce(&mut dyn FnMut(Range<usize>)) -> R,
            ) -> Option<R> {
                let poses: Vec<(Pose, Pose)> =
                    set.poses.iter().map(|[a, b]| (pose(&set.a, a), pose(&set.b, b))).collect();
                match (body(&set.a), body(&set.b)) {
                    (Body::Ellipsoid(a), Body::Ellipsoid(b)) => {
                        Some(by_support(&a, &b, &poses, query, answers, with))
                    }
                    (Body::Ellipsoid(a), Body::Cuboid(b)) => {
                        Some(by_support(&a, &b, &poses, query, answers, with))
                    }
                    (Body::Cuboid(a), Body::Ellipsoid(b)) => {
                        Some(by_support(&a, &b, &poses, query, answers, with))
                    }
                    (Body::Ellipsoid(_), _) | (_, Body::Ellipsoid(_)) => None,
                    (a, b) => Some(by_dispatch(shape(&a), shape(&b), &poses, query, answers, with)),
                }
            }

            fn shape(body: &Body) -> &dyn Shape {
                match body {
                    Body::Dynamic(shape) => &**shape,
                    Body::Cuboid(cuboid) => cuboid,
                    Body::Ellipsoid(_) => unreachable!("an ellipsoid is no shape of parry"),
                }
            }

            fn each<'a>(
                poses: &'a [(Pose, Pose)],
                answers: &'a mut [f64],
                one: impl Fn(&Pose, &Pose) -> $real + 'a,
            ) -> impl FnMut(Range<usize>) + 'a {
                move |block| {
                    for i in block {
                        let (a, b) = black_box(&poses[i]);
                        answers[i] = one(a, b).into();
                    }
                }
            }

            fn verdict(meets: bool) -> $real {
                if meets { -1.0 } else { 1.0 }
            }

            fn by_dispatch<R>(
                a: &dyn Shape,
                b: &dyn Shape,
                poses: &[(Pose, Pose)],
                query: Query,
                answers: &mut [f64],
                with: impl FnOnce(&mut dyn FnMut(Range<usize>)) -> R,
            ) -> R {
                match query {
                    Query::Intersect => with(&mut each(poses, answers, |pa, pb| {
                        verdict(query::intersection_test(pa, a, pb, b).is_ok_and(|i| i.intersecting))
                    })),
                    Query::Distance => with(&mut each(poses, answers, |pa, pb| {
                        query::distance(pa, a, pb, b).map_or($real::NAN, |d| d.distance)
                    })),
                    Query::Contact => with(&mut each(poses, answers, |pa, pb| {
                        let contact = query::contact(pa, a, pb, b, $real::MAX);
                        black_box(contact).ok().flatten().map_or($real::NAN, |c| c.dist)
                    })),
                }
            }

            fn by_support<R, A: SupportMap, B: SupportMap>(
                a: &A,
                b: &B,
                poses: &[(Pose, Pose)],
                query: Query,
                answers: &mut [f64],
                with: impl FnOnce(&mut dyn FnMut(Range<usize>)) -> R,
            ) -> R {
                match query {
                    Query::Intersect => with(&mut each(poses, answers, |pa, pb| {
                        let relative = pa.inv_mul(pb);
                        verdict(details::intersection_test_support_map_support_map(&relative, a, b))
                    })),
                    Query::Distance => with(&mut each(poses, answers, |pa, pb| {
                        details::distance_support_map_support_map(&pa.inv_mul(pb), a, b)
                    })),
                    Query::Contact => with(&mut each(poses, answers, |pa, pb| {
                        let relative = pa.inv_mul(pb);
                        let mut contact =
                            details::contact_support_map_support_map(&relative, a, b, $real::MAX);
                        if let Some(contact) = &mut contact {
                            contact.transform_by_mut(pa, pb);
                        }
                        black_box(contact).map_or($real::NAN, |c| c.dist)
                    })),
                }
            }
        }
    };
}

driver!(single, parry3d, f32);
driver!(double, parry3d_f64, f64);

/// Tolerance of touching, relative to size, as in `impinge pairs`.
const TOUCHING: [(&str, f64); 2] = [("f32", 2e-6), ("f64", 1e-12)];

fn main() {
    let arguments = Arguments::read();
    let sets = arguments.cases();
    for query in Query::ALL {
        for (precision, tolerance) in TOUCHING {
            for set in &sets {
                let mut theirs = vec![f64::NAN; set.poses.len()];
                let Some(found) = turns(set, query, precision, arguments.rounds, &mut theirs) else {
                    continue;
                };
                Line {
                    peer: format!("parry3d {}", version()),
                    algorithm: "query".into(),
                    precision,
                    set: &set.name,
                    query,
                    turns: found.turns,
                    wrong: wrong_and_missing(set, tolerance, &theirs),
                    wrong_ours: wrong_and_missing(set, tolerance, &found.answers),
                    n: theirs.len(),
                }
                .print();
                arguments.write_answers(precision, set, query, &theirs);
            }
        }
    }
}

/// The version of parry that this was built with: it has no constant for it.
fn version() -> &'static str {
    let lock = include_str!("../Cargo.lock");
    let after = lock.split_once("name = \"parry3d\"\nversion = \"").map_or("", |(_, after)| after);
    after.split('"').next().unwrap_or_default()
}

fn turns(
    set: &CaseSet,
    query: Query,
    precision: &str,
    rounds: usize,
    theirs: &mut [f64],
) -> Option<Comparison> {
    type Block<'a> = &'a mut dyn FnMut(Range<usize>);
    match precision {
        "f32" => {
            single::run(set, query, theirs, |block: Block<'_>| compare::<f32>(set, query, rounds, block))
        }
        _ => double::run(set, query, theirs, |block: Block<'_>| compare::<f64>(set, query, rounds, block)),
    }
}
