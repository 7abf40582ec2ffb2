"""Play the match of Guandan's drill with its planted offences: ``python tests/web_ui/draw_drill.py``.

Run by hand when the rules or the players change; the record ships in ``web_ui/scripted/matches``. Six hands: one fault
of each kind that cards prove (a play that does not beat, a lead out of turn, no shape, a tribute that was not the
largest, a return that was not low) and one hand in which nothing happens.
"""

from __future__ import annotations

from dataclasses import replace
from importlib import resources
from pathlib import Path

from paizhuo.device.players.drill import Drill
from paizhuo.device.players.guandan.faults import Fault
from paizhuo.device.players.guandan.hand import GuandanPlan
from paizhuo.device.players.match import heard, play_match
from paizhuo.device.players.witness import Witness
from paizhuo.rules.events import Event, Logged, MatchStarted
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.observations import Evidence
from paizhuo.rules.record.jsonl import dump
from paizhuo.rules.rulebooks import load

RULEBOOK = "guandan-2017"
SEED = 3
HANDS = 6
NAMES = ("林悦", "周航", "许蔓", "贺川")
KINDS = (Fault.WRONG_TRIBUTE, Fault.WRONG_RETURN, Fault.DOES_NOT_BEAT, Fault.NO_SHAPE, Fault.OUT_OF_TURN)


def played() -> tuple[Logged, ...]:
    """Give the log of the match as a table records it that sees every card."""
    table, witness = Drill().start(RULEBOOK), Witness()
    for hand in play_match(load(RULEBOOK, GuandanRulebook), SEED, GuandanPlan(faults=1, kinds=KINDS), HANDS):
        for act in hand.acts:
            for observation in witness.sees([act]):
                table.observe(observation)
            command = heard(act)
            if command is not None:
                table.command(command)
    return tuple(_lean(entry) for entry in table.timeline.log)


def _lean(entry: Logged) -> Logged:
    """Leave out what a drill has no use for: how sure the cards were read, and where in a film."""
    entry = replace(entry, evidence=Evidence())
    event = entry.event
    if isinstance(event, MatchStarted):
        return replace(entry, event=replace(event, names=NAMES))
    if not hasattr(event, "readings"):
        return entry
    lean: Event = replace(event, readings=())  # type: ignore[arg-type]  # hasattr tells mypy no kind
    return replace(entry, event=lean)


def main() -> None:
    """Write the record."""
    folder = Path(str(resources.files("paizhuo.web_ui").joinpath("scripted", "matches")))
    (folder / "guandan-drill.jsonl").write_text(dump(played()), "utf-8")


if __name__ == "__main__":
    main()
