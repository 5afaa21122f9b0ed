//! Processors that this machine can emulate: how to build for them, and how to run their programs.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Variable that names a compiler with the standard library of a target, if the one in use lacks it.
pub const COMPILER: &str = "IMPINGE_RUSTC";

/// A target of the compiler.
pub struct Target {
    triple: &'static str,
    /// Suffix of the name of a program.
    ending: &'static str,
    linker: Option<&'static str>,
    /// The command that runs a program, in the root of the repository.
    runner: &'static [&'static str],
}

/// In Node, by its WASI. There is one thread.
pub const WASM32: Target = Target {
    triple: "wasm32-wasip1",
    ending: ".wasm",
    linker: None,
    runner: &["node", "--no-warnings", "xtask/src/bits/wasi.mjs"],
};

/// In QEMU, with the linker and the C library of Debian's packages `qemu-user` and `gcc-aarch64-linux-gnu`.
pub const AARCH64: Target = Target {
    triple: "aarch64-unknown-linux-gnu",
    ending: "",
    linker: Some("aarch64-linux-gnu-gcc"),
    runner: &["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"],
};

impl Target {
    /// Requirement that this machine lacks.
    pub fn lacks(&self) -> Option<String> {
        let triple = self.triple;
        if self.compiler().is_none() {
            return Some(format!(
                "no standard library for {triple}: `rustup target add {triple}`, or {COMPILER} names a compiler that has it"
            ));
        }
        let mut programs = self.linker.iter().chain(self.runner.first());
        programs.find(|program| !answers(program)).map(|program| format!("no program `{program}`"))
    }

    /// The compiler that has its standard library.
    fn compiler(&self) -> Option<OsString> {
        let used = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let has = |rustc: &OsString| {
            let asked = Command::new(rustc)
                .args(["--print", "target-libdir", "--target", self.triple])
                .stderr(Stdio::null())
                .output();
            asked.is_ok_and(|said| {
                said.status.success() && Path::new(String::from_utf8_lossy(&said.stdout).trim_end()).is_dir()
            })
        };
        [Some(used), std::env::var_os(COMPILER)].into_iter().flatten().find(has)
    }

    /// Cargo command that builds for it.
    pub fn build(&self, cargo: &mut Command) {
        cargo.args(["--target", self.triple]);
        if let Some(compiler) = self.compiler() {
            cargo.env("RUSTC", compiler);
        }
        if let Some(linker) = self.linker {
            let triple = self.triple.to_uppercase().replace('-', "_");
            cargo.env(format!("CARGO_TARGET_{triple}_LINKER"), linker);
        }
    }

    /// Path of a program that was built in a folder.
    pub fn program(&self, folder: &Path, profile: &str, name: &str) -> PathBuf {
        folder.join(self.triple).join(profile).join(format!("{name}{}", self.ending))
    }

    /// A command that runs a program.
    pub fn run(&self, root: &Path, program: &Path) -> Command {
        let mut command = Command::new(self.runner[0]);
        command.current_dir(root).args(&self.runner[1..]).arg(program);
        command
    }
}

/// Whether a program is there.
fn answers(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|said| said.status.success())
}
