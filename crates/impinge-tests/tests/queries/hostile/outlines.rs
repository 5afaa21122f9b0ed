//! Regions and chains of the plane.

use super::Net;
use super::bodies::{outlines, poses2};
use super::numbers::{flat, wild};
use impinge::*;

pub const COVERS: &[&str] = &["Chain::at", "Region::at", "Region::position"];

#[test]
fn regions_and_chains_are_answered_about() {
    fn check<T: Real>() {
        let mut net = Net::default();
        let (regions, chains) = outlines::<T>();
        let ball = Circle::new(T::ONE);
        for (k, region) in regions.iter().enumerate() {
            for v in wild::<T>() {
                net.ask(|| format!("position of {v:?} and region {k}"), || region.position(flat(v)));
            }
            net.returns(|| format!("parts of region {k}"), || region.convex_parts());
            for pose in poses2() {
                net.finite(|| format!("region {k} at {pose:?}"), || distance(&region.at(pose), &ball));
            }
        }
        for (k, chain) in chains.iter().enumerate() {
            for pose in poses2() {
                net.finite(|| format!("chain {k} at {pose:?}"), || distance(&chain.at(pose), &ball));
            }
        }
        net.done(3_000);
    }
    check::<f32>();
    check::<f64>();
}
