//! Islands: sets of bodies that are connected, directly or through others.

/// Islands of bodies, found by union-find.
#[derive(Clone, Debug, Default)]
pub(crate) struct Islands {
    /// For each body, a body of the same island with a smaller index, or itself.
    parent: Vec<u32>,
}

impl Islands {
    /// Starts with this many bodies, each an island of its own.
    pub fn begin(&mut self, bodies: usize) {
        self.parent.clear();
        self.parent.extend(0..bodies as u32);
    }

    /// The root of a body's island: its first body.
    pub fn root(&mut self, mut body: usize) -> usize {
        // Path halving shortens all later walks; the walk ends since parents are smaller.
        while self.parent[body] as usize != body {
            let above = self.parent[self.parent[body] as usize];
            self.parent[body] = above;
            body = above as usize;
        }
        body
    }

    /// Merges the islands of two bodies.
    pub fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b)] = a.min(b) as u32;
    }
}
