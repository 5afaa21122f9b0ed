//! How what is timed is built, in one line for records and pages: level of optimization, codegen units and LTO, of this crate, which holds
//! the clock, and of the library; and the compiler.
//!
//! Cargo tells a build script its own level only. The rest is read from the workspace's `Cargo.toml`, and from the variables by which
//! Cargo lets a profile be changed from outside. Where there is no such file, as in a package by itself, the line says so.

use std::process::Command;
use std::{env, fs};

/// The last value of a key in the sections of a profile: its own, or its table of packages.
fn setting(manifest: &str, section: &str, package: Option<&str>, key: &str) -> Option<String> {
    let wanted = match package {
        Some(_) => format!("[{section}.package]"),
        None => format!("[{section}]"),
    };
    let mut inside = false;
    let mut found = None;
    for line in manifest.lines().map(|line| line.split('#').next().unwrap_or_default().trim()) {
        if line.starts_with('[') {
            inside = line == wanted;
        } else if let (true, Some((name, value))) = (inside, line.split_once('=')) {
            let name = name.trim();
            if package.is_none() && name == key {
                found = Some(value.trim().trim_matches('"').to_owned());
            } else if package == Some(name) {
                let pairs = value.trim().trim_start_matches('{').trim_end_matches('}').split(',');
                let value =
                    pairs.filter_map(|pair| pair.split_once('=')).find(|(name, _)| name.trim() == key);
                found = value.map(|(_, value)| value.trim().trim_matches('"').to_owned()).or(found);
            }
        }
    }
    found
}

fn main() {
    let manifest = "../../Cargo.toml";
    println!("cargo::rerun-if-changed=build.rs");
    // A missing file would count as changed in every build.
    if fs::exists(manifest).unwrap_or(false) {
        println!("cargo::rerun-if-changed={manifest}");
    }
    let is_release = env::var("PROFILE").as_deref() == Ok("release");
    let (name, level) = if is_release { ("release", "3") } else { ("dev", "0") };
    let here = env::var("OPT_LEVEL").unwrap_or_else(|_| "unknown".into());
    let line = match fs::read_to_string(manifest) {
        Ok(text) if text.contains("[workspace]") => {
            let section = format!("profile.{name}");
            let outside = |key: &str| {
                let key = format!("CARGO_PROFILE_{}_{}", name, key.replace('-', "_")).to_uppercase();
                println!("cargo::rerun-if-env-changed={key}");
                env::var(key).ok()
            };
            let base = |key: &str, default: &str| {
                outside(key).or_else(|| setting(&text, &section, None, key)).unwrap_or_else(|| default.into())
            };
            let of = |package: &str, key: &str, default: &str| {
                setting(&text, &section, Some(package), key).unwrap_or_else(|| base(key, default))
            };
            let units = if is_release { "16" } else { "256" };
            let lto = match base("lto", "false").as_str() {
                "false" => "no LTO".to_owned(),
                other => format!("LTO {other}"),
            };
            format!(
                "{name} profile, {lto}; library: opt-level {}, codegen units {}; timed loops: opt-level {here}, codegen units {}",
                of("impinge", "opt-level", level),
                of("impinge", "codegen-units", units),
                of("impinge-evidence", "codegen-units", units),
            )
        }
        _ => format!("{name} profile; timed loops: opt-level {here}; units and LTO not known"),
    };
    println!("cargo::rustc-env=IMPINGE_BUILD={line}");
    let compiler = env::var_os("RUSTC").and_then(|path| Command::new(path).arg("--version").output().ok());
    let compiler = compiler.and_then(|output| String::from_utf8(output.stdout).ok());
    let compiler = compiler.map_or("unknown compiler".into(), |text| text.trim().to_owned());
    println!("cargo::rustc-env=IMPINGE_COMPILER={compiler}");
}
