//! Arguments of `cargo xtask peers`.

use std::path::PathBuf;

use super::list::Peer;

/// Rounds of each block of pairs, normally and with `--quick`.
const ROUNDS: [usize; 2] = [5, 1];

/// Arguments of the command line.
#[derive(Default)]
pub struct Asked {
    pub cases: Option<PathBuf>,
    pub sources: Option<PathBuf>,
    /// Names of peers; all if empty.
    pub only: Vec<String>,
    /// Names of sets of pairs; all if empty. Measurements of others are kept.
    pub sets: Vec<String>,
    rounds: Option<usize>,
    pub quick: bool,
    /// Run nothing: rewrite the page from the records.
    page: bool,
    pub date: Option<String>,
}

pub fn parse(words: &[&str]) -> Result<Asked, String> {
    let mut asked = Asked::default();
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("`{word}` needs a value"));
        let names = |value: &str| value.split(',').map(str::to_owned).collect();
        match word {
            "--cases" => asked.cases = Some(value()?.into()),
            "--sources" => asked.sources = Some(value()?.into()),
            "--only" => asked.only = names(value()?),
            "--sets" => asked.sets = names(value()?),
            "--rounds" => {
                let rounds = value()?;
                let number = rounds.parse().ok().filter(|&n| n > 0);
                asked.rounds = Some(number.ok_or_else(|| format!("`{rounds}` is not a number of rounds"))?);
            }
            "--date" => asked.date = Some((*value()?).to_owned()),
            "--quick" => asked.quick = true,
            "--page" => asked.page = true,
            _ => {
                return Err(format!(
                    "`{word}` is not known: --cases FOLDER, --sources FOLDER, --only NAMES, --sets NAMES, --rounds N, --date DATE, --page, --quick"
                ));
            }
        }
    }
    Ok(asked)
}

impl Asked {
    /// Whether to run a peer: only named ones; if none is named, all, except for text peers with `--quick` or with named sets.
    pub fn asks_for(&self, peer: &Peer) -> bool {
        if self.page {
            false
        } else if self.only.is_empty() {
            !(peer.text && (self.quick || !self.sets.is_empty()))
        } else {
            self.only.contains(&peer.name)
        }
    }

    /// Rounds of each block of pairs.
    pub fn rounds(&self) -> usize {
        self.rounds.unwrap_or(ROUNDS[usize::from(self.quick)])
    }

    /// Arguments for a driver of pairs about sets.
    pub fn sets(&self) -> String {
        if self.sets.is_empty() { String::new() } else { format!("--sets {}", self.sets.join(",")) }
    }
}

/// The command, without paths of this machine, and without arguments that select a part; with sources if there are rows
/// of them, from this run or an earlier one of the day.
pub fn shown(words: &[&str], with_sources: bool) -> String {
    let mut shown = vec!["cargo xtask peers".to_owned()];
    if with_sources {
        shown.push("--sources FOLDER".to_owned());
    }
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        match word {
            "--cases" => {
                words.next();
                shown.push(format!("{word} FOLDER"));
            }
            "--sources" | "--only" | "--sets" | "--date" => {
                words.next();
            }
            "--page" => {}
            word => shown.push(word.to_owned()),
        }
    }
    shown.join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::list;
    use super::*;

    #[test]
    fn words_are_understood_or_refused() {
        let asked = parse(&["--cases", "c", "--only", "a,b", "--sets", "x,y", "--quick"]).unwrap();
        assert_eq!((asked.cases.as_deref(), asked.only.len()), (Some("c".as_ref()), 2));
        assert_eq!((asked.sets(), asked.rounds()), ("--sets x,y".to_owned(), 1));
        assert_eq!(parse(&[]).unwrap().rounds(), 5);
        assert_eq!(parse(&["--quick", "--rounds", "7"]).unwrap().rounds(), 7);
        assert!(parse(&["--rounds", "0"]).err().unwrap().contains("rounds"));
        assert!(parse(&["--fast"]).err().unwrap().contains("--quick"));
        assert!(parse(&["--cases"]).err().unwrap().contains("value"));
        assert_eq!(
            shown(&["--cases", "/a/b", "--only", "x", "--sets", "y", "--rounds", "3", "--quick"], true),
            "cargo xtask peers --sources FOLDER --cases FOLDER --rounds 3 --quick"
        );
    }

    #[test]
    fn named_peers_run_and_text_peers_are_slow() {
        let peers = list::read(&crate::root()).unwrap();
        let asks = |words: &[&str], name: &str| {
            parse(words).unwrap().asks_for(peers.iter().find(|peer| peer.name == name).unwrap())
        };
        assert!(asks(&[], "parry-hull") && !asks(&["--quick"], "parry-hull") && asks(&["--quick"], "parry"));
        assert!(!asks(&["--sets", "x"], "parry-hull") && asks(&["--sets", "x"], "parry"));
        assert!(asks(&["--quick", "--only", "parry-hull"], "parry-hull"));
        assert!(!asks(&["--only", "coal"], "parry") && !asks(&["--page"], "parry"));
    }
}
