//! A signpost, not a test. `cargo test -p impinge-sim NAME` finds unit tests and those of the documentation; all others are the package
//! `impinge-sim-tests`, in `crates/impinge-sim-tests`.

fn main() {
    // Not on the standard output, where lists of tests are read from.
    eprintln!("Integration tests are the package impinge-sim-tests: run `cargo test-simulation NAME`");
}
