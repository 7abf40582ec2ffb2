"""What a table recorded of a hand of Guandan, in the shape of the truth about it."""

from __future__ import annotations

from paizhuo.device.players.comparison import recorded_offences
from paizhuo.rules.cards import Seat
from paizhuo.rules.guandan_snapshot import ActsView, GuandanView
from paizhuo.rules.snapshot import Json, TableSnapshot


def guandan_record(snapshot: TableSnapshot) -> dict[str, Json]:
    """Give a snapshot taken at the end of a hand in the shape of ``GuandanTruth.as_json``.

    What the table does not know is None. A snapshot of another game raises ``ValueError``.
    """
    shown = snapshot.guandan
    if shown is None:
        raise ValueError("not a snapshot of Guandan")
    result = shown.result
    tribute = shown.tribute
    tricks = [each for each in (*shown.tricks, shown.trick) if any(act.cards for act in each.acts)]
    return {
        "level": shown.level,
        "leader": tricks[0].leader if tricks else tribute.leader,
        "gifts": [
            {"payer": gift.payer, "receiver": gift.receiver, "card": gift.card, "returned": gift.returned}
            for gift in sorted(tribute.gifts, key=lambda each: Seat[each.payer])
        ],
        "resisted": tribute.resisted,
        "tricks": [_trick(each) for each in tricks],
        "reports": _reports(shown),
        "order": [] if result is None else [*result.order],
        "level_change": None if result is None else {"side": result.winner, "levels": result.gain},
        "levels": None if result is None else dict(sorted(result.levels.items())),
        "match_winner": None if result is None else result.match_winner,
        "offences": recorded_offences(snapshot),
    }


def _trick(trick: ActsView) -> Json:
    return {
        "number": trick.number,
        "leader": trick.leader,
        "winner": trick.winner,
        "plays": [{"seat": act.seat, "cards": [*act.cards]} for act in trick.acts if act.cards],
    }


def _reports(shown: GuandanView) -> list[Json]:
    """Give what each seat reported last, in the order of the seats."""
    return [
        {"seat": seat, "said": each.said}
        for seat, each in sorted(shown.seats.items(), key=lambda item: Seat[item[0]])
        if each.said is not None
    ]
