//! A case: files, a command line, and what is known of the exit code.

use std::path::Path;
use std::{fs, io};

use super::bodies::{Body, grid};
use super::dice::Dice;
use super::formats::{ALONE, alone, damage, nodes, objects};

/// Files and a command line.
pub struct Case {
    files: Vec<(String, Vec<u8>)>,
    pub args: Vec<String>,
    /// Its special property.
    pub about: String,
    known: Known,
}

/// Truth that is known without the program.
#[derive(Default)]
struct Known {
    /// Something that is named cannot be read, and the command line does not excuse it.
    unread: bool,
    /// Two bodies have a point in common that is inside of one of them.
    collides: bool,
    /// A body has an edge with one face, and may not.
    open: bool,
    /// Nothing is damaged.
    sound: bool,
    /// Bodies are apart.
    apart: bool,
    /// Number of files that a run is to write.
    writes: Vec<String>,
}

/// Distance of the places of bodies.
const ROOM: f64 = 16.0;

impl Case {
    /// A case of any verb.
    pub fn random(dice: &mut Dice) -> Self {
        match dice.below(10) {
            0..=3 => Self::bodies(dice, "clash"),
            4..=6 => Self::bodies(dice, "check"),
            7 => Self::info(dice),
            _ => Self::other(dice),
        }
    }

    pub fn verb(&self) -> &'static str {
        const VERBS: [&str; 11] = [
            "clash",
            "check",
            "info",
            "convert",
            "hull",
            "sdf",
            "decompose",
            "robot",
            "simulate",
            "ccd",
            "pairs",
        ];
        VERBS.iter().find(|verb| self.args.first().is_some_and(|a| a == *verb)).unwrap_or(&"other")
    }

    /// Writes the files into a new folder.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        match fs::remove_dir_all(folder) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
            _ => fs::create_dir_all(folder.join("empty"))?,
        }
        for (name, bytes) in &self.files {
            let path = folder.join(name);
            path.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::write(path, bytes)?;
        }
        Ok(())
    }

    /// The promise that a run broke.
    pub fn broken(&self, code: Option<i32>, stderr: &str) -> Option<&'static str> {
        let known = &self.known;
        let Some(code) = code else { return Some("every run ends by itself") };
        if !(0..=4).contains(&code) || code == 3 || stderr.contains("panicked") {
            return Some("no panic, and an exit code of the table");
        }
        let promises = [
            (code == 2 && stderr.is_empty(), "an error is said"),
            (known.unread && code != 2, "what cannot be read is exit code 2"),
            (
                known.collides && !matches!(code, 1 | 2),
                "a collision is exit code 1, or 2 if something was not read",
            ),
            (known.open && code == 0, "an open body is not clear"),
            (known.sound && !known.unread && code == 2, "what is sound is read"),
            (
                known.sound && known.apart && !known.open && !known.unread && code != 0,
                "what is apart is clear",
            ),
        ];
        promises.into_iter().find(|(is_broken, _)| *is_broken).map(|(_, promise)| promise)
    }

    /// Bodies in files, some of them in one, checked against one another.
    fn bodies(dice: &mut Dice, verb: &str) -> Self {
        let mut known = Known { sound: true, apart: true, ..Known::default() };
        let mut about = Vec::new();
        let mut bodies = Vec::new();
        for place in 0..1 + dice.below(3) {
            let corner = [ROOM * place as f64, 0.0, 0.0];
            let mut one = Body::cuboid(corner, [0; 3].map(|_| grid(2.0 + 2.0 * dice.unit())));
            let at = |x: f64| [0, 1, 2].map(|k| corner[k] + x);
            let other = match dice.below(4) {
                // With a vertex in the middle of the first; inside of it; apart.
                0 => Body::cuboid(at(1.0), [4.0; 3]),
                1 => Body::cuboid(at(0.75), [0.5; 3]),
                _ => Body::cuboid(at(6.0), [1.0; 3]),
            };
            if dice.one_in(3) {
                let what = one.change(dice);
                about.push(what);
                // A fin and a moved point may reach the other body.
                known.apart &= !matches!(what, "a fin" | "a point moved");
                known.open |= matches!(what, "a fin" | "a triangle missing");
            }
            known.collides |= one.holds(&other);
            let is_apart = other.points[0][0] - corner[0] > 5.0;
            known.apart &= is_apart;
            bodies.extend([one, other]);
        }
        // A body that meets nothing: what it becomes by damage leaves the others as they are.
        let names: Vec<String> = (0..bodies.len()).map(|k| format!("b{k}")).collect();
        let named: Vec<(&str, &Body)> = names.iter().map(String::as_str).zip(&bodies).collect();
        let mut files = Vec::new();
        match dice.below(4) {
            0 => files.push(("all.obj".to_owned(), objects(&named))),
            1 => files.push(("all.glb".to_owned(), nodes(&named))),
            2 => {
                let (half, rest) = named.split_at(named.len() / 2);
                files.push(("one.obj".to_owned(), objects(half)));
                files.push(("two.glb".to_owned(), nodes(rest)));
            }
            _ => {
                for (name, body) in &named {
                    let extension = *dice.pick(&ALONE);
                    files.push((format!("{name}.{extension}"), alone(extension, body)));
                }
            }
        }
        let mut args = vec![verb.to_owned()];
        args.extend(files.iter().map(|(name, _)| name.clone()));
        if dice.one_in(3) {
            let extension = *dice.pick(&ALONE);
            let mut bytes = alone(extension, &Body::cuboid([0.0, -50.0, 0.0], [1.0; 3]));
            damage(&mut bytes, dice);
            files.push((format!("damaged.{extension}"), bytes));
            args.push(format!("damaged.{extension}"));
            known.sound = false;
            about.push("a damaged file");
        }
        if dice.one_in(8) && files.len() > 1 {
            // All of its bodies may have become anything.
            let which = dice.below(files.len());
            damage(&mut files[which].1, dice);
            known = Known { unread: known.unread, ..Known::default() };
            about.push("a damaged body");
        }
        if dice.one_in(4) {
            args.push(unread(dice, &mut files));
            known.unread = true;
            about.push("a file that is none");
        }
        if dice.one_in(4) {
            args.push("--skip-unreadable".into());
            known.unread = false;
            // With fewer bodies than two there is nothing to check.
        }
        if dice.one_in(5) {
            args.extend(["--allow-open".into(), "*".into()]);
            known.open = false;
            known.collides &= known.sound || known.collides;
        }
        if dice.one_in(8) {
            args.push("--json".into());
        }
        if verb == "clash" && dice.one_in(8) {
            args.extend(["--out".into(), "report".into()]);
        }
        if dice.one_in(8) {
            args.push("--whole".into());
            // Bodies in one file are one body, which is not checked against itself, and its parts may close it.
            known = Known { unread: known.unread, ..Known::default() };
        }
        Self { files, args, about: about.join(", "), known }
    }

    /// Descriptions of files.
    fn info(dice: &mut Dice) -> Self {
        let mut known = Known { sound: true, apart: true, ..Known::default() };
        let mut files = Vec::new();
        let mut args = vec!["info".to_owned()];
        for k in 0..1 + dice.below(3) {
            let (name, mut bytes) = sample(dice, k);
            if dice.one_in(2) {
                damage(&mut bytes, dice);
                known.sound = false;
            }
            args.push(name.clone());
            files.push((name, bytes));
        }
        if dice.one_in(3) {
            args.push(unread(dice, &mut files));
            known.unread = true;
        }
        if dice.one_in(4) {
            args.push("--json".into());
        }
        Self { files, args, about: String::new(), known }
    }

    /// Commands that read one file.
    fn other(dice: &mut Dice) -> Self {
        let mut known = Known::default();
        let mut files = Vec::new();
        let extension = *dice.pick(&ALONE);
        let mesh = format!("mesh.{extension}");
        let body = Body::cuboid([0.0; 3], [1.0, 2.0, 3.0]);
        files.push((mesh.clone(), alone(extension, &body)));
        let text = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<String>>();
        let is_damaged = dice.one_in(2);
        let mut args = match dice.below(9) {
            0 => {
                let to = format!("out.{}", *dice.pick(&["obj", "stl", "ply", "off", "glb", "3mf"]));
                known.writes.push(to.clone());
                text(&["convert", &mesh, &to])
            }
            1 => text(&["hull", &mesh]),
            2 => text(&["sdf", &mesh, "--cells", "8", "--out", "map.isdf"]),
            3 => text(&["decompose", &mesh, "--out", "parts", "--max-parts", "2"]),
            4 => {
                files.push(("arm.urdf".into(), robot(&mesh).into_bytes()));
                text(&["robot", "arm.urdf"])
            }
            5 => {
                files.push(("scene.toml".into(), scene(&mesh).into_bytes()));
                text(&["simulate", "scene.toml", "--steps", "2"])
            }
            6 => {
                files.push(("data.f64".into(), (0..192).map(|_| dice.word() as u8).collect()));
                text(&["ccd", "--kind", "vf", "data.f64"])
            }
            7 => {
                files.push(("data.bin".into(), (0..100).map(|_| dice.word() as u8).collect()));
                text(&["hull", "--clouds", "data.bin"])
            }
            _ => {
                files.push(("scene.toml".into(), scene(&mesh).into_bytes()));
                text(&["check", "scene.toml"])
            }
        };
        known.sound = !is_damaged && !args.iter().any(|a| a.starts_with("data"));
        if is_damaged {
            let which = dice.below(files.len());
            damage(&mut files[which].1, dice);
        } else if dice.one_in(4) {
            // The file that is named, or one that it names, is not there.
            files.remove(0);
            known.unread = !args.iter().any(|a| a.starts_with("data"));
        }
        if dice.one_in(4) {
            args.push("--json".into());
        }
        Self { files, args, about: String::new(), known }
    }

    /// Files that a run that ended with 0 has written.
    pub fn writes(&self) -> &[String] {
        &self.known.writes
    }
}

/// A file that every verb reads.
fn sample(dice: &mut Dice, k: usize) -> (String, Vec<u8>) {
    let body = Body::cuboid([0.0; 3], [1.0, 2.0, 3.0]);
    match dice.below(8) {
        0 => (format!("{k}.glb"), nodes(&[("a", &body), ("b", &body)])),
        1 => (format!("{k}.obj"), objects(&[("a", &body), ("b", &body)])),
        _ => {
            let extension = *dice.pick(&ALONE);
            (format!("{k}.{extension}"), alone(extension, &body))
        }
    }
}

/// Names something that is not a file of the kind that its name says.
fn unread(dice: &mut Dice, files: &mut Vec<(String, Vec<u8>)>) -> String {
    let (name, bytes): (&str, &[u8]) = match dice.below(8) {
        0 => return "missing.stl".into(),
        1 => return "empty".into(),
        2 => ("none.obj", b""),
        3 => ("text.obj", b"v 0 0 zero\n"),
        4 => ("points.obj", b"v 0 0 0\nv 1 0 0\n"),
        5 => ("noise.glb", &[7; 300]),
        6 => ("notes.txt", b"not a mesh"),
        _ => ("flat.obj", b"v 0 0 0\nv 1 0 0\nf 1 2 1\n"),
    };
    files.push((name.into(), bytes.to_vec()));
    name.into()
}

/// A robot of two links that are apart.
fn robot(mesh: &str) -> String {
    format!(
        "<robot name='r'><link name='a'><collision><geometry><mesh filename='{mesh}'/></geometry></collision></link>\
         <link name='m'/><link name='b'><collision><geometry><sphere radius='0.5'/></geometry></collision></link>\
         <joint name='j' type='fixed'><parent link='a'/><child link='m'/></joint>\
         <joint name='k' type='revolute'><parent link='m'/><child link='b'/><origin xyz='9 0 0'/><axis xyz='0 0 1'/>\
         <limit lower='-1' upper='1'/></joint></robot>"
    )
}

/// A scene of two bodies that are apart.
fn scene(mesh: &str) -> String {
    format!(
        "[[body]]\nname = \"mesh\"\nmesh = {{ file = \"{mesh}\" }}\n[[body]]\nname = \"ball\"\n\
         shape = {{ kind = \"Sphere\", radius = 0.5 }}\npose = {{ position = [5, 5, 5] }}\nmass = 1\n"
    )
}
