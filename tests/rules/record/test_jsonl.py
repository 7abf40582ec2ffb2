"""The event log as lines: byte-stable, sealed, and read as far as it goes."""

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paizhuo.device.players.drill import Drill
from paizhuo.device.players.hand import HandPlan, play_match
from paizhuo.device.players.witness import Witness
from paizhuo.rules.cards import FACES, Card, Seat
from paizhuo.rules.errors import RecordSyntaxError
from paizhuo.rules.events import (
    CAMERA,
    CardCorrected,
    Corrected,
    DealStarted,
    Inserted,
    Logged,
    Played,
    QuestionAnswered,
    QuestionAsked,
    Reading,
    Repair,
    Spot,
    TrumpNamed,
    Undone,
)
from paizhuo.rules.observations import Evidence
from paizhuo.rules.record.jsonl import GENESIS, dump, line, link, load, parse_line
from paizhuo.rules.rulebooks import load as load_rulebook
from paizhuo.rules.service import CorrectCards, Undo
from paizhuo.rules.session import fold
from paizhuo.rules.shengji.ruleset import ShengjiRulebook


def recorded() -> tuple[Logged, ...]:
    drill, witness = Drill().start("comp"), Witness()
    for played in play_match(load_rulebook("comp", ShengjiRulebook), 21, HandPlan(faults=4), 1):
        for observation in witness.sees(played.acts):
            drill.observe(observation)
    drill.command(CorrectCards(drill.now.tricks[0].plays[0].seq, (Card.UNKNOWN,)))
    drill.command(Undo())
    return drill.timeline.log


LOG = recorded()

ODD = (
    Played(
        Seat.N, (Card.SA, Card.UNKNOWN), (Reading(0.5, ((Card.S4, 0.25),), 7), Reading()), (Repair(1, Card.HA, "x"),)
    ),
    Corrected(3, None, "never_happened"),
    Corrected(3, Played(Seat.E, (Card.BJ,)), "misread"),
    CardCorrected(Spot(3, 1), Card.LJ, "confirmed"),
    Inserted(4, TrumpNamed(None), "named_late"),
    Undone(9),
    QuestionAsked("q", "code", {"text": '林 "悦"', "number": 3, "list": ("a", "b")}, ("A", "B"), (1, 2)),
    QuestionAnswered("q", "A", CardCorrected(Spot(1, 0), Card.S2, "misread")),
)


@pytest.mark.parametrize("event", ODD, ids=lambda event: event.kind)
def test_every_shape_of_event_comes_back_from_its_line(event: object) -> None:
    entry = Logged(5, 1_700_000_000_000, CAMERA, event, Evidence(1, 2, 0.5, ("a" * 64,)))  # type: ignore[arg-type]
    assert parse_line(line(entry)) == entry


def test_a_whole_match_comes_back_and_is_written_byte_for_byte_again() -> None:
    text = dump(LOG)
    parsed = load(text)
    assert parsed.sealed
    assert parsed.entries == LOG
    assert dump(parsed.entries) == text
    assert fold(parsed.entries) == fold(LOG)


def test_keys_come_in_the_documented_order() -> None:
    for each in dump(LOG).splitlines()[:-1]:
        keys = list(json.loads(each))
        assert keys == [key for key in ("schema", "kind", "seq", "at", "actor", "event", "evidence") if key in keys]


def test_the_digest_is_what_the_format_says() -> None:
    digest = bytes(32)
    lines = dump(LOG).splitlines()
    for each in lines[:-1]:
        digest = hashlib.sha256(digest + each.encode()).digest()
    assert json.loads(lines[-1])["sha256"] == digest.hex()
    assert link(GENESIS, lines[0]) == hashlib.sha256(bytes(32) + lines[0].encode()).hexdigest()


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda lines: [lines[0], lines[1].replace('"at":', '"at":1'), *lines[2:]], "record.digest_differs"),
        (lambda lines: [*lines[:5], *lines[6:]], "record.seq_gap"),  # a line is missing
        (lambda lines: [lines[1], lines[0], *lines[2:]], "record.seq_gap"),  # two lines changed places
        (lambda lines: [*lines[:-1], lines[-1].replace("a", "b")], "record.digest_differs"),
        (lambda lines: [*lines, lines[0]], "record.after_digest"),
        (lambda lines: [*lines[:3], "{", *lines[3:]], "record.bad_line"),
    ],
    ids=["changed", "missing", "swapped", "forged seal", "added", "garbled"],
)
def test_a_record_that_was_tampered_with_is_not_sealed(spoil: object, code: str) -> None:
    lines = spoil(dump(LOG).splitlines())  # type: ignore[operator]
    parsed = load("\n".join(lines))
    assert not parsed.sealed
    assert code in {problem.code for problem in parsed.problems}


def test_a_record_without_its_seal_is_read_but_not_vouched_for() -> None:
    parsed = load("\n".join(dump(LOG).splitlines()[:-1]))
    assert parsed.entries == LOG
    assert not parsed.sealed
    assert parsed.problems == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[]", "object"),
        ("nonsense", "not JSON"),
        ('{"schema":9}', "schema: found 9"),
        ('{"schema":1,"kind":"played","event":3}', "event: found 3"),
        ('{"schema":1,"kind":"dance","seq":1,"at":1,"actor":{"source":"camera"},"event":{}}', "kind: found 'dance'"),
        ('{"schema":1,"kind":"deal_started","seq":1,"at":1,"actor":{"source":"camera"},"event":{}}', "hand"),
        ('{"schema":1,"kind":"deal_started","seq":1,"at":1,"actor":{"source":"x"},"event":{"hand":1}}', "actor.source"),
        ('{"schema":1,"kind":"deal_started","seq":1.5,"at":1,"actor":{"source":"camera"},"event":{"hand":1}}', "seq"),
        ('{"schema":1,"kind":"deal_started","seq":1,"at":1,"actor":{"source":"camera"},"event":{"hand":1,"x":2}}', "x"),
        (
            '{"schema":1,"kind":"played","seq":1,"at":1,"actor":{"source":"camera"},"event":{"seat":"E","cards":["S1"]}}',
            "S1",
        ),
        (
            '{"schema":1,"kind":"played","seq":1,"at":1,"actor":{"source":"camera"},"event":{"seat":"Q","cards":[]}}',
            "Q",
        ),
        (
            '{"schema":1,"kind":"played","seq":1,"at":1,"actor":{"source":"camera"},"event":{"seat":"E","cards":"SA"}}',
            "list",
        ),
        (
            '{"schema":1,"kind":"deal_started","seq":1,"at":1,"actor":{"source":"camera","name":"\\ud800"},"event":{"hand":1}}',
            "Unicode",
        ),
        ('{"schema":1,"kind":"deal_started","seq":1,"at":NaN,"actor":{"source":"camera"},"event":{"hand":1}}', "NaN"),
    ],
)
def test_a_bad_line_says_what_is_wrong_and_where(text: str, words: str) -> None:
    with pytest.raises(RecordSyntaxError, match=words):
        parse_line(text)


def test_fields_that_hold_their_default_are_left_out() -> None:
    assert line(Logged(1, 2, CAMERA, DealStarted(1))).count("evidence") == 0


@given(st.text())
def test_no_text_makes_reading_fail(text: str) -> None:
    parsed = load(text)
    assert parsed.entries == () or parsed.problems or parsed.sealed in (True, False)


@given(
    st.lists(
        st.builds(
            Played,
            st.sampled_from(Seat),
            st.lists(st.sampled_from(FACES), max_size=5).map(tuple),
            st.lists(st.builds(Reading, st.floats(0, 1).map(lambda value: round(value, 4))), max_size=3).map(tuple),
        ),
        max_size=6,
    )
)
def test_any_plays_come_back(events: list[Played]) -> None:
    log = tuple(Logged(seq, seq * 7, CAMERA, event) for seq, event in enumerate(events, start=1))
    assert load(dump(log)).entries == log
