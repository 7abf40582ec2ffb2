"""`paizhuo conform`: do the rules here answer like a file of rulings or of another engine's answers?"""

import json
from collections.abc import Iterator
from pathlib import Path

import click

from paizhuo.commands import BadInput
from paizhuo.rules.conform.case import CaseError, read_cases
from paizhuo.rules.conform.games import games
from paizhuo.rules.conform.judge import (
    Books,
    CaseReport,
    Difference,
    Outcome,
    game_of,
    judge,
    judge_record,
    summary,
    summary_line,
)
from paizhuo.rules.rulebooks import ids, load


@click.command("conform")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of lines.")
@click.pass_context
def command(ctx: click.Context, file: Path, as_json: bool) -> None:
    """Judge every case of FILE under each of its rulebooks.

    A .yaml file holds rulings, a .jsonl file another engine's answers. Ends with code 0 only if nothing failed and
    nothing is unsupported.
    """
    if file.suffix in {".yaml", ".yml"}:
        reports = _judge_cases(file)
    elif file.suffix == ".jsonl":
        reports = list(_judge_records(file))
    else:
        raise BadInput(f"{file}: the name must end in .yaml or .jsonl")
    counts = summary(reports)
    wrong = [report for report in reports if report.outcome in {Outcome.FAILED, Outcome.UNSUPPORTED}]
    if as_json:
        lines = [_as_json(report) for report in wrong]
        click.echo(json.dumps({"file": str(file), "counts": counts, "failures": lines}, ensure_ascii=False))
    else:
        for report in wrong:
            for line in _lines(report):
                click.echo(line)
        click.echo(summary_line(counts))
    ctx.exit(1 if wrong else 0)


def _judge_cases(file: Path) -> list[CaseReport]:
    import yaml

    try:
        cases = read_cases(yaml.safe_load(file.read_text(encoding="utf-8")))
    except (yaml.YAMLError, UnicodeDecodeError, CaseError) as error:
        raise BadInput(f"{file}: {error}") from None
    books = Books(load, ids())
    game = game_of(cases, games(), books)
    return [judge(case, game, books) for case in cases]


def _judge_records(file: Path) -> Iterator[CaseReport]:
    known = games()
    with file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                record = json.loads(line)
            except json.JSONDecodeError as error:
                raise BadInput(f"{file}:{number}: no JSON at column {error.colno}") from None
            if not isinstance(record, dict):
                raise BadInput(f"{file}:{number}: a JSON object is wanted")
            yield judge_record(number, record, known)


def _lines(report: CaseReport) -> Iterator[str]:
    if not report.differences:
        yield f"{report.id} {report.topic}: {report.outcome.value}"
    for difference in report.differences:
        yield f"{report.id} {report.topic}{_where(difference)}: {_what(difference)}"


def _where(difference: Difference) -> str:
    parts = (difference.rulebook, difference.key)
    return "".join(f" {part}" for part in parts if part)


def _what(difference: Difference) -> str:
    if not difference.expected:
        return difference.actual
    return f"expected {difference.expected}, found {difference.actual}"


def _as_json(report: CaseReport) -> dict[str, object]:
    return {
        "id": report.id,
        "topic": report.topic,
        "outcome": report.outcome,
        "rulebooks": report.rulebooks,
        "differences": [
            {"rulebook": one.rulebook, "key": one.key, "expected": one.expected, "actual": one.actual}
            for one in report.differences
        ],
    }
