//! How deep bodies overlap while they come to rest: a pyramid of boxes, or a pile of hulls that falls between walls.
//!
//! Overlaps are measured on the poses in every tenth step, or every so many. Pairs are counted that are deeper than 0.04 then. Settings:
//! substeps, frequency, damping, push, margin, continuous, count, every.
//!
//! `cargo run --release -p impinge-sim --example settling -- pyramid|hulls [STEPS] [KEY=VALUE]...`

use std::time::Instant;

use impinge::{ConvexPolyhedron, Cuboid, HalfSpace, Pose, Scene, Vec3};
use impinge_scenes::clouds;
use impinge_sim::{Body, SoftSettings, Solver, World, WorldSettings};

/// Overlaps above this are counted, in meters: twice the margin.
const DEEP: f32 = 0.04;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let scene = arguments.first().map_or("pyramid", String::as_str);
    let steps: usize = arguments.get(1).and_then(|a| a.parse().ok()).unwrap_or(60);
    let mut soft = SoftSettings::<f32>::default();
    let mut settings = WorldSettings { continuous: false, ..WorldSettings::default() };
    let (mut count, mut every) = (5000, 10);
    for argument in &arguments[2.min(arguments.len())..] {
        let (key, value) = argument.split_once('=').ok_or("KEY=VALUE")?;
        match key {
            "substeps" => soft.substeps = value.parse()?,
            "frequency" => soft.frequency = value.parse()?,
            "damping" => soft.damping_ratio = value.parse()?,
            "push" => soft.push_speed = value.parse()?,
            "margin" => soft.margin = value.parse()?,
            "continuous" => settings.continuous = value.parse()?,
            "count" => count = value.parse()?,
            "every" => every = value.parse::<usize>()?.max(1),
            other => return Err(format!("no setting is called {other}").into()),
        }
    }
    settings.solver = Solver::Soft(soft);
    let mut world = World::<f32>::new(settings);
    let mut seen = Scene::<Vec3<f32>>::new();
    let floor = ([0.0, 0.0, 1.0], 0.0);
    let mut planes = vec![floor];
    if scene == "hulls" {
        let walls = [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0]];
        planes.extend(walls.map(|normal| (normal, -11.1)));
    }
    for (normal, offset) in &planes {
        let plane = world.add_shape(HalfSpace::new(*normal, *offset));
        world.add(Body::fixed(plane, Pose::IDENTITY))?;
        let plane = seen.add_shape(HalfSpace::new(*normal, *offset));
        seen.add(plane, Pose::IDENTITY)?;
    }
    let mut bodies = Vec::new();
    if scene == "hulls" {
        let hulls = clouds::ten_hulls();
        let hulls: Vec<_> = hulls.iter().map(|p| ConvexPolyhedron::try_new(p)).collect::<Result<_, _>>()?;
        let shapes: Vec<_> =
            hulls.iter().map(|hull| (world.add_shape(hull.clone()), seen.add_shape(hull.clone()))).collect();
        for i in 0..count {
            let at = [
                (i % 20) as f32 * 1.1 - 10.45,
                (i / 20 % 20) as f32 * 1.1 - 10.45,
                0.6 + (i / 400) as f32 * 1.1,
            ];
            let (ours, theirs) = shapes[i % 10];
            bodies.push((
                world.add(Body::dynamic(ours, Pose::at(at)))?,
                seen.add(theirs, Pose::at(at))?,
                Vec3::from(at),
            ));
        }
    } else {
        let cube = Cuboid::new([0.5, 0.5, 0.5]);
        let (ours, theirs) = (world.add_shape(cube), seen.add_shape(cube));
        for row in 0..100 {
            for i in 0..100 - row {
                let at = [i as f32 * 1.1 + row as f32 * 0.55, 0.0, 0.5 + row as f32];
                bodies.push((
                    world.add(Body::dynamic(ours, Pose::at(at)))?,
                    seen.add(theirs, Pose::at(at))?,
                    Vec3::from(at),
                ));
            }
        }
    }
    let (mut ms, mut deepest, mut last, mut contacts, mut deep) = (0.0, 0.0, 0.0, 0, 0);
    let mut all = Vec::new();
    for step in 0..steps {
        let start = Instant::now();
        contacts = world.step(1.0 / 60.0)?.contacts;
        ms += start.elapsed().as_secs_f64() * 1e3;
        if step % every == every - 1 || step + 1 == steps {
            for (ours, theirs, _) in &bodies {
                seen.move_object(*theirs, *world.pose(*ours)?)?;
            }
            let found = seen
                .contacts(0.0)
                .iter()
                .filter(|c| c.a.index() >= planes.len() || c.b.index() >= planes.len());
            let depths = found.map(|c| -c.contact.signed_distance);
            deep += depths.clone().filter(|depth| *depth > DEEP).count();
            last = depths.fold(0.0, f32::max);
            deepest = f32::max(deepest, last);
            all.push(format!("{last:.3}"));
        }
    }
    let (mut drift, mut fastest) = (0.0, 0.0);
    for (ours, _, at) in &bodies {
        drift = f32::max(drift, (world.pose(*ours)?.translation() - *at).norm());
        fastest = f32::max(fastest, world.velocity(*ours)?.norm());
    }
    println!(
        "{:?}: deepest {deepest:.4}, at the end {last:.4}, drift {drift:.4}, fastest {fastest:.4}, contacts {contacts}, {deep} deep, {:.2} ms; {}",
        &arguments,
        ms / steps as f64,
        all.join(" ")
    );
    Ok(())
}
