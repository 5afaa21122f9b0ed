//! Writes an assembly for `impinge clash` to try, and what is planted in it:
//!
//! ```sh
//! cargo run --release -p impinge-scenes --example assembly -- FOLDER 1000 50
//! cargo run --release -- clash FOLDER --clearance 0.25
//! ```
//!
//! FOLDER gets 1,000 OBJ files; `planted.csv` in it lists 50 cases of each of five kinds.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;

use impinge_io::{Mesh, write_mesh};
use impinge_scenes::assembly::assembly;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [folder, count, cases] = args.as_slice() else {
        return Err("usage: assembly FOLDER PARTS CASES_OF_EACH_KIND".into());
    };
    let made = assembly(count.parse()?, cases.parse()?, 1);
    std::fs::create_dir_all(folder)?;
    for part in &made.parts {
        let mesh = Mesh::new(part.points.clone(), part.faces.clone());
        write_mesh(Path::new(folder).join(format!("{}.obj", part.name)), &mesh)?;
    }
    let mut list = String::from("kind,a,b\n");
    for (case, a, b) in &made.planted {
        let kind = format!("{case:?}").to_lowercase();
        writeln!(list, "{kind},{}.obj,{}.obj", made.parts[*a].name, made.parts[*b].name)?;
    }
    std::fs::write(Path::new(folder).join("planted.csv"), list)?;
    println!("{} parts, {} planted cases in {folder}", made.parts.len(), made.planted.len());
    assert_eq!(made.parts.len(), count.parse::<usize>()?);
    Ok(())
}
