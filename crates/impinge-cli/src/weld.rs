//! Welding of open edges; the rule is that of `impinge_io::Weld`.

use clap::Args;
use impinge_io::{Mesh, Weld, Welded};

use crate::inputs::gap;

/// Settings of welding.
#[derive(Args, Clone, Copy, Default)]
pub struct WeldArgs {
    /// Join open edges up to this far apart, 0 for none; by default what differs by the rounding of the file's numbers
    #[arg(long, value_name = "LENGTH", value_parser = gap, allow_negative_numbers = true)]
    weld: Option<f64>,
    /// Close gaps in open surfaces, up to this size, by a face
    #[arg(long, value_name = "LENGTH", value_parser = gap, allow_negative_numbers = true)]
    close_gaps: Option<f64>,
}

impl WeldArgs {
    /// Welds a mesh, whose coordinates are in the unit of the command.
    pub fn apply(&self, mesh: &mut Mesh) -> Welded {
        mesh.weld(&Weld { length: self.weld, gaps: self.close_gaps })
    }
}
