//! The program `impinge`.

use std::process::ExitCode;

fn main() -> ExitCode {
    impinge_cli::main()
}
