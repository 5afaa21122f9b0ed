"""Meshes and poses as the drivers read and write them."""

import pathlib

import numpy as np


def read_obj(path):
    """Vertices (n x 3 floats) and triangles (m x 3 indices from 0); polygons are cut into fans."""
    vertices, triangles = [], []
    for line in pathlib.Path(path).read_text().splitlines():
        words = line.split()
        if words[:1] == ["v"]:
            vertices.append([float(word) for word in words[1:4]])
        elif words[:1] == ["f"]:
            ring = [int(word.split("/")[0]) for word in words[1:]]
            ring = [index - 1 if index > 0 else len(vertices) + index for index in ring]
            triangles.extend([ring[0], ring[k - 1], ring[k]] for k in range(2, len(ring)))
    return np.array(vertices, dtype=float).reshape(-1, 3), np.array(triangles, dtype=int).reshape(-1, 3)


def read_mesh(path):
    """Any format that trimesh knows, with equal vertices made one; OBJ by the reader above."""
    if pathlib.Path(path).suffix.lower() == ".obj":
        vertices, triangles = read_obj(path)
    else:
        import trimesh

        mesh = trimesh.load(path, force="mesh", process=False)
        vertices, triangles = np.array(mesh.vertices, dtype=float), np.array(mesh.faces, dtype=int)
    unique, names = np.unique(vertices, axis=0, return_inverse=True)
    triangles = names.reshape(-1)[triangles]
    a, b, c = triangles.T
    return unique, triangles[(a != b) & (b != c) & (c != a)]


def write_obj(path, vertices, triangles):
    """Coordinates with all their digits."""
    with open(path, "w") as file:
        file.writelines(f"v {x!r} {y!r} {z!r}\n" for x, y, z in vertices.tolist())
        file.writelines(f"f {a} {b} {c}\n" for a, b, c in (triangles + 1).tolist())


def read_poses(path):
    """n x 14: translation and quaternion x y z w of A, then of B; quaternions are made unit."""
    rows = np.fromfile(path, dtype="<f8").reshape(-1, 14)
    for first in (3, 10):
        rows[:, first : first + 4] /= np.linalg.norm(rows[:, first : first + 4], axis=1, keepdims=True)
    return rows


def rotation(quaternion):
    """The matrix of a unit quaternion x y z w."""
    x, y, z, w = quaternion
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
