//! A signpost, not a test. `cargo test -p impinge NAME` finds unit tests, those of the documentation and those that compute much; all others
//! are the package `impinge-tests`, in `crates/impinge-tests`.

fn main() {
    // Not on the standard output, where lists of tests are read from.
    eprintln!("Most integration tests are the package impinge-tests: run `cargo test-library NAME`");
}
