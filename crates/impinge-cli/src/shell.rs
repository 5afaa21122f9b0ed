//! `impinge completions` and `impinge man`: completions and manual pages, generated from the text of `--help`.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::failure::Failure;

/// Arguments of `impinge completions`.
#[derive(Args)]
#[command(after_help = "Example:
  impinge completions bash > ~/.local/share/bash-completion/completions/impinge")]
pub struct CompletionsArgs {
    /// Shell to write completions for
    shell: Shell,
}

/// Arguments of `impinge man`.
#[derive(Args)]
#[command(after_help = "Example:
  impinge man --out ~/.local/share/man/man1")]
pub struct ManArgs {
    /// Write pages for the program and each command to this folder, instead of one page to stdout
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Writes completions for a shell.
pub fn completions(out: &mut impl Write, args: &CompletionsArgs, mut command: Command) {
    clap_complete::generate(args.shell, &mut command, "impinge", out);
}

/// Writes manual pages.
pub fn man(out: &mut impl Write, args: &ManArgs, command: Command) -> Result<(), Failure> {
    let Some(folder) = &args.out else { return Ok(Man::new(command).render(out)?) };
    let cannot = |e: std::io::Error| Failure::of(folder, e);
    fs::create_dir_all(folder).map_err(cannot)?;
    clap_mangen::generate_to(command, folder).map_err(cannot)?;
    writeln!(out, "manual pages written to {}", folder.display())?;
    Ok(())
}
