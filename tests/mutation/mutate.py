"""Mutation test of the rules: change one thing in the code and see whether the tests notice.

Not part of the everyday suite: `python tests/mutation/mutate.py --count 500 --out mutants.jsonl`. First all tests run
once under coverage (`--record` does that anew), so that each mutant meets only the tests that run its line, quick ones
first. Mutants are drawn by seed; each result is a line of the file, and a run that was interrupted goes on where it
stopped. The last line tells the share of mutants that were noticed, with its 95 % interval (Wilson).
"""

from __future__ import annotations

import argparse
import ast
import json
import math
import subprocess
import sys
from pathlib import Path

import recording
import trial
from places import ROOT, drawn, mutant

CONTROLS = 5
"""Unchanged modules that run first as if they were mutants: every one must survive."""


def wilson(killed: int, total: int) -> tuple[float, float]:
    """Give the 95 % interval of a share."""
    z, share = 1.96, killed / total
    middle = share + z * z / (2 * total)
    spread = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    return (middle - spread) / (1 + z * z / total), (middle + spread) / (1 + z * z / total)


def run(options: argparse.Namespace) -> None:
    """Try every mutant that has no result yet."""
    results = read(options.out)
    chosen = drawn(ROOT / options.folder, options.count, options.seed)
    lines = recording.Map(options.map)
    trial.prepare()
    for file, _ in chosen[:CONTROLS]:
        source = ast.unparse(ast.parse((ROOT / file).read_text("utf-8")))
        tests = [*trial.within(lines.tests_of(ROOT / file, 0), lines.seconds, options.budget), *options.also]
        if trial.attempt(ROOT / file, source, tests, options.seconds) is not trial.Fate.SURVIVED:
            raise SystemExit(f"{file} does not pass its tests unchanged")
    for file, number in chosen:
        before = results.get((file, number))
        if before is not None and not (options.again and before["fate"] == trial.Fate.SURVIVED):
            continue
        source, line, done = mutant((ROOT / file).read_text("utf-8"), number)
        tests = trial.within(lines.tests_of(ROOT / file, line), lines.seconds, options.budget)
        tests += options.also
        fate = trial.attempt(ROOT / file, source, tests, options.seconds) if tests else trial.Fate.SURVIVED
        result = {"file": file, "site": number, "line": line, "change": done, "fate": fate, "tests": len(tests)}
        results[file, number] = result
        with options.out.open("a", encoding="utf-8") as out:
            out.write(json.dumps(result, ensure_ascii=False) + "\n")
    report([results[each] for each in chosen])


def read(file: Path) -> dict[tuple[str, int], dict[str, object]]:
    """Read the results that are there already."""
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    return {(each["file"], each["site"]): each for each in map(json.loads, lines)}


def report(results: list[dict[str, object]]) -> None:
    """Tell the survivors and the share of the noticed."""
    for each in results:
        if each["fate"] == trial.Fate.SURVIVED:
            sys.stdout.write(f"survived: {each['file']}:{each['line']} {each['change']} ({each['tests']} tests)\n")
    killed, total = sum(each["fate"] != trial.Fate.SURVIVED for each in results), len(results)
    low, high = wilson(killed, total)
    sys.stdout.write(f"{killed} of {total} mutants noticed: {killed / total:.1%} ({low:.1%} to {high:.1%})\n")


def main() -> None:
    """Record if needed, draw, run, report."""
    parser = argparse.ArgumentParser(description="Mutation test of the rules.")
    parser.add_argument("--folder", default="rules", help="the folder or file to change")
    parser.add_argument("--tests", nargs="+", default=["tests/rules", "src/paizhuo/rules"], help="the tests to run")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--seconds", type=int, default=90, help="of the processor: a mutant that takes longer is noticed"
    )
    parser.add_argument("--budget", type=float, default=30.0, help="seconds of tests for one mutant, as recorded")
    parser.add_argument("--map", type=Path, default=Path(".mutants"), help="where the recording is kept")
    parser.add_argument("--again", action="store_true", help="try those that survived once more")
    parser.add_argument("--also", nargs="+", default=[], help="tests to run on every mutant, besides those of its line")
    parser.add_argument("--record", action="store_true", help="record anew which tests run which lines")
    parser.add_argument("--out", type=Path, default=Path("mutants.jsonl"))
    options = parser.parse_args()
    if options.record or not (options.map / "seconds.json").exists():
        # In a process of its own: this one must not have loaded anything of the product.
        script = str(Path(__file__).with_name("recording.py"))
        subprocess.run([sys.executable, script, str(options.map), *options.tests], cwd=ROOT, check=True)
    run(options)


if __name__ == "__main__":
    main()
