//! The pictures of the book, drawn from runs of the real algorithms.
//!
//! ```sh
//! cargo xtask figures                                         # writes them where the book looks for them
//! cargo run --release -p impinge --example figures -- FOLDER  # writes them to FOLDER
//! cargo run --release -p impinge --example figures            # draws them, checks them and writes nothing
//! ```
//!
//! Every picture is a run watched by an observer; nothing in it is placed by hand but the shapes and the words.

mod bodies;
mod curves;
mod decomposition;
mod ghosts;
mod manifold;
mod maps;
mod meshes;
mod moving;
mod planar;
mod svg;
mod walk;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let figures = [
        ("gjk-steps.svg", planar::gjk()),
        ("epa-steps.svg", planar::epa()),
        ("mpr-steps.svg", planar::mpr()),
        ("voronoi-regions.svg", planar::voronoi()),
        ("separating-axes.svg", planar::axes()),
        ("certify.svg", curves::certify()),
        ("duality-gap.svg", curves::duality_gap()),
        ("manifolds.svg", manifold::manifolds()),
        ("slides.svg", walk::slides()),
        ("tumbles.svg", moving::tumbles()),
        ("casts.svg", moving::casts()),
        ("mesh-edges.svg", meshes::edges()),
        ("bodies.svg", bodies::bodies()),
        ("decomposition.svg", decomposition::parts()),
        ("ghosts.svg", ghosts::ghosts()),
        ("map-contacts.svg", maps::contacts()),
    ];
    let folder = std::env::args().nth(1);
    for (name, text) in &figures {
        assert!(!text.contains("NaN") && !text.contains("inf"), "{name} holds a number that is none");
        let Some(folder) = &folder else {
            println!("{name}: {} bytes, drawn and not written", text.len());
            continue;
        };
        let file = Path::new(folder).join(name);
        if let Err(error) = std::fs::write(&file, text) {
            eprintln!("{}: {error}", file.display());
            return ExitCode::FAILURE;
        }
        println!("{}", file.display());
    }
    ExitCode::SUCCESS
}
