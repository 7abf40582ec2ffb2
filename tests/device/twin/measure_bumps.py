"""The figures of bumped cameras: python tests/device/twin/measure_bumps.py 300 [OUT.jsonl].

Trials that OUT holds already are not repeated.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

import numpy as np

from paizhuo.device.twin.bumps import AFTER, Trial, shift_of, trial


def main(count: int, out: Path | None) -> None:
    done = [] if out is None or not out.exists() else [json.loads(line) for line in out.read_text().splitlines()]
    trials = [Trial(**each) for each in done]
    for seed in range(len(trials), count):
        trials.append(trial(seed, shift_of(seed)))
        if out is not None:
            with out.open("a", encoding="utf-8") as written:
                written.write(json.dumps(asdict(trials[-1])) + "\n")
    large, small = [each for each in trials if each.shift >= 8], [each for each in trials if each.shift <= 3]
    soon = [each for each in large if each.flagged is not None and each.flagged <= 2.0]
    again = [each for each in large if each.relocked is not None]
    flags, errors = [each.flagged or 99 for each in large], [each.error for each in again]
    lines = (
        f"bumps of 8 px and more: {len(soon)} of {len(large)} flagged within 2 s, the slowest after {max(flags):.2f} s",
        f"shifts of 3 px and less: {sum(each.flagged is not None for each in small)} of {len(small)} flagged",
        f"table found again within {AFTER} s after {len(again)} of {len(large)} bumps",
        f"then off by {np.median(errors):.2f} px (median), {max(errors):.2f} px (most)",
    )
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else None)
