"""Every machine case and every answer of another engine, through the same judge that ``paizhuo conform`` uses."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from paizhuo.rules.conform.case import Case, CaseError, Check, read_cases
from paizhuo.rules.conform.games import games
from paizhuo.rules.conform.guandan import CASES
from paizhuo.rules.conform.judge import Books, Outcome, game_of, judge, judge_record
from paizhuo.rules.rulebooks import ids, load

DATA = Path(__file__).parent / "data"
BOOKS = Books(load, ids())
FILE = read_cases(yaml.safe_load((DATA / "cases.yaml").read_text("utf-8")))
MACHINE = [case for case in FILE if case.check is Check.MACHINE]


def test_the_file_of_cases_is_known_as_guandan() -> None:
    assert game_of(FILE, games(), BOOKS).game == "guandan"
    assert len(MACHINE) == 94


@pytest.mark.parametrize("case", MACHINE, ids=lambda case: case.id)
def test_case_passes_under_each_of_its_rulebooks(case: Case) -> None:
    report = judge(case, CASES, BOOKS)
    assert (report.outcome, report.differences) == (Outcome.PASSED, ())


def test_cases_for_all_are_judged_under_every_guandan_rulebook() -> None:
    report = judge(next(case for case in MACHINE if case.rules == ("all",)), CASES, BOOKS)
    assert set(report.rulebooks) == {name for name in ids() if name.startswith("guandan-")}


def spoilt(value: object) -> object:
    """Change an expected value into one that is surely wrong."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, list):
        return [*value, "S3"]
    if isinstance(value, dict):
        return {**value, "x": 1}
    return 77


@pytest.mark.parametrize("case", MACHINE, ids=lambda case: case.id)
def test_a_case_with_one_wrong_answer_fails(case: Case) -> None:
    for key in case.asked:
        wrong = replace(case, expected={**case.expected, key: spoilt(case.expected[key])})
        assert judge(wrong, CASES, BOOKS).outcome is Outcome.FAILED, key


def test_order_counts_where_a_list_has_one() -> None:
    case = next(case for case in MACHINE if case.id == "gd-lv-02")
    assert judge(replace(case, expected={"levels": ["4", "5"]}), CASES, BOOKS).outcome is Outcome.FAILED


@pytest.mark.parametrize("event", ["whistles", "touches his nose"])
@pytest.mark.parametrize("topic", ["penalty", "discard_area"])
def test_an_event_without_a_rule_is_unsupported_and_never_passed(topic: str, event: str) -> None:
    case = next(case for case in MACHINE if case.topic == topic)
    strange = replace(case, plays=({"seat": 1, "event": event},))
    assert judge(strange, CASES, BOOKS).outcome is Outcome.UNSUPPORTED


def test_a_turn_inside_the_limit_costs_no_warning() -> None:
    case = next(case for case in MACHINE if case.id == "gd-pen-04")
    quick = replace(case, plays=({"seat": 1, "event": "thinks 20 s"},), expected={"warnings": 0})
    assert judge(quick, CASES, BOOKS).outcome is Outcome.PASSED


@pytest.mark.parametrize(
    ("topic", "setup"),
    [("tribute", {"finish_order": [0, 1, 2, 3], "hands": "none"}), ("cut", {"cut_from_top": True})],
)
def test_a_case_of_the_wrong_kind_is_refused(topic: str, setup: dict[str, object]) -> None:
    case = next(case for case in MACHINE if case.topic == topic)
    with pytest.raises(CaseError):
        CASES.adapters[topic](replace(case, setup=setup), load("guandan-seed"))


RECORDS = [json.loads(line) for line in (DATA / "oracle.jsonl").read_text("utf-8").splitlines()]


def test_every_answer_of_the_other_engine_is_ours() -> None:
    reports = [judge_record(number, record, games()) for number, record in enumerate(RECORDS)]
    assert [report for report in reports if report.outcome is not Outcome.PASSED] == []
    assert len(reports) == 4049


def test_a_changed_answer_of_the_other_engine_is_noticed() -> None:
    classified = next(record for record in RECORDS if record["op"] == "classify" and record["readings"])
    compared = next(record for record in RECORDS if record["op"] == "beats")
    spoilt_records = (
        {**classified, "readings": []},
        {**compared, "matrix": [[not cell for cell in row] for row in compared["matrix"]]},
        {**compared, "b_readings": compared["b_readings"][1:]},
    )
    for record in spoilt_records:
        assert judge_record(0, record, games()).outcome is Outcome.FAILED
