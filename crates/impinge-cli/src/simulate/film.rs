//! The pictures of a run that its page shows.

use super::picture::Picture;

/// The most pictures of a page, and the most poses in all of them: about 25 MB.
const PICTURES: usize = 400;
const POSES: usize = 400_000;

/// The pictures that a page shows: all, or every second, fourth and so on where they are too many.
#[derive(Default)]
pub struct Film {
    pictures: Vec<Picture>,
    seen: usize,
    /// Of every `2^thinned` pictures one is kept.
    thinned: u32,
}

impl Film {
    /// Those that are kept.
    pub fn pictures(&self) -> &[Picture] {
        &self.pictures
    }

    /// Adds the next picture.
    pub fn push(&mut self, picture: Picture) {
        let most = (POSES / picture.poses.len().max(1)).clamp(2, PICTURES);
        if self.seen.is_multiple_of(1 << self.thinned) {
            self.pictures.push(picture);
        }
        self.seen += 1;
        if self.pictures.len() > most {
            self.thinned += 1;
            let mut place = 0;
            self.pictures.retain(|_| {
                place += 1;
                place % 2 == 1
            });
        }
    }
}
