//! The programs in the book are tests, as they stand on its pages. They are here because a published package holds none of the book.

macro_rules! pages {
    ($($name:ident $page:literal),+ $(,)?) => {
        $(#[doc = include_str!(concat!("../../../docs/book/", $page))] pub struct $name;)+
    };
}
pages!(
    MinkowskiDifference "minkowski-difference.md",
    Gjk "gjk.md",
    Johnson "johnson.md",
    Backup "backup.md",
    Voronoi "voronoi.md",
    SignedVolumes "signed-volumes.md",
    SeparatingGjk "separating-gjk.md",
    SweptGjk "swept-gjk.md",
    Epa "epa.md",
    Mpr "mpr.md",
    Vclip "vclip.md",
    Certify "certify.md",
    Climb "climb.md",
    ContactManifolds "contact-manifolds.md",
    PerturbedSampling "perturbed-sampling.md",
    PersistentContacts "persistent-contacts.md",
    Casting "casting.md",
    Scene "scene.md",
    BroadPhase "broad-phase.md",
    PlayerMovement "player-movement.md",
    ContinuousCollision "continuous-collision.md",
    PolygonMeshes "polygon-meshes.md",
    Bodies "bodies.md",
    GhostContacts "ghost-contacts.md",
    Decomposition "decomposition.md",
    DistanceMaps "distance-maps.md",
    MapContacts "map-contacts.md",
    MovingFeatures "moving-features.md",
    RayCast "ray-cast.md",
    LooksWrong "looks-wrong.md",
    WarmStart "warm-start.md",
);
