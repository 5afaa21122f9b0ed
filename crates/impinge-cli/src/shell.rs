//! `impinge completions` and `impinge man`: what a shell and a reader of manuals need, from the same words as `--help`.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::failure::Failure;

/// The command line of `impinge completions`.
#[derive(Args)]
#[command(after_help = "Example:
  impinge completions bash > ~/.local/share/bash-completion/completions/impinge")]
pub struct CompletionsArgs {
    /// The shell that they are for
    shell: Shell,
}

/// The command line of `impinge man`.
#[derive(Args)]
#[command(after_help = "Example:
  impinge man --out ~/.local/share/man/man1")]
pub struct ManArgs {
    /// Write a page for the program and for each command to this folder, instead of one to stdout
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
    let cannot = |e: std::io::Error| Failure::Said(format!("{}: {e}", folder.display()));
    fs::create_dir_all(folder).map_err(cannot)?;
    clap_mangen::generate_to(command, folder).map_err(cannot)?;
    writeln!(out, "manual pages written to {}", folder.display())?;
    Ok(())
}
