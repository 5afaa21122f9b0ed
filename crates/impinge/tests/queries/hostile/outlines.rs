pub const COVERS: &[&str] = &[];
