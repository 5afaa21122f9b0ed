//! Files that are parts, and their names.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use impinge_io::{EXTENSIONS, MeshFormat};

use crate::bodies::meshes;
use crate::failure::Failure;

/// Deepest nesting of folders that is searched: more than any real tree, and an end to an endless one.
const MOST_DEEP: usize = 64;

/// A file that is a part.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PartFile {
    /// Its name: the path from the given folder; the path as given, if there are several.
    pub name: String,
    /// Its path.
    pub path: PathBuf,
}

/// A file, or a part of one, that could not be read or holds no mesh.
#[derive(Clone, Debug)]
pub struct Unreadable {
    /// Its name.
    pub name: String,
    /// Reason, with the name and the place.
    pub reason: String,
}

/// Files that are parts, and what is named and has none.
pub struct Listed {
    /// By name, each once.
    pub files: Vec<PartFile>,
    pub unreadable: Vec<Unreadable>,
}

/// The given files, and the mesh files in the given folders and their subfolders: each of them counts as named. Links to folders inside
/// folders are not followed.
pub fn list(given: &[PathBuf]) -> Listed {
    let mut found = BTreeSet::new();
    let mut unreadable = Vec::new();
    for path in given {
        // What cannot be looked at is a file whose reading says why.
        if !fs::metadata(path).is_ok_and(|about| about.is_dir()) {
            found.insert(PartFile { name: named(path), path: path.clone() });
            continue;
        }
        let mut files = Vec::new();
        if let Err(failure) = walk(path, MOST_DEEP, &mut files) {
            unreadable.push(Unreadable { name: named(path), reason: failure.to_string() });
        } else if files.is_empty() {
            let known: Vec<String> = EXTENSIONS.iter().map(|e| format!(".{e}")).collect();
            let reason = format!("{}: no mesh files ({}) in it", path.display(), known.join(", "));
            unreadable.push(Unreadable { name: named(path), reason });
        }
        for file in files {
            let name = match file.strip_prefix(path) {
                Ok(below) if given.len() == 1 => named(below),
                _ => named(&file),
            };
            found.insert(PartFile { name, path: file });
        }
    }
    Listed { files: distinct(found), unreadable }
}

/// A path as a name: with `/` on every machine.
fn named(path: &Path) -> String {
    let name = path.to_string_lossy();
    if cfg!(windows) { name.replace('\\', "/") } else { name.into_owned() }
}

/// Duplicate names, possible for paths that are not valid text, get a number.
fn distinct(files: BTreeSet<PartFile>) -> Vec<PartFile> {
    let names = meshes::distinct(files.iter().map(|file| file.name.clone()));
    let mut files: Vec<PartFile> =
        files.into_iter().zip(names).map(|(file, name)| PartFile { name, ..file }).collect();
    files.sort();
    files
}

fn walk(folder: &Path, deep: usize, found: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let told = |e: std::io::Error| Failure::of(folder, e);
    if deep == 0 {
        return Err(Failure::Said(format!("{}: more than {MOST_DEEP} folders deep", folder.display())));
    }
    for entry in fs::read_dir(folder).map_err(told)? {
        let entry = entry.map_err(told)?;
        let path = entry.path();
        if entry.file_type().map_err(told)?.is_dir() {
            walk(&path, deep - 1, found)?;
        } else if is_mesh(&path) {
            found.push(path);
        }
    }
    Ok(())
}

/// Whether the extension is that of a format with faces.
fn is_mesh(path: &Path) -> bool {
    MeshFormat::of(path).is_ok_and(|format| !matches!(format, MeshFormat::Pcd | MeshFormat::Xyz))
}
