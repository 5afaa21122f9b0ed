//! Processors that this machine can stand in for: what builds for them, and what runs their programs.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What names a compiler that has the standard library of a target, where the one in use has not: that of a distribution, say.
pub const COMPILER: &str = "IMPINGE_RUSTC";

/// A target of the compiler.
pub struct Target {
    triple: &'static str,
    /// How the name of a program ends.
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
    /// What this machine lacks for it.
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

    /// Cargo, told to build for it.
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

    /// Where a program is that was built in a folder.
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
