//! Written by `cargo xtask package`: a program that has the packages and nothing else of the repository.

use std::error::Error;
use std::process::ExitCode;

use impinge::mesh::TriangleMesh;
use impinge::{Cuboid, HalfSpace, Pose, Shape, Sphere, distance};
use impinge_io::{Mesh, read_mesh, write_mesh};
use impinge_page::{Body as Drawn, Geometry, Page, View};
use impinge_sim::{Body, World};

/// The program `impinge` if there are arguments; otherwise a call of each crate.
fn main() -> Result<ExitCode, Box<dyn Error>> {
    if std::env::args().len() > 1 { Ok(impinge_cli::main()) } else { each() }
}

fn each() -> Result<ExitCode, Box<dyn Error>> {
    // A file that is read, and a query.
    let path = std::env::temp_dir().join(format!("impinge-outside-{}.obj", std::process::id()));
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let faces = vec![vec![0, 2, 1], vec![0, 1, 3], vec![1, 2, 3], vec![0, 3, 2]];
    write_mesh(&path, &Mesh::new(corners.map(Into::into).to_vec(), faces))?;
    let file = read_mesh(&path)?;
    std::fs::remove_file(path)?;
    let (mesh, report) = TriangleMesh::from_polygons(&file.vertices, &file.faces)?;
    let gap = distance(&mesh, &Sphere::new(0.5).at(Pose::at([-2.0, 0.2, 0.2])));
    assert!(report.is_clean() && f64::abs(gap.distance - 1.5) <= gap.error);

    // A step of a simulation.
    let mut world = World::<f64>::default();
    let floor = world.add_shape(HalfSpace::new([0.0, 0.0, 1.0], 0.0));
    let cube = world.add_shape(Cuboid::new([0.5, 0.5, 0.5]));
    world.add(Body::fixed(floor, Pose::IDENTITY))?;
    let falling = world.add(Body::dynamic(cube, Pose::at([0.0, 0.0, 2.0])))?;
    world.step(1.0 / 60.0)?;
    assert!(world.pose(falling)?.translation().z < 2.0);

    // A page.
    let mut view = View::space();
    let geometry = view.geometry(Geometry::cuboid([0.5, 0.5, 0.5]));
    view.body(Drawn::new("cube", geometry));
    let mut page = Page::new("A cube");
    page.view(view);
    let mut html = Vec::new();
    page.write_to(&mut html)?;
    assert!(html.starts_with(b"<!doctype html>"));

    // What the program needs is there too.
    assert!(!impinge_evidence::claims(impinge_evidence::Paper::Thesis).is_empty());
    assert_eq!(impinge_scenes::clouds::on_sphere::<f64>(24, 2).len(), 24);
    println!("{} apart, give or take {:.0e}", gap.distance, gap.error);
    Ok(ExitCode::SUCCESS)
}
