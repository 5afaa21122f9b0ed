//! Pictures of a run for its page.

use super::picture::Picture;

/// Most pictures of a page, and most poses in all of them: about 25 MB.
const PICTURES: usize = 400;
const POSES: usize = 400_000;

/// Pictures of a page: all, or every second, fourth and so on if there are too many.
#[derive(Default)]
pub struct Film {
    pictures: Vec<Picture>,
    seen: usize,
    /// One of every `2^thinned` pictures is kept.
    thinned: u32,
}

impl Film {
    /// Pictures that are kept.
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
