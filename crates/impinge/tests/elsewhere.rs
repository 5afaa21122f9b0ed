//! A signpost, not a test. `cargo test -p impinge NAME` finds unit tests and those of the documentation; all others are the package
//! `impinge-tests`, in `crates/impinge-tests`.

fn main() {
    // Not on the standard output, where lists of tests are read from.
    eprintln!("Integration tests are the package impinge-tests: run `cargo test-library NAME`");
}
