"""Writes docs/results/mesh-files.md: every file of folders of mesh files, read or refused with a reason, with volume, area and closedness
beside those of trimesh.

    python peers/meshes/table.py FOLDER... --out docs/results/mesh-files.md

needs trimesh, numpy, scipy, networkx, lxml and pycollada. Only files whose extension is that of a mesh or of points are taken; a second file
with the content of an earlier one is left out. trimesh merges vertices of equal place, whatever their texture and normal, and turns faces
where neighbors differ; scenes are joined, with their transforms.
"""

import argparse
import hashlib
import json
import multiprocessing
import subprocess
import warnings
from pathlib import Path

READ = {".glb", ".gltf", ".obj", ".off", ".ply", ".stl", ".3mf", ".dae", ".pcd", ".xyz"}
NAMED = {".step", ".stp", ".iges", ".igs", ".brep", ".drc", ".zae", ".3dxml", ".ctm", ".fbx", ".usdz"}
LIMIT = 120


def peer(path, answer):
    """Volume, area and closedness by trimesh."""
    import trimesh

    try:
        loaded = trimesh.load(path)
        if isinstance(loaded, trimesh.Scene):
            loaded = loaded.to_geometry() if hasattr(loaded, "to_geometry") else loaded.dump(concatenate=True)
        if isinstance(loaded, trimesh.PointCloud):
            answer.put({"points": len(loaded.vertices)})
            return
        if len(loaded.faces) == 0:
            answer.put({"points": len(loaded.vertices)})
            return
        # Vertices that differ in texture or normal only are one vertex here.
        loaded.merge_vertices(merge_tex=True, merge_norm=True)
        if not loaded.is_winding_consistent:
            trimesh.repair.fix_normals(loaded, multibody=True)
        answer.put({"triangles": len(loaded.faces), "closed": bool(loaded.is_watertight),
                    "volume": float(loaded.volume), "area": float(loaded.area)})
    except BaseException as error:  # anything that the peer does with a file is an answer
        answer.put({"refused": f"{type(error).__name__}: {error}".split("\n")[0][:120]})


def ask_peer(path):
    answer = multiprocessing.Queue()
    work = multiprocessing.Process(target=peer, args=(str(path), answer))
    work.start()
    try:
        found = answer.get(timeout=LIMIT)
    except Exception:
        found = {"refused": f"no answer within {LIMIT} s"}
    work.terminate()
    work.join()
    return found


def same(a, b, tolerance):
    return abs(a - b) <= tolerance * max(abs(a), abs(b))


def compared(ours, theirs):
    """What differs, in words."""
    if "refused" in ours:
        return "both refuse" if "refused" in theirs else "empty" if theirs.get("points") == 0 else "trimesh reads it"
    if "points" in ours:
        told = theirs.get("points", theirs.get("refused", "a mesh"))
        return "" if told == ours["points"] else f"trimesh: {told}"
    if "refused" in theirs:
        return "trimesh refuses: " + theirs["refused"]
    if "points" in theirs:
        return "points only in trimesh"
    found = []
    if ours["closed"] != theirs["closed"]:
        found.append("closed " + ("here" if ours["closed"] else "in trimesh"))
    # trimesh keeps the meters of glTF, and scales some formats.
    if not same(ours["area"], theirs["area"], 1e-5):
        found.append(f"area {theirs['area']:.6g}")
    if ours["closed"] and theirs["closed"] and not same(abs(ours["volume"]), abs(theirs["volume"]), 1e-5):
        found.append(f"volume {theirs['volume']:.6g}")
    return ", ".join(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--release", action="store_true", help="build for speed")
    args = parser.parse_args()
    warnings.filterwarnings("ignore")
    # Imported before processes are forked for the files, so that each has it at once.
    import trimesh  # noqa: F401

    files, seen = [], set()
    for folder in args.folders:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix.lower() in READ | NAMED and "__MACOSX" not in path.parts:
                content = hashlib.sha256(path.read_bytes() + path.suffix.lower().encode()).digest()
                if content not in seen:
                    seen.add(content)
                    files.append((folder, path))
    command = ["cargo", "run", "-q", *(["--release"] if args.release else []), "-p", "impinge-io", "--example", "files_read", "--"]
    said = subprocess.run([*command, *(str(path) for _, path in files)], capture_output=True, text=True, check=True).stdout
    ours = [json.loads(line) for line in said.splitlines()]
    assert len(ours) == len(files), "a line for each file"
    lines, differ, refused = [], 0, 0
    for (folder, path), mine in zip(files, ours):
        theirs = ask_peer(path)
        what = compared(mine, theirs)
        differ += bool(what)
        name = f"{folder.name}/{path.relative_to(folder)}".replace("|", "\\|")
        if "refused" in mine:
            refused += 1
            reason = mine["refused"].replace("|", "\\|").replace(str(folder), folder.name)
            lines.append(f"| {name} | refused: {reason} | | | | | {what} |")
        elif "points" in mine:
            lines.append(f"| {name} | {mine['points']} points | | | | | {what} |")
        else:
            closed = "closed" if mine["closed"] else f"open, {mine['dangling']} + {mine['crowded']}"
            volume = f"{mine['volume']:.6g}" if mine["closed"] else ""
            welded = mine["welded"] or ""
            lines.append(f"| {name} | {mine['parts']} | {closed} | {volume} | {mine['area']:.6g} | {welded} | {what} |")
    text = Path(args.out).read_text() if args.out.exists() else ""
    marks = ["<!-- table -->", "<!-- end of table -->"]
    head, tail = text.split(marks[0])[0], text.split(marks[1])[-1] if marks[1] in text else ""
    table = "\n".join([
        f"{len(files)} files: {len(files) - refused} read, {refused} refused; {differ} rows with a remark.", "",
        "| file | parts | edges | volume | area | joined | beside trimesh |", "|---|---|---|---|---|---|---|", *lines])
    args.out.write_text(f"{head or '# Mesh files beside trimesh' + chr(10) * 2}{marks[0]}\n{table}\n{marks[1]}{tail or chr(10)}")


if __name__ == "__main__":
    main()
