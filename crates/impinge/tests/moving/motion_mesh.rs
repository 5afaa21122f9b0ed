//! Polygon meshes: what is built from good and bad input, which edges are internal, and what needs only a mesh:
//! boxes, rays, inside or outside, and the start in solid.

mod build;
mod check;
mod internal;
mod near;
mod solid;
mod soups;
mod trace;
mod voxels;
