"""`paizhuo doctor`: is this machine ready for a match, and if not, what to do."""

import dataclasses
import json
import os
from collections.abc import Mapping
from pathlib import Path

import click

from paizhuo.commands._doctor_words import LANGUAGES, words

_SIGNS = {"ok": ("✔", "green"), "note": ("·", "blue"), "warning": ("!", "yellow"), "broken": ("✘", "red")}


@click.command("doctor")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of sentences.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language of the sentences; by default the system's.")
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    default=Path(),
    help="Folder where the matches are stored; by default this one.",
)
@click.pass_context
def command(ctx: click.Context, as_json: bool, lang: str | None, data: Path) -> None:
    """Check machine, libraries, models, camera, disk and clock.

    Every red line says the remedy. Ends with code 1 if a line is red.
    """
    from paizhuo.device.health import Grade, examine
    from paizhuo.device.machine import read_machine

    findings = examine(read_machine(data))
    broken = sum(finding.grade is Grade.BROKEN for finding in findings)
    if as_json:
        lines = [dataclasses.asdict(finding) for finding in findings]
        click.echo(json.dumps({"ok": not broken, "findings": lines}, ensure_ascii=False))
    else:
        language = lang or system_language(os.environ)
        for finding in findings:
            sign, colour = _SIGNS[finding.grade]
            click.secho(f"{sign} {words(finding.code, language, finding.params)}", fg=colour)
    ctx.exit(1 if broken else 0)


def system_language(environment: Mapping[str, str]) -> str:
    """Choose Chinese where the system speaks it, and English everywhere else.

    >>> system_language({"LANG": "zh_CN.UTF-8"}), system_language({"LANG": "de_DE.UTF-8"})
    ('zh', 'en')
    """
    chosen = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    return "zh" if chosen.startswith("zh") else "en"
