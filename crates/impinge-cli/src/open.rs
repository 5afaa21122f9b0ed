//! Open bodies: surfaces without an inside, so that nothing can be proven to be outside of them.

use clap::Args;
use impinge_io::scene::is_like;

/// Names of bodies that may be open.
#[derive(Args)]
pub struct OpenArgs {
    /// Accept bodies of this name as surfaces, without an inside; `*` stands for any characters; may be repeated
    #[arg(long, value_name = "PATTERN")]
    allow_open: Vec<String>,
}

impl OpenArgs {
    /// Whether a body of this name may be open.
    pub fn allows(&self, name: &str) -> bool {
        self.allow_open.iter().any(|pattern| is_like(pattern, name))
    }
}
