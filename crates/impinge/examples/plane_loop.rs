//! A game loop in the plane with glam's vectors: a ball drops onto a ramp, bounces from ramp to ramp, collects coins on its
//! way, and comes to rest on the floor.
//!
//! `cargo run -p impinge --example plane_loop --features glam`

use glam::Vec2;
use impinge::{Circle, Pose, Rectangle, Rot2, Shape, Warm, intersects};

const FRAME: f32 = 1.0 / 60.0;
const GRAVITY: Vec2 = Vec2::new(0.0, -9.8);
/// Fraction of its speed that the ball keeps when it bounces, and when it rolls for a frame.
const BOUNCE: f32 = 0.4;
const ROLL: f32 = 0.995;

fn main() {
    // Half extents, center and angle: two ramps, the floor and two walls.
    let level = [
        ([2.0, 0.1], [-1.2, 4.0], -0.35),
        ([2.0, 0.1], [1.2, 2.0], 0.35),
        ([4.0, 0.5], [0.0, -0.5], 0.0),
        ([0.5, 5.0], [-4.5, 4.0], 0.0),
        ([0.5, 5.0], [4.5, 4.0], 0.0),
    ]
    .map(|(half, at, angle)| Rectangle::new(half).at(Pose::new(at, Rot2::from_angle(angle))));
    // What is known of each pair of ball and wall, from frame to frame.
    let mut warm = level.each_ref().map(|_| Warm::new());

    let coin = Circle::new(0.15);
    let mut coins = vec![Vec2::new(-0.5, 4.3), Vec2::new(1.5, 2.6), Vec2::new(-3.0, 0.2)];
    let ball = Circle::new(0.25);
    let mut at = Vec2::new(-2.0, 6.0);
    let mut velocity = Vec2::ZERO;

    for frame in 0..900 {
        velocity += GRAVITY * FRAME;
        at += velocity * FRAME;
        for (wall, warm) in level.iter().zip(&mut warm) {
            let contact = warm.contact(&ball.at(Pose::at(at)), wall);
            if contact.signed_distance < 0.0 {
                // The normal points from the ball into the wall.
                let normal = Vec2::from(contact.normal);
                at += normal * contact.signed_distance;
                velocity = velocity * ROLL - normal * velocity.dot(normal).max(0.0) * (1.0 + BOUNCE);
            }
        }
        coins.retain(|&center| {
            let met = intersects(&ball.at(Pose::at(at)), &coin.at(Pose::at(center)));
            if met {
                println!("frame {frame:3}: a coin at {center}, with {:.1} m/s", velocity.length());
            }
            !met
        });
    }
    println!("at rest at {at:.3}");
    assert!(coins.is_empty(), "the ramps lead past all coins, and these are left: {coins:?}");
    assert!((at.y - ball.radius()).abs() < 0.01 && velocity.length() < 0.5, "it lies on the floor: {at}");
}
