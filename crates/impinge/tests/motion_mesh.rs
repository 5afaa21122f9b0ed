//! Polygon meshes: what is built from good and bad input, which edges are internal, and what needs only a mesh:
//! boxes, rays, inside or outside, and the start in solid.

#[path = "motion_mesh/build.rs"]
mod build;
#[path = "motion_mesh/check.rs"]
mod check;
#[path = "motion_mesh/internal.rs"]
mod internal;
#[path = "motion_mesh/near.rs"]
mod near;
#[path = "motion_mesh/solid.rs"]
mod solid;
#[path = "motion_mesh/soups.rs"]
mod soups;
#[path = "motion_mesh/trace.rs"]
mod trace;
#[path = "motion_mesh/voxels.rs"]
mod voxels;
