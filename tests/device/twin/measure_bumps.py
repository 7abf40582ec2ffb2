"""The figures of bumped cameras: python tests/device/twin/measure_bumps.py 300 [OUT.jsonl].

So many trials of 8 px and more, and as many of 3 px and less. Trials that OUT holds already are not repeated.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from itertools import count, islice
from pathlib import Path

import numpy as np

from paizhuo.device.twin.bumps import AFTER, Trial, shift_of, trial
from paizhuo.vision.evaluate.bounds import exact_lower

LARGE, SMALL = 8.0, 3.0
SOON = 2.0


def main(wanted: int, out: Path | None) -> None:
    done = [] if out is None or not out.exists() else [json.loads(line) for line in out.read_text().splitlines()]
    trials = {each["seed"]: Trial(**each) for each in done}
    for seed in seeds(wanted):
        if seed in trials:
            continue
        trials[seed] = trial(seed, shift_of(seed))
        if out is not None:
            with out.open("a", encoding="utf-8") as written:
                written.write(json.dumps(asdict(trials[seed])) + "\n")
    sys.stdout.write("\n".join(told([trials[seed] for seed in seeds(wanted)])) + "\n")


def seeds(wanted: int) -> list[int]:
    """Give the first seeds that make ``wanted`` large shifts and as many small ones."""
    large = islice((each for each in count() if shift_of(each) >= LARGE), wanted)
    small = islice((each for each in count() if shift_of(each) <= SMALL), wanted)
    return sorted([*large, *small])


def told(trials: Sequence[Trial]) -> list[str]:
    """Write the figures, each with its one-sided 95 % bound."""
    large, small = [each for each in trials if each.shift >= LARGE], [each for each in trials if each.shift <= SMALL]
    soon = [each for each in large if each.flagged is not None and each.flagged <= SOON]
    late = [each.seed for each in large if each not in soon]
    flagged = [each.seed for each in small if each.flagged is not None]
    again = [each for each in large if each.relocked is not None]
    slowest, errors = max(each.flagged or 99 for each in large), [each.error for each in again]
    few, many = 1 - exact_lower(len(small) - len(flagged), len(small)), exact_lower(len(soon), len(large))
    return [
        f"{LARGE:g} px and more: {len(soon)} of {len(large)} flagged within {SOON:g} s (>= {many:.4f})",
        f"the slowest after {slowest:.2f} s, not in time by seed: {late or 'none'}",
        f"{SMALL:g} px and less: {len(flagged)} of {len(small)} flagged (<= {few:.4f}), by seed: {flagged or 'none'}",
        f"table found again within {AFTER} s after {len(again)} of {len(large)} bumps",
        f"then off by {np.median(errors):.2f} px (median), {max(errors):.2f} px (most)",
    ]


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else None)
