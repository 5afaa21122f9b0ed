//! Debug lines: contacts, joints, boxes and islands of a world as segments, for a program's own drawing.

use impinge::scene::Scene;
use impinge::{Real, Vec3};

use crate::contact::contacts_of;
use crate::debug_line::{DebugLine, DebugLineKind, Draw};
use crate::world::{World, WorldSpace};

impl<T: Real, V: WorldSpace<Scalar = T>> World<V> {
    /// Calls `draw` with segments that show contacts, joints with their frames and limits, boxes, islands and sleep. Normals, axes and
    /// arcs have the length `size`. Contacts are those of the last step, at its start; all else is as it is now. Unbounded bodies have no
    /// box.
    ///
    /// ```
    /// use impinge::{Cuboid, Pose};
    /// use impinge_sim::{Body, DebugLineKind, World};
    ///
    /// let mut world = World::<f64>::default();
    /// let cube = world.add_shape(Cuboid::new([0.5; 3]));
    /// world.add(Body::dynamic(cube, Pose::at([0.0, 0.0, 2.0])))?;
    /// let mut edges = 0;
    /// world.debug_lines(0.1, |line| edges += u32::from(line.kind == DebugLineKind::Box));
    /// assert_eq!(edges, 12);
    /// # Ok::<(), impinge_sim::WorldError>(())
    /// ```
    pub fn debug_lines(&self, size: T, mut draw: impl FnMut(DebugLine<V>)) {
        self.lines(size, &mut |kind, from, to| {
            let (from, to) = (V::flat(from), V::flat(to));
            // In the plane axes that point at the viewer are points.
            if V::DIM == 3 || from != to {
                draw(DebugLine { kind, from, to });
            }
        });
    }

    fn lines(&self, size: T, draw: &mut Draw<'_, T>) {
        let (scene, states) = (&self.bodies.scene, &self.bodies.states);
        for body in scene.objects() {
            let kind = if self.sensors.layers(body).is_some() {
                DebugLineKind::Sensor
            } else if states[body.index()].asleep {
                DebugLineKind::Asleep
            } else {
                DebugLineKind::Box
            };
            draw_box(scene, body, kind, draw);
        }
        let link = |draw: &mut Draw<'_, T>, [a, b]: [usize; 2]| {
            if states[a].is_dynamic() && states[b].is_dynamic() {
                draw(DebugLineKind::Island, states[a].center, states[b].center);
            }
        };
        for contact in contacts_of(&self.bodies) {
            for point in contact.points() {
                draw(DebugLineKind::Contact, point.point_a.lift(), point.point_b.lift());
                let middle = (point.point_a + point.point_b) * T::HALF;
                draw(DebugLineKind::Normal, middle.lift(), (middle + contact.normal * size).lift());
            }
            link(draw, [contact.a.index(), contact.b.index()]);
        }
        for held in self.bodies.joints.iter() {
            held.draw(states, size, draw);
            link(draw, held.bodies.map(|body| body.index()));
        }
    }
}

fn draw_box<T: Real, V: WorldSpace<Scalar = T>>(
    scene: &Scene<V>,
    body: impinge::scene::ObjectHandle,
    kind: DebugLineKind,
    draw: &mut Draw<'_, T>,
) {
    let (Ok(shape), Ok(pose)) = (scene.shape_of(body), scene.pose(body)) else { return };
    let bounds = shape.aabb(pose);
    if !(bounds.min.is_finite() && bounds.max.is_finite()) || bounds.max.max_abs() > T::LIMIT {
        return;
    }
    let ends = [bounds.min.lift().to_array(), bounds.max.lift().to_array()];
    let corner = |bits: usize| Vec3::from([0, 1, 2].map(|k| ends[(bits >> k) & 1][k]));
    for from in 0..1_usize << V::DIM {
        for axis in (0..V::DIM).filter(|axis| (from >> axis) & 1 == 0) {
            draw(kind, corner(from), corner(from | (1 << axis)));
        }
    }
}
