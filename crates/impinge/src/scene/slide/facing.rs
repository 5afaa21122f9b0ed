//! One-sided chains for a player: solid if the player is in front, absent while it passes.
//!
//! # Rule
//! A segment is solid for a player that is wholly apart from it, on its front. A player that is behind it or overlaps it passes: the
//! segment is absent, in whichever direction the player moves. So a player who jumps through a ledge is neither stopped nor pushed on
//! the way, and lands on it once it is clear of it. The rule is purely geometric; no state is kept from call to call, because a slide
//! never ends in overlap with anything solid.
//!
//! A player that leaves a segment within one call is nearer to it than its clearance for a while. So within a call a segment
//! in front that is nearer than the distance of casts counts only if it was solid at the start of the slide.
//!
//! # Moving ledges
//! A ledge that was moved into a player who stood on it cannot be distinguished from one that is passed, except by the depth.
//! A player no deeper than `free` with its center in front is moved out first, as from any object, if there is a way; if there
//! is none it passes.

use core::any::Any;
use core::cell::Cell;

use crate::answer::Settings;
use crate::body::{Form, Middle, PieceSpace, Pieces, Tree};
use crate::math::{Pose, Precision, Rotation};
use crate::nonconvex::{Dimension, FormSpace};
use crate::shape::{Parts, Space, Support};

/// Accuracy of distances, relative to the pair.
pub(super) const GAP: f64 = 1.0 / (1u64 << 33) as f64;

/// A body of pieces, and its pose.
type Standing<'a, W> = (&'a dyn Pieces<W>, Pose<W>);

/// A player, and the pieces of a one-sided body that are solid for it at its pose. One instance serves all bodies, in turn.
pub(crate) struct Facing<'a, V: Dimension> {
    /// The player in its own frame.
    pub(super) shape: Parts<'a, V::Wide>,
    /// The body of the query, and its pose.
    body: Cell<Option<Standing<'a, V::Wide>>>,
    /// The player at its pose.
    player: Cell<Option<Parts<'a, V::Wide>>>,
    /// The player at the start of the slide, once it has started.
    from: Cell<Option<Parts<'a, V::Wide>>>,
    /// The distance that casts keep; nearer than this, a piece counts only if it was solid for `from`.
    near: Cell<f64>,
    /// Maximum depth from which a player is moved out.
    free: Cell<f64>,
    /// The distance within which a piece that is not solid is noted, and whether one was.
    clearance: Cell<f64>,
    passing: Cell<bool>,
}

impl<'a, V: Dimension> Facing<'a, V> {
    pub(super) fn new(shape: Parts<'a, V::Wide>) -> Self {
        Self {
            shape,
            body: Cell::new(None),
            player: Cell::new(None),
            from: Cell::new(None),
            near: Cell::new(0.0),
            free: Cell::new(0.0),
            clearance: Cell::new(0.0),
            passing: Cell::new(false),
        }
    }

    /// Prepares for a player at its start. `free` is the depth up to which it is moved out.
    pub(super) fn begin(&self, free: f64) {
        self.from.set(None);
        self.free.set(free);
    }

    /// Sets the start of the slide, and the distance that casts keep from now on.
    pub(super) fn begun(&self, from: Parts<'a, V::Wide>, near: f64) {
        self.from.set(Some(from));
        self.free.set(0.0);
        self.near.set(near);
    }

    /// From now on notes pieces that are not solid and nearer than the clearance.
    pub(super) fn note(&self, near: f64, clearance: f64) {
        self.near.set(near);
        self.clearance.set(clearance);
        self.passing.set(false);
    }

    /// Whether there was such a piece.
    pub(super) fn passing(&self) -> bool {
        self.passing.get()
    }

    /// A one-sided form for a player; `None` for other forms, which are unchanged.
    pub(super) fn seen(
        &'a self,
        form: &Form<'a, V::Wide>,
        player: &Parts<'a, V::Wide>,
    ) -> Option<Form<'a, V::Wide>> {
        match *form {
            Form::Pieces(pieces, pose) if pieces.is_one_sided() => {
                self.body.set(Some((pieces, pose)));
                self.player.set(Some(*player));
                Some(Form::Pieces(self, pose))
            }
            _ => None,
        }
    }

    fn body(&self) -> &'a dyn Pieces<V::Wide> {
        match self.body.get() {
            Some((pieces, _)) => pieces,
            None => unreachable!("a form is seen only once its body is set"),
        }
    }

    /// A lower bound on the distance of a player from a piece, and whether it is on its front.
    fn place(&self, item: u32, player: &Parts<'a, V::Wide>) -> (f64, bool) {
        let Some((pieces, pose)) = self.body.get() else { return (f64::INFINITY, true) };
        let piece = pieces.piece(item).placed(&pose);
        let settings = Settings { gap: Some(GAP), margin: None };
        let Some(found) = V::Wide::contact_of_pieces(player, &piece, &settings) else {
            return (f64::INFINITY, true);
        };
        let turn = pose.rotation();
        let point = turn.unrotate(found.point_b - pose.translation());
        let normal = turn.unrotate(-found.normal);
        let distance = player.precision.round(found.signed_distance - found.error);
        (distance, pieces.fronts(item, point, normal, true))
    }

    /// Whether a piece is solid for the player.
    fn is_solid(&self, item: u32) -> bool {
        let Some(player) = self.player.get() else { return true };
        let (distance, front) = self.place(item, &player);
        let solid = if distance > 0.0 {
            front && (distance >= self.near.get() || self.was_solid(item))
        } else {
            front && -distance <= self.free.get() && self.has_center_before(item, &player)
        };
        if !solid && distance < self.clearance.get() {
            self.passing.set(true);
        }
        solid
    }

    /// Whether a piece was solid at the start of the slide.
    fn was_solid(&self, item: u32) -> bool {
        self.from.get().is_none_or(|from| {
            let (distance, front) = self.place(item, &from);
            distance > 0.0 && front
        })
    }

    fn has_center_before(&self, item: u32, player: &Parts<'a, V::Wide>) -> bool {
        let Some((pieces, pose)) = self.body.get() else { return true };
        let relative = V::Wide::relative(&pose, &player.pose);
        let center = player.core.center();
        pieces.faces(item, crate::math::Turn::turn(&relative.turn, center) + relative.offset)
    }
}

impl<V: Dimension> Pieces<V::Wide> for Facing<'_, V> {
    fn precision(&self) -> Precision {
        self.body().precision()
    }
    fn tree(&self) -> Tree<'_> {
        self.body().tree()
    }
    fn piece(&self, item: u32) -> Parts<'_, V::Wide> {
        self.body().piece(item)
    }
    fn name(&self, item: u32) -> u32 {
        self.body().name(item)
    }
    fn reach(&self) -> f64 {
        self.body().reach()
    }
    fn lost(&self) -> f64 {
        self.body().lost()
    }
    fn each_part(&self, visit: &mut dyn FnMut(u32, V::Wide) -> bool) {
        self.body().each_part(visit);
    }
    fn part_count(&self) -> usize {
        self.body().part_count()
    }
    fn part_of(&self, item: u32) -> u32 {
        self.body().part_of(item)
    }
    fn convex_part(&self, part: u32) -> Option<Parts<'_, V::Wide>> {
        self.body().convex_part(part)
    }
    fn is_solid(&self) -> bool {
        self.body().is_solid()
    }
    fn holds(&self, point: V::Wide) -> bool {
        self.body().holds(point)
    }
    fn allowed_instead(
        &self,
        item: u32,
        point: V::Wide,
        normal: V::Wide,
        other: &mut Middle<V::Wide>,
    ) -> Option<V::Wide> {
        self.body().allowed_instead(item, point, normal, other)
    }
    fn flat_to(&self, item: u32, point: V::Wide, near: f64) -> Option<u32> {
        self.body().flat_to(item, point, near)
    }
    fn mesh(&self) -> Option<<V::Wide as PieceSpace>::Mesh<'_>> {
        self.body().mesh()
    }
    fn is_one_sided(&self) -> bool {
        true
    }
    fn faces(&self, item: u32, _: V::Wide) -> bool {
        Facing::is_solid(self, item)
    }
    fn fronts(&self, item: u32, point: V::Wide, normal: V::Wide, at_start: bool) -> bool {
        if at_start { Facing::is_solid(self, item) } else { self.body().fronts(item, point, normal, false) }
    }
    fn itself(&self) -> &dyn Any
    where
        Self: 'static,
    {
        self
    }
}
