"""Mutation test of the rules: change one thing in a copy of the code and see whether the tests notice.

Not part of the everyday suite: `python tests/mutation/mutate.py --count 500 --out mutants.jsonl`. The mutants are drawn
by seed; each result is a line of the file, and a run that was interrupted goes on where it stopped. The last line
tells the share of mutants that were killed, with its 95 % interval (Wilson).
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import math
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
SKIPPED_FIELDS = {"annotation", "returns", "decorator_list", "type_params"}


def sites(tree: ast.AST) -> Iterator[tuple[ast.AST, str, int]]:
    """Give every place that can be changed: the node, the field that changes, and which of several entries."""
    for name, value in ast.iter_fields(tree):
        if name in SKIPPED_FIELDS:
            continue
        for place, child in enumerate(value if isinstance(value, list) else [value]):
            if not isinstance(child, ast.AST):
                continue
            if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
                continue  # a docstring
            if can_change(tree, name, child):
                yield tree, name, place
            yield from sites(child)


def can_change(owner: ast.AST, field: str, child: ast.AST) -> bool:
    """Say whether there is something else to put in place of a node."""
    if isinstance(child, ast.Constant):
        return isinstance(child.value, bool | int)
    condition = field == "test" and isinstance(owner, ast.If | ast.While | ast.IfExp)
    return condition or type(child) in SWAPS or isinstance(child, ast.Break | ast.Continue)


def changed(child: ast.AST) -> ast.AST:
    """Give what stands in place of a node."""
    if type(child) in SWAPS:
        return SWAPS[type(child)]()
    if isinstance(child, ast.Break):
        return ast.Continue()
    if isinstance(child, ast.Continue):
        return ast.Break()
    if isinstance(child, ast.Constant) and isinstance(child.value, bool):
        return ast.Constant(not child.value)
    if isinstance(child, ast.Constant) and isinstance(child.value, int):
        return ast.Constant(child.value + 1)
    assert isinstance(child, ast.expr)
    return ast.UnaryOp(ast.Not(), child)


def mutant(source: str, number: int) -> tuple[str, int, str]:
    """Give the source with its ``number``-th site changed, the line, and what was done."""
    tree = ast.parse(source)
    owner, field, place = list(sites(tree))[number]
    value = getattr(owner, field)
    child = value[place] if isinstance(value, list) else value
    new = changed(copy.deepcopy(child))
    if isinstance(value, list):
        value[place] = new
    else:
        setattr(owner, field, new)
    line = getattr(child, "lineno", getattr(owner, "lineno", 0))
    done = f"{ast.unparse(child) or type(child).__name__} -> {ast.unparse(new) or type(new).__name__}"
    return ast.unparse(ast.fix_missing_locations(tree)), line, done


def drawn(folder: Path, count: int, seed: int) -> list[tuple[str, int]]:
    """Draw mutants by seed from all files of a folder."""
    everything = [
        (str(file.relative_to(ROOT)), number)
        for file in (sorted(folder.rglob("*.py")) if folder.is_dir() else [folder])
        for number in range(len(list(sites(ast.parse(file.read_text("utf-8"))))))
    ]
    return random.Random(seed).sample(everything, min(count, len(everything)))


def is_killed(copy_root: Path, file: str, source: str, tests: list[str], seconds: int) -> bool:
    """Run the tests on the copy with one file changed."""
    target = copy_root / file
    original = target.read_text("utf-8")
    target.write_text(source, "utf-8")
    try:
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
        done = subprocess.run(command, cwd=copy_root, capture_output=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return True
    finally:
        target.write_text(original, "utf-8")
    return done.returncode != 0


def wilson(killed: int, total: int) -> tuple[float, float]:
    """Give the 95 % interval of a share."""
    z, share = 1.96, killed / total
    middle = share + z * z / (2 * total)
    spread = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    return (middle - spread) / (1 + z * z / total), (middle + spread) / (1 + z * z / total)


def main() -> None:
    """Draw, run, report."""
    parser = argparse.ArgumentParser(description="Mutation test of the rules.")
    parser.add_argument("--folder", default="rules", help="the folder or file to change")
    parser.add_argument("--tests", nargs="+", default=["tests/rules"], help="the tests to run")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=600, help="a mutant that runs longer counts as killed")
    parser.add_argument("--out", type=Path, default=Path("mutants.jsonl"))
    options = parser.parse_args()
    lines = options.out.read_text("utf-8").splitlines() if options.out.exists() else []
    results = {(each["file"], each["site"]): each for each in map(json.loads, lines)}
    with tempfile.TemporaryDirectory() as temporary:
        copy_root = Path(temporary)
        ignored = shutil.ignore_patterns("__pycache__", "*.onnx")
        for name in ("rules", "src", "tests", "docs", "vision", "device", "models", "web_ui"):
            shutil.copytree(ROOT / name, copy_root / name, symlinks=True, ignore=ignored)
        shutil.copy(ROOT / "pyproject.toml", copy_root)
        for file, number in drawn(ROOT / options.folder, options.count, options.seed):
            if (file, number) in results:
                continue
            source, line, done = mutant((ROOT / file).read_text("utf-8"), number)
            noticed = is_killed(copy_root, file, source, options.tests, options.seconds)
            result = {"file": file, "site": number, "line": line, "change": done, "killed": noticed}
            results[file, number] = result
            with options.out.open("a", encoding="utf-8") as out:
                out.write(json.dumps(result, ensure_ascii=False) + "\n")
    killed, total = sum(each["killed"] for each in results.values()), len(results)
    low, high = wilson(killed, total)
    sys.stdout.write(f"{killed} of {total} mutants killed: {killed / total:.1%} ({low:.1%} to {high:.1%})\n")


if __name__ == "__main__":
    main()
