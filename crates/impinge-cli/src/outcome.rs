//! Outcome of a command, and its exit code.

/// Outcome of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Success; no collision, if bodies were checked.
    Clear,
    /// Bodies collide.
    Collision,
    /// Answers are wrong or missing.
    Wrong,
    /// The user interrupted it.
    Interrupted,
}

impl Outcome {
    /// Exit code of the program.
    pub fn exit_code(self) -> u8 {
        match self {
            Outcome::Clear => 0,
            Outcome::Collision | Outcome::Wrong => 1,
            Outcome::Interrupted => 3,
        }
    }
}
