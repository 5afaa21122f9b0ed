//! Builds the support functions for libccd.

fn main() {
    println!("cargo::rerun-if-changed=src/bodies.c");
    println!("cargo::rustc-link-lib=ccd");
    // Optimised whatever the profile: libccd itself is.
    cc::Build::new().file("src/bodies.c").opt_level(3).warnings(true).compile("bodies");
}
