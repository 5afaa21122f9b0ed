//! Persistent clustering: two tori with distance maps slide along one another, and of all their contacts few are kept, step by step.

use impinge::manifolds::{ClusterSettings, Clusters};
use impinge::mesh::TriangleMesh;
use impinge::sdf::{MapContactSettings, MapContacts, MapSettings, SampledMap};
use impinge::{Pose, Rot3};
use impinge_scenes::rooms;

use crate::claim::Verdict;
use crate::figure::{Chart, Figure};
use crate::study::{Out, Stop, Task};

/// Share of contacts left up to which the clustering reduces them.
const REDUCED: f64 = 0.1;
/// Share of the patches equal to those of the step before from which it is persistent.
const PERSISTENT: f64 = 0.9;

/// Motion between steps: a translation in units, and a turn in radians.
const STEP: f64 = 0.005;

pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    let (around, cells, steps) = task.effort.of([(48, 24, 40), (96, 48, 200), (192, 64, 1000)]);
    let faces = rooms::torus(around, around / 2);
    let built = TriangleMesh::<f64>::new(&faces.points, &faces.triangles());
    let (mesh, _) = built.map_err(|e| Stop::Failed(format!("torus: {e}")))?;
    let size = mesh.bounds().max - mesh.bounds().min;
    let settings = MapSettings { cells, ..MapSettings::default() };
    let map = SampledMap::new(&mesh, &settings, size.x / cells as f64)
        .map_err(|e| Stop::Failed(format!("distance map: {e}")))?;
    let (mut found, mut clusters) = (MapContacts::new(), Clusters::new());
    let patches = ClusterSettings::of_size(0.5 * size.z);
    let (mut all, mut kept, mut same, mut before, mut lost) = (0, 0, 0, 0, 0);
    let (mut lines, mut ids) = ([Vec::new(), Vec::new()], Vec::new());
    for step in 0..steps {
        task.reached(step as f64 / steps as f64)?;
        let way = STEP * step as f64;
        // Beside one another and in one another by a twentieth of the thickness, gliding up and turning.
        let turn = Rot3::from_axis_angle([0.0, 0.0, 1.0], way);
        let pose = Pose::new([size.x - 0.05 * size.z, 0.0, 0.1 * size.z * (way % 1.0)], turn);
        map.contacts(&Pose::IDENTITY, &map, &pose, &MapContactSettings::default(), &mut found);
        clusters.update(found.points(), &Pose::IDENTITY, &pose, &patches);
        let left: usize = clusters.patches().map(|patch| patch.points.len()).sum();
        let now: Vec<u32> = clusters.patches().map(|patch| patch.id).collect();
        if step > 0 {
            before += now.len();
            same += now.iter().filter(|id| ids.contains(*id)).count();
        }
        // The deepest contact of all is among those that are left.
        let deepest = found.deepest().map_or(0.0, |contact| contact.signed_distance);
        let points = clusters.patches().flat_map(|patch| patch.points);
        let kept_deepest = points.map(|point| point.signed_distance).fold(0.0, f64::min);
        lost += usize::from(kept_deepest > deepest + patches.deeper);
        (all, kept, ids) = (all + found.points().len(), kept + left, now);
        lines[0].push((step as f64, found.points().len() as f64));
        lines[1].push((step as f64, left as f64));
    }
    let [of_map, of_patches] = lines;
    let (share, again) = (kept as f64 / all as f64, same as f64 / before as f64);
    let said = format!(
        "{:.1} % of {all} contacts are left, {:.1} % of the patches are those of the step before; the deepest contact is lost in {lost} of {steps} steps",
        100.0 * share,
        100.0 * again
    );
    out.figure(
        Figure::new("clusters", "", "contacts of two tori that slide along one another")
            .says("Persistent clustering generates and reduces contacts.", said.clone())
            .panel(
                Chart::new("", "step", "contacts")
                    .log_y()
                    .line("all samples inside", of_map)
                    .line("left by the clustering", of_patches),
            ),
    );
    out.finding(
        "lecture-clustering",
        Verdict::of(usize::from(share <= REDUCED) + usize::from(again >= PERSISTENT), 2),
        said,
        "The lecture has the name only; the clustering is our own.",
    );
    Ok(())
}
