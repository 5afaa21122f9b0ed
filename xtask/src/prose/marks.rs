//! Marks of unidiomatic English, each with a better form.

/// A mark: words in a row that a sentence can do without.
pub struct Mark {
    /// Name in the list of counts.
    pub name: &'static str,
    /// Better form, with the reason if the form does not say it.
    pub better: &'static str,
    /// Alternatives for each word in turn, in lower case.
    pub words: &'static [&'static [&'static str]],
    /// Words before it that make it idiomatic.
    pub except_after: &'static [&'static str],
    /// Words after it that make it idiomatic.
    pub except_before: &'static [&'static str],
}

/// First words of a doc comment that are not the noun that the item is.
pub const FIRST: Mark = Mark {
    name: "first-word",
    better: "begin with the noun that the item is, or the verb of what it does: \"Number of steps\", not \"How many steps\"",
    words: &[&["what", "how", "where", "of", "that", "those", "as"]],
    except_after: &[],
    except_before: &[],
};

const IS: &[&str] = &["is", "are", "was", "were", "be"];
const THERE: &[&str] = &["there", "there's"];

/// Marks that may be anywhere in a sentence.
pub const MARKS: &[Mark] = &[
    mark("is-no", "negate the verb: \"is not a vertex\"", &[IS, &["no"]]).unless(
        THERE,
        &[
            "longer", "more", "less", "larger", "smaller", "nearer", "farther", "further", "deeper",
            "greater", "shorter", "better", "worse", "faster", "slower", "wider", "higher", "lower", "need",
        ],
    ),
    mark(
        "is-none",
        "name what is missing: \"is not a solid\", \"has no pose\"; \"there is none\" is fine",
        &[IS, &["none"]],
    )
    .unless(THERE, &[]),
    mark("is-of", "name the relation: \"belongs to\", \"comes from\", \"has\", \"measures\"", &[IS, &["of"]])
        .unless(&[], &["interest", "use", "no", "length", "this", "first", "second", "one"]),
    mark(
        "but-for",
        "\"except for\" or \"up to\": bound phrases of older books slow a reader down",
        &[&["but"], &["for"]],
    )
    .unless(&["not"], &[]),
    mark("told", "\"reported\", \"given\": a value is not a story", &[&["told"]]).unless(&[], &["apart"]),
    mark("says-of", "\"says about\", \"reports for\"", &[&["say", "says", "said", "tell", "tells"], &["of"]]),
    mark("is-said", "\"is reported\", \"is stated\"", &[IS, &["said"]]).unless(&[], &["to"]),
    mark(
        "is-asked",
        "\"is queried\", \"is called\", \"is evaluated\": functions are called",
        &[IS, &["asked"]],
    ),
    mark("asked-for", "\"requested\"", &[&["asked"], &["for"]]),
    mark(
        "held-against",
        "\"compared with\", \"checked against\"",
        &[&["hold", "holds", "held"], &["against"]],
    ),
    mark(
        "so-many",
        "give the number its name: \"at most `LIMIT` steps\", \"that many\"",
        &[&["so"], &["many"]],
    ),
    mark("passed-over", "\"skipped\"", &[&["passed"], &["over"]]),
    mark("anew", "\"again\", \"from scratch\"", &[&["anew"]]),
];

const fn mark(name: &'static str, better: &'static str, words: &'static [&'static [&'static str]]) -> Mark {
    Mark { name, better, words, except_after: &[], except_before: &[] }
}

impl Mark {
    const fn unless(self, after: &'static [&'static str], before: &'static [&'static str]) -> Self {
        Self { except_after: after, except_before: before, ..self }
    }
}
