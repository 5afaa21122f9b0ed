//! Lookup of files that a scene or a robot refers to.
//!
//! A file is searched in the folder of the file that refers to it, and in the folders of packages. A file elsewhere, also by way of `..`
//! or a symbolic link, is rejected unless the caller allows it: an untrusted file must not make the program read others.

use std::collections::BTreeMap;
use std::iter;
use std::path::{Path, PathBuf};

use crate::Reason;
use crate::words::shortened;

/// Limit on the bytes of a file name, as in Linux.
const MAX_NAME: usize = 4096;
/// Limit on the leading folders of a path in a package that are skipped to find it.
const MAX_SKIPPED: usize = 32;

/// Folders in which files that a scene or a robot refers to may lie: beside it, and in packages.
///
/// ```
/// use impinge_io::Folders;
///
/// let folders = Folders::new().package("arm_description", "/opt/arm");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Folders {
    packages: BTreeMap<String, PathBuf>,
    outside: bool,
    skip_missing: bool,
}

impl Folders {
    /// Allows only the folder of the referring file.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the folder of a package, for `package://NAME/...`.
    #[must_use]
    pub fn package(mut self, name: impl Into<String>, folder: impl Into<PathBuf>) -> Self {
        self.packages.insert(name.into(), folder.into());
        self
    }

    /// Allows files anywhere.
    #[must_use]
    pub fn allow_outside(self) -> Self {
        Self { outside: true, ..self }
    }

    /// Leaves out the collision meshes of robots that are missing or of a format that is not read, instead of refusing the robot.
    #[must_use]
    pub fn skip_missing(self) -> Self {
        Self { skip_missing: true, ..self }
    }

    /// Whether missing meshes are left out.
    pub(crate) fn skips_missing(&self) -> bool {
        self.skip_missing
    }

    /// Finds the file `written` in the file `base`: a path from the folder of `base`, or `package://NAME/...`.
    ///
    /// A package without a folder of its own stands for the folder of `base`. A folder may contain only a part of its package: if there
    /// is no file at the path, its leading folders are skipped one by one, and the first file found is used.
    pub(crate) fn find(&self, base: &Path, written: &str) -> Result<PathBuf, Lost> {
        let beside = match base.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        if written.len() > MAX_NAME {
            return Err(Lost::Missing { folder: beside.into() });
        }
        let Some(named) = written.strip_prefix("package://").or_else(|| written.strip_prefix("model://"))
        else {
            let path = beside.join(written.strip_prefix("file://").unwrap_or(written));
            if !path.is_file() {
                return Err(Lost::Missing { folder: beside.into() });
            }
            return self.within(beside, &path);
        };
        let (name, rest) = named.split_once('/').unwrap_or((named, ""));
        let folder = self.packages.get(name).map_or(beside, PathBuf::as_path);
        let parts: Vec<&str> = rest.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
        let whole = parts.join("/");
        let tails = iter::successors(Some(whole.as_str()), |tail| Some(tail.split_once('/')?.1));
        let mut paths = tails.take(MAX_SKIPPED).map(|tail| folder.join(tail));
        match paths.find(|path| path.is_file()) {
            Some(path) => self.within(folder, &path),
            None if self.packages.contains_key(name) => Err(Lost::Missing { folder: folder.into() }),
            None => Err(Lost::NoPackage { name: name.into() }),
        }
    }

    /// The canonical path, with links resolved, if it is in the folder or may be elsewhere.
    fn within(&self, folder: &Path, path: &Path) -> Result<PathBuf, Lost> {
        let missing = |_| Lost::Missing { folder: folder.into() };
        let found = path.canonicalize().map_err(missing)?;
        let is_inside = found.starts_with(folder.canonicalize().map_err(missing)?);
        if self.outside || is_inside { Ok(found) } else { Err(Lost::Outside { folder: folder.into() }) }
    }
}

/// Reason why a file was not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Lost {
    Missing { folder: PathBuf },
    NoPackage { name: String },
    Outside { folder: PathBuf },
}

impl Lost {
    /// The error for the referring file, with the reference as `written` at a position.
    pub fn reason(self, written: &str, place: String) -> Reason {
        let written = shortened(written);
        match self {
            Lost::Missing { folder } => Reason::MissingFile { written, folder, place },
            Lost::NoPackage { name } => Reason::NoPackage { written, name: shortened(&name), place },
            Lost::Outside { folder } => Reason::Outside { written, folder, place },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn files_are_found_inside_and_refused_outside() {
        let root = std::env::temp_dir().join(format!("impinge-io-folders-{}", std::process::id()));
        for folder in ["robot/meshes", "package/meshes/visual"] {
            fs::create_dir_all(root.join(folder)).unwrap();
        }
        for file in ["secret.stl", "robot/a.stl", "robot/meshes/b.stl", "package/meshes/visual/c.stl"] {
            fs::write(root.join(file), "").unwrap();
        }
        let base = root.join("robot/r.urdf");
        let folders = Folders::new().package("p", root.join("package"));
        let real = root.canonicalize().unwrap();
        for (written, wanted) in [
            ("a.stl", "robot/a.stl"),
            ("meshes/../a.stl", "robot/a.stl"),
            ("file://meshes/b.stl", "robot/meshes/b.stl"),
            ("package://p/meshes/visual/c.stl", "package/meshes/visual/c.stl"),
            ("package://p/more/meshes/visual/c.stl", "package/meshes/visual/c.stl"),
            ("package://unknown/meshes/b.stl", "robot/meshes/b.stl"),
            ("package://unknown/x/y/a.stl", "robot/a.stl"),
        ] {
            assert_eq!(folders.find(&base, written), Ok(real.join(wanted)), "{written}");
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(root.join("secret.stl"), root.join("robot/link.stl")).unwrap();
        let absolute = root.join("secret.stl");
        for written in [
            "../secret.stl",
            "meshes/../../secret.stl",
            "package://p/../secret.stl",
            absolute.to_str().unwrap(),
        ] {
            let told = folders.find(&base, written).unwrap_err();
            assert!(matches!(told, Lost::Outside { .. }), "{written}: {told:?}");
            let allowed = folders.clone().allow_outside();
            assert_eq!(allowed.find(&base, written), Ok(real.join("secret.stl")), "{written}");
        }
        #[cfg(unix)]
        assert!(matches!(folders.find(&base, "link.stl"), Err(Lost::Outside { .. })));
        let deep = "aaa/".repeat(100_000);
        let told = |written: &str| {
            folders.find(&base, written).unwrap_err().reason(written, "line 7".into()).to_string()
        };
        for (written, wanted) in [
            ("none.stl", "robot"),
            ("meshes", "robot"),
            ("package://p/none.stl", "package"),
            ("package://unknown/none.stl", "the folder of the package `unknown` is unknown"),
            ("package://", "the folder of the package"),
            (&deep, "there is no file `aaa"),
        ] {
            let told = told(written);
            let shown = written.chars().take(100).collect::<String>();
            assert!(told.contains(wanted) && told.contains(&shown) && told.ends_with("(line 7)"), "{told}");
            assert!(told.len() < 1000);
        }
        fs::remove_dir_all(&root).unwrap();
    }
}
