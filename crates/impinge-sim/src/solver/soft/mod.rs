//! The soft step: sub-steps with soft contacts, warm-started, each followed by one relaxing pass.
//!
//! A step finds contacts once, and then for each sub-step of length h
//!
//! 1. applies forces and gravity to the velocities,
//! 2. applies the impulses of the last sub-step again (warm start),
//! 3. solves all contacts once, as stiff springs that correct overlaps,
//! 4. moves the bodies by h,
//! 5. solves friction and all contacts once more without springs (relax), to remove the speed that the correction added.
//!
//! Restitution is applied at the end. Sub-steps are more effective than iterations: the error of a spring falls with h² (Macklin et al.,
//! "Small Steps in Physics Simulation", 2019). Softness is Catto's ("Soft Constraints", 2011; Box2D v3 has the same order of stages).
//! Cost: linear in bodies and contacts. Nothing is allocated once the lists are long enough.

mod colors;
mod constraint_graph;
mod contact;
mod energy;
mod groups;
mod joined;
mod joint_trees;
mod joints;
mod lanes;
mod sub_steps;
mod tree_contact;
mod tree_rows;
mod work;
mod write_back;

pub use self::contact::SolverSpace;
pub use joints::JointSettings;

use impinge::persist::ContactCacheSettings;
use impinge::scene::ObjectHandle;
use impinge::{Real, Vec3, parallel};
use serde::{Deserialize, Serialize};

use self::colors::Colors;
use self::constraint_graph::{Link, Role};
use self::contact::{FourContacts, FourImpulses, Pass, Stage};
use self::energy::EnergyLimit;
use self::groups::{Group, Groups, NOTHING};
use self::joint_trees::Together;
use self::sub_steps::{Free, Passes, Share};
use self::work::{ImpulsesOf, Moved, Solved, Spare, Work};
use crate::bodies::{Before, Bodies};
use crate::body::BodyKind;
use crate::error::{WorldError, not_negative, rounds};
use crate::hooks::Asked;
use crate::narrow_phase::{Wanted, renew};
use crate::report::{Deepest, StepReport};
use crate::solver_body::SolverBody;
use crate::solver_contact::placed;
use crate::speculative::Ahead;
use crate::{continuous, sleep};

/// The largest frequency of contacts, relative to the rate of sub-steps. Each contact is solved once in a sub-step, before the results of
/// its neighbors are known; stiffer contacts react to each other too late, and piles jitter: in the example `pyramid` with 12 rows boxes
/// come to rest (below 1e-4 meters per second) with 1/6 and a damping ratio of 1/2, but not with 1/4 or with a ratio of 5.
const STIFFEST: f64 = 1.0 / 6.0;

/// Contacts, in fours, per task in preparation.
const STRETCH: usize = 64;

/// Bodies or contacts per copying task.
const COPIES: usize = 1024;

/// Settings of the soft step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub struct SoftSettings<T> {
    /// Number of sub-steps in each step, at most [`MOST_ROUNDS`](crate::MOST_ROUNDS); 0 counts as 1. An island takes up to 64 times
    /// as many while a light body in it carries one of more than 16 times its mass.
    pub substeps: usize,
    /// Stiffness of contacts: the frequency of a spring, in oscillations per unit of time. At most a sixth of the rate of sub-steps is
    /// used.
    pub frequency: T,
    /// Damping ratio of contacts; 1 is critical damping.
    pub damping_ratio: T,
    /// Limit on the speed at which overlaps are resolved.
    pub push_speed: T,
    /// Contacts are found up to this distance, and farther if bodies move farther in a step (speculative contacts).
    pub margin: T,
    /// Speed threshold of restitution: slower impacts do not bounce.
    pub bounce_speed: T,
    /// Stiffness of joints.
    pub joints: JointSettings<T>,
}

/// 4 sub-steps; as stiff as these allow, damping ratio 1/2; 3 meters per second; lengths for bodies of about a meter.
impl<T: Real> Default for SoftSettings<T> {
    fn default() -> Self {
        Self {
            substeps: 4,
            frequency: T::of(10_000.0),
            damping_ratio: T::HALF,
            push_speed: T::of(3.0),
            margin: T::of(0.02),
            bounce_speed: T::ONE,
            joints: JointSettings::default(),
        }
    }
}

impl<T: Real> SoftSettings<T> {
    fn check(&self) -> Result<(), WorldError> {
        rounds("sub-steps", self.substeps)?;
        not_negative("frequency of contacts", self.frequency)?;
        not_negative("damping ratio of contacts", self.damping_ratio)?;
        not_negative("push speed of contacts", self.push_speed)?;
        not_negative("margin of contacts", self.margin)?;
        not_negative("bounce speed", self.bounce_speed)?;
        self.joints.check()
    }
}

/// Working memory of a step, kept for the next one. It holds nothing that a later step depends on.
#[derive(Clone, Debug)]
pub(crate) struct SoftMemory<V: SolverSpace> {
    ahead: Ahead<V>,
    roles: Vec<Role<V::Scalar>>,
    links: Vec<Link>,
    groups: Groups,
    colors: Colors,
    /// Working memory of the groups that threads are solving now.
    spare: Spare<V>,
    /// Changes by groups: of bodies in the order of groups, of contacts in that of groups, parts and colors, in fours.
    moved: Vec<Moved<V::Scalar>>,
    impulses: Vec<ImpulsesOf<V>>,
    together: Together<V::Scalar>,
    energy: EnergyLimit<V::Scalar>,
    handles: Vec<ObjectHandle>,
    before: Before<V>,
}

impl<V: SolverSpace> Default for SoftMemory<V> {
    fn default() -> Self {
        Self {
            ahead: Ahead::default(),
            roles: Vec::new(),
            links: Vec::new(),
            groups: Groups::default(),
            colors: Colors::default(),
            spare: Spare::default(),
            moved: Vec::new(),
            impulses: Vec::new(),
            together: Together::default(),
            energy: EnergyLimit::default(),
            handles: Vec::new(),
            before: Before::default(),
        }
    }
}

/// Runs one step. If a body's motion is not finite after it, everything is as before.
#[inline(never)]
pub(crate) fn step<T: Real, V: SolverSpace<Scalar = T>>(
    bodies: &mut Bodies<V>,
    memory: &mut SoftMemory<V>,
    time: T,
    settings: &SoftSettings<T>,
    asked: &mut Asked<'_, V>,
) -> Result<StepReport<T>, WorldError> {
    settings.check()?;
    // A copy of everything costs a few percent of a step.
    let is_noted = bodies.may_overflow(time);
    if is_noted {
        memory.before.note(bodies);
    }
    let done = advance(bodies, memory, time, settings, is_noted, asked);
    if done.is_err() {
        memory.before.restore(bodies);
    }
    done
}

fn advance<T: Real, V: SolverSpace<Scalar = T>>(
    bodies: &mut Bodies<V>,
    memory: &mut SoftMemory<V>,
    time: T,
    settings: &SoftSettings<T>,
    is_noted: bool,
    asked: &mut Asked<'_, V>,
) -> Result<StepReport<T>, WorldError> {
    collide(bodies, settings, time, &mut memory.ahead);
    asked.lap(|times| &mut times.collide);
    let Bodies { scene, states, contacts, rules, answers, .. } = &mut *bodies;
    answers.ask(asked, scene, rules, states, contacts);
    asked.lap(|times| &mut times.pre_solve);
    let Bodies { conditions, contacts, joints, states, islands, belts, .. } = &mut *bodies;
    belts.wake(states);
    let touching = contacts.briefs().iter().map(|brief| [brief.pair.0, brief.pair.1]);
    sleep::islands(conditions.sleep, touching, joints, states, islands);
    let wanted = settings.substeps.max(1);
    let substep = time / T::of(wanted as f64);
    link(bodies, memory, substep);
    bodies.joints.gather::<V>(&bodies.states);
    sort(bodies, memory);
    let groups = &memory.groups;
    let length = |times: usize| substep / T::of(times as f64);
    bodies.joints.begin(|bodies| groups.times_of(bodies), length, T::of(joints::UNSEEN));
    let (mut report, mut deepest) = report(bodies, memory);
    memory.energy.begin(&bodies.states);
    asked.lap(|times| &mut times.islands);
    let is_finite = solve(bodies, memory, settings, time, &mut deepest);
    if !is_finite && is_noted {
        return Err(bodies.overflow());
    }
    if !is_finite {
        bodies.stop_overflowed();
    }
    memory.energy.hold(bodies, time);
    deepest.tell(&mut report);
    asked.lap(|times| &mut times.solve);
    if bodies.conditions.continuous {
        let Bodies { scene, contacts, joints, conditions, states, sweeps, .. } = &mut *bodies;
        continuous::stop_at_impacts(
            scene,
            (contacts, report.deepest),
            joints,
            (conditions.gravity, time),
            states,
            sweeps,
            asked,
        );
        asked.lap(|times| &mut times.continuous);
    }
    sleep::measure(bodies.conditions.sleep, &mut bodies.states, time);
    place(bodies, &mut memory.handles);
    asked.lap(|times| &mut times.place);
    Ok(StepReport { iterations: 2 * wanted * memory.groups.most_times(), ..report })
}

/// Finds contacts, with the impulses of the last step.
fn collide<T: Real, V: SolverSpace<Scalar = T>>(
    bodies: &mut Bodies<V>,
    settings: &SoftSettings<T>,
    time: T,
    ahead: &mut Ahead<V>,
) {
    let Bodies { scene, states, contacts, .. } = &mut *bodies;
    let wanted = Wanted { cache: ContactCacheSettings::of_margin(settings.margin), ahead: time };
    renew(scene, states, &wanted, contacts, ahead);
}

/// Builds the constraint graph: roles of bodies, and links of contacts.
fn link<T: Real, V: SolverSpace<Scalar = T>>(bodies: &mut Bodies<V>, memory: &mut SoftMemory<V>, substep: T) {
    let Bodies { states, contacts, conditions, .. } = bodies;
    let SoftMemory { roles, links, .. } = memory;
    let nobody_sleeps = conditions.sleep.is_none();
    parallel::map_mut_into(states, roles, COPIES, |state| {
        // Writes only on a change: this is a pass over all bodies.
        if nobody_sleeps && state.asleep {
            state.asleep = false;
        }
        Role::new(state)
    });
    let roles = &*roles;
    parallel::map_into(contacts.briefs(), links, COPIES, |brief| Link::new(brief, roles));
    let load = constraint_graph::load(conditions.gravity, substep);
    for (link, contact) in links.iter_mut().zip(contacts.contacts()).filter(|(link, _)| link.times > 1) {
        link.ease(contact, roles, load);
    }
}

/// Report of the step, without the depths of contacts that are solved.
fn report<T: Real, V: SolverSpace<Scalar = T>>(
    bodies: &Bodies<V>,
    memory: &SoftMemory<V>,
) -> (StepReport<T>, Deepest<T>) {
    let Bodies { states, contacts, .. } = bodies;
    let SoftMemory { links, colors, .. } = memory;
    let mut report = StepReport { contacts: links.len(), ..StepReport::default() };
    let mut deepest = Deepest::NONE;
    for (i, (link, &at)) in links.iter().zip(&colors.at).enumerate() {
        report.points += usize::from(link.count);
        if at == NOTHING {
            deepest.see(placed(contacts, i, states).signed_distance, contacts.contacts()[i].error());
        }
    }
    (report, deepest)
}

/// Sorts bodies into groups, and contacts into parts and colors.
fn sort<T: Real, V: SolverSpace<Scalar = T>>(bodies: &Bodies<V>, memory: &mut SoftMemory<V>) {
    let Bodies { states, contacts, joints, .. } = bodies;
    let SoftMemory { roles, links, groups, colors, .. } = memory;
    groups.find(roles, links.iter().filter(|link| link.is_awake), joints.pairs());
    let parts = links.iter().zip(contacts.contacts()).map(|(link, contact)| {
        if !link.is_awake || (joints.is_active() && joint_trees::tree_of(bodies, contact).is_some()) {
            return (NOTHING, [NOTHING; 2]);
        }
        let (group, part) = groups.part_of(link.bodies);
        let gives_way = |i: usize| if link.gives_way[i] { link.bodies[i] } else { NOTHING };
        (group.numbers(part)[1] as u32, [gives_way(0), gives_way(1)])
    });
    colors.give(states.len(), groups.parts(), parts);
}

/// Copies groups that follow one another into working memory.
fn fill<T: Real, V: SolverSpace<Scalar = T>>(
    bodies: &Bodies<V>,
    groups: &Groups,
    colors: &Colors,
    passes: &Passes<'_>,
    work: &mut Work<V>,
) {
    let Bodies { states, contacts: kept, .. } = bodies;
    let Work { states: grouped, moving, contacts, belts } = work;
    let order = &groups.order[passes.bodies()];
    parallel::map_into(order, grouped, COPIES, |&place| states[place as usize]);
    parallel::map_into(grouped, moving, COPIES, SolverBody::new);
    let (moving, start) = (&*moving, passes.bodies().start);
    parallel::map_into(&colors.fours[passes.contacts()], contacts, STRETCH, |four| {
        let contact = |i: u32| &kept.contacts()[i as usize];
        let pair = |i: u32| [contact(i).a, contact(i).b].map(|body| body.index() as u32);
        let place = |body: u32| match groups.at(body) {
            NOTHING => NOTHING,
            at => at - start as u32,
        };
        let places = four.map(|i| if i == NOTHING { [NOTHING; 2] } else { pair(i).map(place) });
        let filled = four.map(|i| if i == NOTHING { four[0] } else { i });
        let mut contacts = V::Contacts::new(bodies, filled, places, moving);
        let (group, part) = groups.part_of(pair(four[0]));
        contacts.count_from(group.range().start - start + group.before_part(part));
        contacts
    });
    belts.clear();
    if !bodies.belts.is_empty() {
        belts.reserve(contacts.capacity());
        for (four, contacts) in colors.fours[passes.contacts()].iter().zip(contacts) {
            contact::find_belts(contacts, *four, bodies, belts);
        }
    }
}

/// Runs all sub-steps of all groups: of those without joints each on its own, of others batch by batch. Returns whether all motion is
/// finite.
fn solve<T: Real, V: SolverSpace<Scalar = T>>(
    bodies: &mut Bodies<V>,
    memory: &mut SoftMemory<V>,
    settings: &SoftSettings<T>,
    time: T,
    deepest: &mut Deepest<T>,
) -> bool {
    let SoftMemory { groups, colors, spare, moved, impulses, together, .. } = memory;
    let (groups, colors) = (&*groups, &*colors);
    let (free, joined) = groups.batches();
    let free = Passes { groups: free, starts: &colors.starts };
    let [most_bodies, most_contacts] = free.most();
    let run = |bodies: &Bodies<V>, group: &Group, work: &mut Work<V>| {
        work.reserve(most_bodies, most_contacts);
        fill(bodies, groups, colors, &free.of(core::slice::from_ref(group)), work);
        solve_free(group, &free, bodies.conditions.gravity, settings, time, work);
    };
    let is_joined = bodies.joints.is_active();
    if !parallel::are_many() && groups.are_small() && !is_joined {
        let mut finite = true;
        spare.lend(|work| {
            for group in free.groups {
                run(bodies, group, work);
                finite &= write_back::group(bodies, groups, colors, group, work, deepest);
            }
        });
        return finite;
    }
    moved.resize(groups.order.len(), Moved::NOT);
    impulses.resize(colors.fours.len(), ImpulsesOf::<V>::NONE);
    let all = &*bodies;
    let solved = Solved { moved: &mut moved[free.bodies()], impulses: &mut impulses[free.contacts()] };
    free.each(solved, &|group, solved| {
        spare.lend(|work| {
            run(all, group, work);
            work.leave(solved);
        });
    });
    let mut finite = true;
    if is_joined {
        together.prepare(bodies);
        for batch in joined {
            let passes = Passes { groups: batch, starts: &colors.starts };
            let solved =
                Solved { moved: &mut moved[passes.bodies()], impulses: &mut impulses[passes.contacts()] };
            spare.lend(|work| {
                fill(bodies, groups, colors, &passes, work);
                joined::solve(bodies, groups, &passes, together, settings, time, work);
                work.leave(solved);
            });
        }
        bodies.joints.store();
        finite = together.store(bodies.contacts.contacts_mut());
    }
    write_back::all(bodies, groups, colors, (moved, impulses), deepest) && finite
}

/// Runs all sub-steps of a group without joints.
fn solve_free<T: Real, V: SolverSpace<Scalar = T>>(
    group: &Group,
    passes: &Passes<'_>,
    gravity: Vec3<T>,
    settings: &SoftSettings<T>,
    time: T,
    work: &mut Work<V>,
) {
    let substeps = settings.substeps.max(1) * group.times();
    let h = time / T::of(substeps as f64);
    let pass = Pass::new(settings, h);
    // Impulses are stored as those of the requested sub-steps.
    let times = T::of(group.times() as f64);
    let Work { states, moving, contacts, belts } = work;
    contacts.iter_mut().for_each(|four| four.scale_impulses(T::ONE / times));
    let mut run = |free, stage| {
        let (states, moving, contacts) = (&mut *states, &mut *moving, &mut *contacts);
        passes.run(group, group.whole(), Share { states, moving, contacts }, &free, Some(&stage));
    };
    for i in 0..substeps {
        run(Free::Velocities(gravity, T::of(i as f64) * h, h), Stage::WarmStart);
        run(Free::Nothing, Stage::Solve(pass));
        run(Free::Positions(h), Stage::Relax(pass, belts));
    }
    run(Free::Nothing, Stage::Bounce(settings.bounce_speed));
    contacts.iter_mut().for_each(|four| four.scale_impulses(times));
}

/// Updates the poses of bodies in the scene, and prepares them for the next step. A body whose shape would reach beyond the range of
/// numbers stays where it is, and stops.
fn place<T: Real, V: SolverSpace<Scalar = T>>(bodies: &mut Bodies<V>, handles: &mut Vec<ObjectHandle>) {
    let Bodies { scene, states, .. } = bodies;
    handles.clear();
    handles.extend(scene.objects());
    for &handle in &*handles {
        let state = &mut states[handle.index()];
        // Writes only on a change: this is a pass over all bodies.
        if state.force != Vec3::ZERO || state.torque != Vec3::ZERO {
            (state.force, state.torque) = (Vec3::ZERO, Vec3::ZERO);
        }
        if state.kind != BodyKind::Fixed {
            if V::DIM == 2 {
                state.flatten();
            }
            let pose = state.try_pose::<V>();
            if pose.is_none_or(|pose| scene.move_object(handle, pose).is_err()) {
                (state.center, state.rotation) = (state.start.center, state.start.rotation);
                (state.velocity, state.angular_velocity) = (Vec3::ZERO, Vec3::ZERO);
            }
        }
    }
}
