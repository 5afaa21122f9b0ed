"""Triangle meshes: distance and collision of two of them by Coal's BVHModelOBBRSS, at given poses.

    python peers/coal/meshes.py A.obj B.obj POSES [--rounds N] [--seconds S] [--out PREFIX]

reads what the driver of parry reads, and prints the same lines of JSON, with `ns_call` added: the time of a call through Python
that does next to nothing (two spheres), which is part of `ns_median` and `ns_mean`. Each row counts with its best time in
`rounds` (3), in processor time of the thread. After `seconds` (60) no further row is begun. With `--out` the answers follow in
PREFIX.coal.QUERY.f64: distances (0 where Coal says that they meet), or 1 where they meet and 0 where not.
"""

import argparse
import json
import statistics
import time

import coal
import numpy as np

from files import read_obj, read_poses, rotation


def model(vertices, triangles):
    mesh = coal.BVHModelOBBRSS()
    mesh.beginModel(len(triangles), len(vertices))
    mesh.addVertices(vertices)
    mesh.addTriangles(triangles)
    mesh.endModel()
    return mesh


def pose(numbers):
    return coal.Transform3s(rotation(numbers[3:7]), np.array(numbers[:3]))


def distance(a, pose_a, b, pose_b, request, result):
    result.clear()
    start = time.thread_time_ns()
    coal.distance(a, pose_a, b, pose_b, request, result)
    return time.thread_time_ns() - start, max(result.min_distance, 0.0)


def intersect(a, pose_a, b, pose_b, request, result):
    result.clear()
    start = time.thread_time_ns()
    coal.collide(a, pose_a, b, pose_b, request, result)
    return time.thread_time_ns() - start, float(result.isCollision())


def timed(ask, a, b, rows, request, result, arguments):
    start = time.monotonic()
    times, answers = [], []
    for pose_a, pose_b in rows:
        if time.monotonic() - start > arguments.seconds:
            break
        tries = [ask(a, pose_a, b, pose_b, request, result) for _ in range(arguments.rounds)]
        times.append(min(ns for ns, _ in tries))
        answers.append(tries[-1][1])
    return times, answers


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("a")
    parser.add_argument("b")
    parser.add_argument("poses")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--out")
    arguments = parser.parse_args()
    rows = [(pose(row[:7]), pose(row[7:])) for row in read_poses(arguments.poses)]
    meshes = [read_obj(path) for path in (arguments.a, arguments.b)]
    start = time.monotonic()
    a, b = (model(*mesh) for mesh in meshes)
    build_ms = (time.monotonic() - start) * 1e3
    sphere = coal.Sphere(0.1)
    for query, ask, request, result in [
        ("distance", distance, coal.DistanceRequest(), coal.DistanceResult()),
        ("intersect", intersect, coal.CollisionRequest(), coal.CollisionResult()),
    ]:
        calls = [ask(sphere, rows[0][0], sphere, rows[0][1], request, result)[0] for _ in range(2001)]
        times, answers = timed(ask, a, b, rows, request, result, arguments)
        hits = sum(answer == 0.0 for answer in answers) if query == "distance" else int(sum(answers))
        line = {
            "peer": "coal",
            "query": query,
            "n": len(times),
            "ns_median": round(statistics.median_high(times)),
            "ns_mean": round(statistics.fmean(times)),
            "ns_call": round(statistics.median(calls)),
            "build_ms": round(build_ms, 2),
            "hits": hits,
            "triangles": sum(len(triangles) for _, triangles in meshes),
        }
        print(json.dumps(line), flush=True)
        if arguments.out:
            np.array(answers, dtype="<f8").tofile(f"{arguments.out}.coal.{query}.f64")


if __name__ == "__main__":
    main()
