"""Where code can be changed, and what stands there then: one comparison, operator, constant or condition at a time."""

from __future__ import annotations

import ast
import copy
import random
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
