//! The drivers, as `peers/peers.toml` lists them.

use std::path::Path;

use serde::Deserialize;

/// File that lists them.
pub const LIST: &str = "peers/peers.toml";

/// A driver. Commands are lines for `sh`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Peer {
    /// Name of its record.
    pub name: String,
    /// Subject of the comparison.
    pub about: String,
    /// Preparation of shapes and poses, and the timed part.
    #[serde(default)]
    pub poses: String,
    /// Command that fails if the machine lacks something.
    #[serde(default)]
    pub needs: Option<String>,
    /// Message in that case.
    #[serde(default)]
    pub otherwise: String,
    /// Command that builds it.
    #[serde(default)]
    pub build: Option<String>,
    /// Command that runs it.
    pub run: String,
    /// Whether it prints text instead of lines of JSON.
    #[serde(default)]
    pub text: bool,
}

impl Peer {
    /// File of its record.
    pub fn record(&self) -> String {
        format!("{}.{}", self.name, if self.text { "txt" } else { "csv" })
    }
}

#[derive(Deserialize)]
struct List {
    peer: Vec<Peer>,
}

/// All drivers.
pub fn read(root: &Path) -> Result<Vec<Peer>, String> {
    let text = std::fs::read_to_string(root.join(LIST)).map_err(|e| format!("{LIST}: {e}"))?;
    parse(&text)
}

fn parse(text: &str) -> Result<Vec<Peer>, String> {
    let list: List = toml::from_str(text).map_err(|e| format!("{LIST}: {e}"))?;
    for peer in &list.peer {
        if peer.needs.is_some() && peer.otherwise.is_empty() {
            return Err(format!(
                "{LIST}: peer `{}` may be skipped and does not say why in `otherwise`",
                peer.name
            ));
        }
    }
    Ok(list.peer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_read_and_every_skip_has_its_sentence() {
        let peers = read(&crate::root()).unwrap();
        for name in ["parry", "libccd", "coal", "mujoco", "fcl", "bullet", "opengjk", "jolt", "box3d"] {
            assert!(
                peers.iter().any(|peer| peer.name == name && !peer.text && !peer.poses.is_empty()),
                "{name}"
            );
        }
        let bad = "[[peer]]\nname = \"a\"\nabout = \"b\"\nrun = \"true\"\n";
        assert_eq!(parse(bad).unwrap().len(), 1);
        assert!(parse(&format!("{bad}needs = \"false\"\n")).err().unwrap().contains("otherwise"));
        assert!(parse(&bad.replace("run", "build")).err().unwrap().contains("run"));
        assert!(parse(&format!("{bad}speed = 1\n")).err().unwrap().contains("speed"));
    }
}
