//! Which bodies hang together, by whatever detour.

/// Islands of bodies, found by union-find.
#[derive(Clone, Debug, Default)]
pub(crate) struct Islands {
    /// For each body a body of the same island with a smaller index, or itself.
    parent: Vec<u32>,
    /// For each body that is its own parent, whether its island must be awake.
    pub awake: Vec<bool>,
}

impl Islands {
    /// So many bodies, each an island.
    pub fn begin(&mut self, bodies: usize) {
        self.parent.clear();
        self.parent.extend(0..bodies as u32);
    }

    /// The first body of the island of a body.
    pub fn root(&mut self, mut body: usize) -> usize {
        // Each step halves the way of all that come after; it ends as parents are smaller.
        while self.parent[body] as usize != body {
            let above = self.parent[self.parent[body] as usize];
            self.parent[body] = above;
            body = above as usize;
        }
        body
    }

    /// Makes one island of those of two bodies.
    pub fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b)] = a.min(b) as u32;
    }
}
