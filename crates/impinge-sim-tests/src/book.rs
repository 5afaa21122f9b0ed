//! The programs on the pages of the book about the simulation are tests, as they stand on its pages. They are here because a published package holds none of the book.

macro_rules! pages {
    ($($name:ident $page:literal),+ $(,)?) => {
        $(#[doc = include_str!(concat!("../../../docs/book/", $page))] pub struct $name;)+
    };
}
pages!(
    Joints "joints.md",
    NoOverlap "no-overlap.md",
    RigidBodies "rigid-bodies.md",
    SoftStep "soft-step.md",
    Stacking "stacking.md",
);
