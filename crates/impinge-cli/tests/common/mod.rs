//! What the tests of the program share.
#![allow(dead_code, reason = "each test program uses a part of it")]

use std::fs;
use std::path::PathBuf;

/// A folder for one test, removed at its end.
pub struct Folder(pub PathBuf);

impl Folder {
    /// By names of the test program and of the test.
    pub fn new(program: &str, test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("impinge-{program}-{test}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, bytes).unwrap();
        path
    }

    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
