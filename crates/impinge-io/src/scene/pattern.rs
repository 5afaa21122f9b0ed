//! Name patterns, with the wildcard `*`.

/// A name pattern: `*` matches any characters or none, everything else matches itself. A pattern with `@` before it is one of groups, and
/// matches a body if it matches one of the body's groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    text: String,
    of_groups: bool,
}

impl Pattern {
    /// A pattern, as written.
    pub fn new(written: impl Into<String>) -> Self {
        let written = written.into();
        match written.strip_prefix('@') {
            Some(rest) => Self { text: rest.into(), of_groups: true },
            None => Self { text: written, of_groups: false },
        }
    }

    /// Whether the pattern matches a body with this name and in these groups.
    pub fn matches(&self, name: &str, groups: &[String]) -> bool {
        match self.of_groups {
            true => groups.iter().any(|group| is_like(&self.text, group)),
            false => is_like(&self.text, name),
        }
    }
}

/// Whether a name matches a pattern, in which `*` matches any characters or none. Each piece between stars is matched at the first
/// possible position; if it fits anywhere, this leaves the most room for the rest.
pub fn is_like(pattern: &str, name: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(mut left) = name.strip_prefix(first) else { return false };
    let mut pieces: Vec<&str> = rest.split('*').collect();
    let last = pieces.pop().unwrap_or_default();
    for piece in pieces {
        match left.find(piece) {
            Some(place) => left = &left[place + piece.len()..],
            None => return false,
        }
    }
    left.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_match_anything() {
        for (pattern, name, wanted) in [
            ("arm", "arm", true),
            ("arm", "arms", false),
            ("*", "", true),
            ("arm*", "arm", true),
            ("arm*", "armor", true),
            ("*arm", "forearm", true),
            ("*arm", "forearms", false),
            ("a*a", "a", false),
            ("a*a", "aa", true),
            ("a*b*c", "a-b-b-c", true),
            ("a*b*c", "a-c-b", false),
            ("a**c", "abc", true),
            ("*é*", "café au lait", true),
            ("", "", true),
            ("", "a", false),
            ("bolt*", "bolt 7.stl", true),
            ("bolt*", "a bolt", false),
            ("*bolt*", "a/bolt/b", true),
            ("*ab*ab", "abxab", true),
            ("*ab*ab", "abab", true),
            ("*ab*ab", "aab", false),
            ("a*b*c", "a1b2b3c", true),
            ("a*b*c", "a1b2b3", false),
        ] {
            assert_eq!(is_like(pattern, name), wanted, "{pattern} {name}");
        }
    }

    #[test]
    fn an_at_sign_means_groups() {
        let groups = ["steel".to_owned(), "left".to_owned()];
        assert!(Pattern::new("@st*").matches("bolt", &groups));
        assert!(!Pattern::new("@bolt").matches("bolt", &groups));
        assert!(!Pattern::new("steel").matches("bolt", &groups));
        assert!(!Pattern::new("@*").matches("bolt", &[]));
    }
}
