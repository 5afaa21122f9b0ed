"""Makes pairs of meshes and poses to time mesh queries on.

    python peers/coal/pairs.py MODELS OUT [--poses N] [--seed S] [--only NAME,...]

MODELS is a folder of mesh files (OBJ, and what trimesh reads). For each pair of the list below, whose models are there, OUT gets
NAME_a.obj and NAME_b.obj (models are scaled to a size of 1, the diagonal of the box around them), and four files of poses,
rows of 14 little-endian doubles:

    NAME.near.poses.f64     1 % of the size apart
    NAME.touch.poses.f64    in turns 1e-6 of the size apart, and 1 % of the size into one another
    NAME.far.poses.f64      as far apart as the size
    NAME.mingled.poses.f64  the middle of B anywhere in the box around A: through one another, one in the other, side by side

Rotations and directions are random. B comes along the direction from far away, by Coal's distance less the gap each step, which
never goes too far; so the nearest places are where such bodies meet first, and not corners of hulls.
"""

import argparse
import pathlib

import coal
import numpy as np

from files import read_mesh, rotation, write_obj

# Name, then a model for A and for B: a file of the folder by the middle of its name, or a generated mesh.
PAIRS = [
    ("ico_torus_60", "ico 1", "torus 5 4"),
    ("cup_notch", "cup", "cube-notch"),
    ("hose_hose", "hose", "hose"),
    ("torus_torus_1k", "torus 25 10", "torus 25 10"),
    ("hose_snowflake", "hose", "SnowFlake"),
    ("hose_bottle", "hose", "Bottle"),
    ("ur5_upperarm_forearm", "ur5/upperarm", "ur5/forearm"),
    ("snowflake_bottle", "SnowFlake", "Bottle"),
    ("ico_ico_5k", "ico 11", "bumpy 11 0"),
    ("teddy_featuretype", "teddy", "featuretype"),
    ("balls", "ballA", "ballB"),
    ("spot_teddy", "spot", "teddy"),
    ("spot_spot", "spot", "spot"),
    ("torus_spot", "trimesh_torus", "spot"),
    ("torus_torus_20k", "torus 100 50", "torus 100 50"),
    ("cycloidal_spot", "cycloidal", "spot"),
    ("bumpy_40k", "bumpy 32 0", "bumpy 32 1"),
    ("cycloidal_cycloidal", "cycloidal", "cycloidal"),
    ("bumpy_200k", "bumpy 71 0", "torus 250 200"),
    ("bumpy_1m", "bumpy 158 0", "bumpy 158 1"),
    # Small bodies, most of which are inside or beside the large one where they are mingled.
    ("spot_bead", "spot", "bead 3 0.03"),
    ("torus_bead", "torus 50 20", "bead 3 0.05"),
    ("hose_bead", "hose", "bead 2 0.02"),
    ("teddy_bead", "teddy", "bead 4 0.1"),
]


def icosphere(n):
    """The sphere of radius 1 from an icosahedron whose faces are cut into n * n triangles each."""
    g = (1 + 5**0.5) / 2
    corners = np.array(
        [(-1, g, 0), (1, g, 0), (-1, -g, 0), (1, -g, 0), (0, -1, g), (0, 1, g)]
        + [(0, -1, -g), (0, 1, -g), (g, 0, -1), (g, 0, 1), (-g, 0, -1), (-g, 0, 1)]
    )
    faces = (
        "0 11 5  0 5 1  0 1 7  0 7 10  0 10 11  1 5 9  5 11 4  11 10 2  10 7 6  7 1 8"
        "  3 9 4  3 4 2  3 2 6  3 6 8  3 8 9  4 9 5  2 4 11  6 2 10  8 6 7  9 8 1"
    )
    faces = np.array(faces.split(), dtype=int).reshape(-1, 3)
    i, j = np.array([(i, j) for i in range(n + 1) for j in range(i + 1)]).T
    at = lambda i, j: i * (i + 1) // 2 + j
    up = [(at(i, j), at(i + 1, j), at(i + 1, j + 1)) for i in range(n) for j in range(i + 1)]
    down = [(at(i, j), at(i + 1, j + 1), at(i, j + 1)) for i in range(n) for j in range(i)]
    pattern = np.array(up + down)
    a, b, c = (corners[faces[:, k]][:, None, :] for k in range(3))
    shares = lambda k: (k / n)[None, :, None]
    points = (a + (b - a) * shares(i) + (c - b) * shares(j)).reshape(-1, 3)
    triangles = (np.arange(len(faces))[:, None, None] * len(i) + pattern[None]).reshape(-1, 3)
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    # Points on common edges are equal up to rounding.
    _, first, names = np.unique(np.round(points, 9), axis=0, return_index=True, return_inverse=True)
    return points[first], names.reshape(-1)[triangles]


def bumpy(n, seed):
    points, triangles = icosphere(n)
    rng = np.random.default_rng(seed)
    waves, phases = rng.normal(size=(6, 3)) * 4, rng.uniform(0, 6, 6)
    height = np.sin(points @ waves.T + phases).mean(axis=1) + rng.uniform(-0.004, 0.004, len(points))
    return points * (1 + 0.3 * height)[:, None], triangles


def torus(around, across):
    i, j = (grid.reshape(-1) for grid in np.meshgrid(np.arange(around), np.arange(across), indexing="ij"))
    u, v = 2 * np.pi * i / around, 2 * np.pi * j / across
    r = 1 + 0.4 * np.cos(v)
    at = lambda i, j: (i % around) * across + j % across
    a, b, c, d = at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)
    triangles = np.stack([a, b, c, a, c, d], axis=1).reshape(-1, 3)
    return np.stack([r * np.cos(u), r * np.sin(u), 0.4 * np.sin(v)], axis=1), triangles


def load(folder, name):
    """A mesh of size 1, or a bead of its own size, around the origin; none where the folder lacks it."""
    words = name.split()
    if words[0] in ("ico", "bead"):
        mesh = icosphere(int(words[1]))
    elif words[0] == "bumpy":
        mesh = bumpy(int(words[1]), int(words[2]))
    elif words[0] == "torus" and len(words) == 3:
        mesh = torus(int(words[1]), int(words[2]))
    else:
        files = [path for path in sorted(folder.rglob("*.*")) if name in path.with_suffix("").as_posix()]
        if not files:
            return None
        mesh = read_mesh(files[0])
    points, triangles = mesh
    low, high = points.min(axis=0), points.max(axis=0)
    size = float(words[2]) if words[0] == "bead" else 1.0
    return (points - (low + high) / 2) * (size / np.linalg.norm(high - low)), triangles


def model(mesh):
    points, triangles = mesh
    built = coal.BVHModelOBBRSS()
    built.beginModel(len(triangles), len(points))
    built.addVertices(points)
    built.addTriangles(triangles)
    built.endModel()
    return built


def random_quaternion(rng):
    q = rng.normal(size=4)
    return q / np.linalg.norm(q)


def come_near(a, b, gap, rng):
    """A row of poses with B about `gap` from A; a gap below 0 goes as far in from where they touch."""
    turn_a, turn_b = random_quaternion(rng), random_quaternion(rng)
    at_a = rng.uniform(-1, 1, 3)
    along = rng.normal(size=3)
    along /= np.linalg.norm(along)
    # Bodies pass one another unless their middles are aimed at one another, more or less.
    aside = rng.uniform(-0.1, 0.1, 3)
    pose_a = coal.Transform3s(rotation(turn_a), at_a)
    request, result = coal.DistanceRequest(), coal.DistanceResult()
    way, wanted = 3.0, max(gap, 1e-7)
    for _ in range(200):
        result.clear()
        pose_b = coal.Transform3s(rotation(turn_b), at_a + aside + along * way)
        left = coal.distance(a, pose_a, b, pose_b, request, result) - wanted
        way -= left
        if left < 1e-3 * wanted or way < 0:
            break
    way += min(gap, 0.0)
    return np.concatenate([at_a, turn_a, at_a + aside + along * way, turn_b])


def mingle(mesh, rng):
    """A row of poses with the middle of B anywhere in the box around A."""
    turn_a, turn_b = random_quaternion(rng), random_quaternion(rng)
    at_a = rng.uniform(-1, 1, 3)
    place = rng.uniform(mesh[0].min(axis=0), mesh[0].max(axis=0))
    return np.concatenate([at_a, turn_a, at_a + rotation(turn_a) @ place, turn_b])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--poses", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    for index, (name, *both) in enumerate(PAIRS):
        if arguments.only and name not in arguments.only.split(","):
            continue
        meshes = [load(arguments.models, model) for model in both]
        if any(mesh is None for mesh in meshes):
            print(f"{name}: skipped, a model is missing")
            continue
        for letter, mesh in zip("ab", meshes):
            write_obj(arguments.out / f"{name}_{letter}.obj", *mesh)
        a, b = (model(mesh) for mesh in meshes)
        rng = np.random.default_rng([arguments.seed, index])
        for kind, gaps in [("near", [0.01]), ("touch", [1e-6, -0.01]), ("far", [1.0])]:
            rows = [come_near(a, b, gaps[k % len(gaps)], rng) for k in range(arguments.poses)]
            np.array(rows, dtype="<f8").tofile(arguments.out / f"{name}.{kind}.poses.f64")
        rows = [mingle(meshes[0], rng) for _ in range(arguments.poses)]
        np.array(rows, dtype="<f8").tofile(arguments.out / f"{name}.mingled.poses.f64")
        print(f"{name}: {sum(len(mesh[1]) for mesh in meshes)} triangles", flush=True)


if __name__ == "__main__":
    main()
