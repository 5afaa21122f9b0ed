//! Outcome of a command, and its exit code.

/// Outcome of a command, from the best to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Everything named was read; if bodies were checked, they are clear, and that is proven.
    Clear,
    /// No collision was found, but a body is open, so nothing can be proven to be outside of it.
    Unproven,
    /// Bodies collide.
    Collision,
    /// Answers are wrong or missing.
    Wrong,
    /// An input that was named could not be read; the rest was done.
    Unread,
    /// The user interrupted it.
    Interrupted,
}

impl Outcome {
    /// Exit code of the program.
    pub fn exit_code(self) -> u8 {
        match self {
            Outcome::Clear => 0,
            Outcome::Collision | Outcome::Wrong => 1,
            Outcome::Unread => 2,
            Outcome::Interrupted => 3,
            Outcome::Unproven => 4,
        }
    }

    /// The worse of two outcomes of one command.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        self.max(other)
    }
}

#[cfg(test)]
mod tests {
    use super::Outcome::*;

    #[test]
    fn of_several_outcomes_the_first_of_3_2_1_4_0_is_the_exit_code() {
        let rising = [(Clear, 0), (Unproven, 4), (Collision, 1), (Unread, 2), (Interrupted, 3)];
        for (k, (worse, code)) in rising.iter().enumerate() {
            for (better, _) in &rising[..=k] {
                assert_eq!((worse.and(*better).exit_code(), better.and(*worse).exit_code()), (*code, *code));
            }
        }
        assert_eq!(Wrong.exit_code(), 1);
    }
}
