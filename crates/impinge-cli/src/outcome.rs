//! What a command found, as its exit code says it.

/// What a command found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is done; where bodies were asked about, none collide.
    Clear,
    /// Bodies collide.
    Collision,
    /// Answers are wrong or missing.
    Wrong,
    /// Somebody stopped it.
    Interrupted,
}

impl Outcome {
    /// What the program exits with.
    pub fn exit_code(self) -> u8 {
        match self {
            Outcome::Clear => 0,
            Outcome::Collision | Outcome::Wrong => 1,
            Outcome::Interrupted => 3,
        }
    }
}
