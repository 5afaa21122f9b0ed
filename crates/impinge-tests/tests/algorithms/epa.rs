//! EPA in the plane and in space, and the climb that sharpens its answers, each by itself: not behind the front door, where
//! the certified search would hide what they miss.

mod climb;
mod plane;
mod ridge;
mod space;
