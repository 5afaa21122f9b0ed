//! A scene and what it should hold, kept beside it in plain lists.

use std::collections::BTreeSet;

use impinge::scene::{Layers, ObjectHandle, Scene, SceneContact, ShapeHandle};
use impinge::*;
use impinge_scenes::Rng;
use impinge_scenes::kinds::{self, Kinds};

/// The plane or space with what the tests need of it.
pub trait Flat: Kinds {
    fn cube(half: f64) -> Self::Any;
}
impl<T: Real> Flat for Vec2<T> {
    fn cube(half: f64) -> AnyShape2<T> {
        Rectangle::new([T::of(half); 2]).into()
    }
}
impl<T: Real> Flat for Vec3<T> {
    fn cube(half: f64) -> AnyShape<T> {
        Cuboid::new([T::of(half); 3]).into()
    }
}

/// A shape of a table and where it stands.
pub type Placed<'a, V> = At<&'a <V as impinge::nonconvex::AnySpace>::Any>;

// The front door is inlined where it is called; here it is built once for each space.

#[inline(never)]
pub fn contact_of<V: Flat>(a: &Placed<'_, V>, b: &Placed<'_, V>, settings: &Settings) -> Contact<V> {
    contact_with(a, b, settings)
}
#[inline(never)]
pub fn contact_within_of<V: Flat>(
    a: &Placed<'_, V>,
    b: &Placed<'_, V>,
    settings: &Settings,
) -> Option<Contact<V>> {
    contact_within(a, b, settings)
}
/// Answer of a scene for a pair: nothing only if it is proven to be beyond the margin, even if that is below 0.
pub fn near_of<V: Flat>(a: &Placed<'_, V>, b: &Placed<'_, V>, margin: V::Scalar) -> Option<Contact<V>> {
    let settings = Settings { margin: Some(margin.f64()), ..Settings::default() };
    let least = |c: &Contact<V>| c.signed_distance.f64() - c.error.f64();
    contact_within_of::<V>(a, b, &settings).filter(|c| margin.f64() >= 0.0 || least(c) <= margin.f64())
}
#[inline(never)]
pub fn distance_of<V: Flat>(a: &Placed<'_, V>, b: &Placed<'_, V>, settings: &Settings) -> Distance<V> {
    distance_with(a, b, settings)
}

/// Model of an object.
pub struct Known<V: Flat> {
    pub handle: ObjectHandle,
    pub shape: usize,
    pub pose: Pose<V>,
    pub layers: Layers,
}

pub struct World<V: Flat> {
    pub scene: Scene<V>,
    pub shapes: Vec<(ShapeHandle, V::Any)>,
    pub known: Vec<Known<V>>,
    pub allowed: BTreeSet<(ObjectHandle, ObjectHandle)>,
}

impl<V: Flat> World<V> {
    /// Without objects.
    pub fn new(rng: &mut Rng, shapes: usize) -> Self {
        let mut scene = Scene::new();
        let shapes = (0..shapes.max(V::KINDS))
            .map(|i| {
                let shape = kinds::random::<V>(rng, i % V::KINDS);
                (scene.add_shape(shape.clone()), shape)
            })
            .collect();
        Self { scene, shapes, known: Vec::new(), allowed: BTreeSet::new() }
    }

    pub fn add(&mut self, rng: &mut Rng, range: f64) {
        let shape = rng.below(self.shapes.len());
        let pose = V::random_pose(rng, range);
        let handle = self.scene.add(self.shapes[shape].0, pose).unwrap();
        self.known.push(Known { handle, shape, pose, layers: Layers::ALL });
    }

    /// Something happens: mostly moves.
    pub fn event(&mut self, rng: &mut Rng, range: f64) {
        let i = rng.below(self.known.len());
        let handle = self.known[i].handle;
        match rng.below(20) {
            0 => {
                self.scene.remove(handle).unwrap();
                self.known.swap_remove(i);
                self.allowed.retain(|&(a, b)| a != handle && b != handle);
                self.add(rng, range);
            }
            1 => {
                let mut bits = || rng.bits() as u32 & rng.bits() as u32;
                let layers = Layers { member: bits(), sees: bits() | 0xff };
                self.known[i].layers = layers;
                self.scene.set_layers(handle, layers).unwrap();
            }
            2 | 3 => {
                // Near ones, so that it makes a difference.
                if let Some(near) = self.scene.nearest(handle, 1).unwrap().first() {
                    self.scene.ignore_pair(handle, near.object).unwrap();
                    self.allowed.insert((handle.min(near.object), handle.max(near.object)));
                }
            }
            4 => {
                if let Some((a, b)) = self.allowed.pop_first() {
                    self.scene.watch_pair(b, a).unwrap();
                }
            }
            5..=12 => self.place(i, V::random_pose(rng, range)),
            _ => {
                // A small move: often within the box it had.
                let old = self.known[i].pose;
                let step = V::random_unit(rng) * V::Scalar::of(0.05);
                self.place(i, Pose::new(old.translation() + step, old.rotation()));
            }
        }
    }

    fn place(&mut self, i: usize, pose: Pose<V>) {
        self.known[i].pose = pose;
        self.scene.move_object(self.known[i].handle, pose).unwrap();
    }

    pub fn placed(&self, known: &Known<V>) -> At<&V::Any> {
        At::new(&self.shapes[known.shape].1, known.pose)
    }

    pub fn is_ignored(&self, a: &Known<V>, b: &Known<V>) -> bool {
        self.allowed.contains(&(a.handle.min(b.handle), a.handle.max(b.handle)))
    }

    /// Every pair, by brute force, and whether it is to be queried.
    fn brute_force(&self, margin: V::Scalar, mut found: impl FnMut(bool, SceneContact<V>)) {
        let mut order: Vec<&Known<V>> = self.known.iter().collect();
        order.sort_by_key(|known| known.handle);
        for (i, a) in order.iter().enumerate() {
            for b in &order[i + 1..] {
                if let Some(contact) = near_of::<V>(&self.placed(a), &self.placed(b), margin) {
                    let asked = a.layers.meet(&b.layers) && !self.is_ignored(a, b);
                    found(asked, SceneContact { a: a.handle, b: b.handle, contact });
                }
            }
        }
    }

    /// Holds the scene's contacts against brute force; how many there are.
    pub fn check(&mut self, margin: V::Scalar) -> usize {
        let mut expected = Vec::new();
        self.brute_force(margin, |asked, contact| {
            if asked {
                expected.push(contact);
            }
        });
        let found = self.scene.contacts(margin);
        let pairs = |list: &[SceneContact<V>]| list.iter().map(|c| (c.a, c.b)).collect::<Vec<_>>();
        assert_eq!(pairs(found), pairs(&expected));
        assert_eq!(found, expected);
        // Asked again, with nothing changed.
        assert_eq!(self.scene.contacts(margin), expected);
        assert_eq!(self.scene.last_contacts(), expected);
        expected.len()
    }

    /// Contacts that layers and allowed pairs hide.
    pub fn hidden(&self, margin: V::Scalar) -> usize {
        let mut count = 0;
        self.brute_force(margin, |asked, _| count += usize::from(!asked));
        count
    }

    /// The contacts of a scene built from scratch with the same objects, by the ranks of their handles.
    pub fn anew(&self, margin: V::Scalar) -> Vec<(usize, usize, Contact<V>)> {
        let mut scene = Scene::<V>::new();
        let shapes: Vec<_> = self.shapes.iter().map(|(_, shape)| scene.add_shape(shape.clone())).collect();
        let mut order: Vec<&Known<V>> = self.known.iter().collect();
        order.sort_by_key(|known| known.handle);
        let handles: Vec<_> =
            order.iter().map(|known| scene.add(shapes[known.shape], known.pose).unwrap()).collect();
        let rank = |handle: &ObjectHandle| order.binary_search_by_key(handle, |known| known.handle).unwrap();
        for (known, &handle) in order.iter().zip(&handles) {
            scene.set_layers(handle, known.layers).unwrap();
        }
        for (a, b) in &self.allowed {
            scene.ignore_pair(handles[rank(a)], handles[rank(b)]).unwrap();
        }
        scene.contacts(margin).iter().map(|c| (c.a.index(), c.b.index(), c.contact)).collect()
    }

    /// The contacts of the scene as it is, by the ranks of its handles.
    pub fn ranked(&mut self, margin: V::Scalar) -> Vec<(usize, usize, Contact<V>)> {
        let mut order: Vec<_> = self.known.iter().map(|known| known.handle).collect();
        order.sort_unstable();
        let rank = |handle: ObjectHandle| order.binary_search(&handle).unwrap();
        self.scene.contacts(margin).iter().map(|c| (rank(c.a), rank(c.b), c.contact)).collect()
    }
}
