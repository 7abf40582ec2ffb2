"""`paizhuo rulebook`: the rule sheets, user-made files checked, two rulebooks compared."""

import json
import os
from pathlib import Path

import click

from paizhuo.commands import BadInput
from paizhuo.rules.errors import NoSuchRulebookError, Problem, RulebookError
from paizhuo.rules.rulebook import Rulebook
from paizhuo.rules.rulebooks import LANGUAGES, ids, load, parse, words
from paizhuo.rules.sheet import changes, policies, say, sheet

_LANG = click.option("--lang", type=click.Choice(LANGUAGES), help="Language; by default the system's.")
_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")


@click.group("rulebook")
def command() -> None:
    """Show the rule sheet (规则单) of a rulebook, check your own, compare two."""


@command.command("list")
@_LANG
@_JSON
def list_rulebooks(lang: str | None, as_json: bool) -> None:
    """List the rulebooks that come with the program."""
    books = [load(identifier) for identifier in ids()]
    if as_json:
        for book in books:
            line = {"id": book.id, "game": book.game, "standing": book.standing, "text": book.text}
            click.echo(json.dumps({**line, "title": _titles(book)}, ensure_ascii=False))
        return
    width = max(len(book.id) for book in books)
    for book in books:
        click.echo(f"{book.id:{width}}  {book.game:8} {book.standing:12}  {_title(book, _language(lang))}")


@command.command("show")
@click.argument("name", metavar="ID|FILE")
@_LANG
@_JSON
def show(name: str, lang: str | None, as_json: bool) -> None:
    """Print a rule sheet: every value, where it stands in the text, and what was assumed."""
    book, language = _open(name), _language(lang)
    said = words(book.game, language)
    if as_json:
        click.echo(json.dumps(_as_json(book, language), ensure_ascii=False))
        return
    click.secho(_title(book, language), bold=True)
    click.echo(f"{book.id} · {book.standing} · {book.text}".rstrip(" ·"))
    for section in sheet(book, said):
        click.secho(f"\n{section.label}", bold=True)
        for entry in section.entries:
            source = entry.source
            note = (source.note.zh if language == "zh" else source.note.en) if source.note else ""
            doubt = said("reading" if source.where else "assumed") if source.assumed else ""
            marks = [source.where, doubt, note]
            click.echo(f"  {entry.label}: {entry.value}  [{'; '.join(mark for mark in marks if mark)}]")


@command.command("check")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@_LANG
@_JSON
@click.pass_context
def check(ctx: click.Context, file: Path, lang: str | None, as_json: bool) -> None:
    """Read your own rulebook and name every wrong key with its line and what is allowed.

    Ends with code 1 if something is wrong.
    """
    problems: tuple[Problem, ...] = ()
    try:
        parse(_read(file))
    except RulebookError as error:
        problems = error.problems
    if as_json:
        lines = [
            {"code": one.code, "key": one.key, "line": one.line, "found": one.found, "allowed": one.allowed}
            for one in problems
        ]
        click.echo(json.dumps({"ok": not problems, "problems": lines}, ensure_ascii=False))
    else:
        for problem in problems:
            click.echo(f"{file}:{_sentence(problem, _language(lang))}")
        if not problems:
            click.echo(f"{file}: ok")
    ctx.exit(1 if problems else 0)


@command.command("diff")
@click.argument("first", metavar="ID|FILE")
@click.argument("second", metavar="ID|FILE")
@_LANG
@_JSON
def diff(first: str, second: str, lang: str | None, as_json: bool) -> None:
    """Show the values in which two rulebooks of one game differ."""
    one, other = _open(first), _open(second)
    if one.game != other.game:
        raise BadInput(f"{first} is a rulebook of {one.game}, {second} of {other.game}: compare two of one game")
    said = words(one.game, _language(lang))
    if as_json:
        for change in changes(one, other):
            line = {"key": f"{change.section}.{change.key}", "first": change.first, "second": change.second}
            click.echo(json.dumps(line, ensure_ascii=False))
        return
    for change in changes(one, other):
        click.secho(f"{said('section', change.section)} · {said('key', change.section, change.key)}", bold=True)
        click.echo(f"  {one.id}: {say(change.first, said, change.section, change.key)}")
        click.echo(f"  {other.id}: {say(change.second, said, change.section, change.key)}")


def _open(name: str) -> Rulebook:
    try:
        return load(name)
    except NoSuchRulebookError:
        pass
    file = Path(name)
    if not file.is_file():
        raise BadInput(f"{name} is neither a file nor one of the rulebooks {', '.join(ids())}")
    try:
        return parse(_read(file))
    except RulebookError as error:
        raise BadInput(f"{name}:{_sentence(error.problems[0], 'en')}") from None


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(f"{file}: byte {error.start} is not UTF-8 text") from None


def _sentence(problem: Problem, language: str) -> str:
    said = words("problems", language)
    parts = [f"{problem.line}: {problem.key or said('whole')}: {said('problem', problem.code.rpartition('.')[2])}"]
    if problem.found:
        parts.append(f"{said('found')} {problem.found}")
    if problem.allowed:
        is_key = problem.code == "rulebook.unknown_key"
        allowed = ", ".join(each if is_key else said("kind", each) for each in problem.allowed)
        parts.append(f"{said('least' if problem.code == 'rulebook.too_small' else 'allowed')}: {allowed}")
    return "; ".join(parts)


def _as_json(book: Rulebook, language: str) -> dict[str, object]:
    values = policies(book)
    return {
        "id": book.id,
        "game": book.game,
        "standing": book.standing,
        "text": book.text,
        "title": _titles(book),
        "sections": [
            {
                "key": section.key,
                "label": section.label,
                "entries": [
                    {
                        "key": entry.key,
                        "label": entry.label,
                        "value": values[section.key][entry.key.rpartition(".")[2]],
                        "words": entry.value,
                        "at": entry.source.where,
                        "assumed": entry.source.assumed,
                        "note": {"zh": entry.source.note.zh, "en": entry.source.note.en} if entry.source.note else None,
                    }
                    for entry in section.entries
                ],
            }
            for section in sheet(book, words(book.game, language))
        ],
    }


def _titles(book: Rulebook) -> dict[str, str]:
    return {"zh": book.title.zh, "en": book.title.en}


def _title(book: Rulebook, language: str) -> str:
    return book.title.zh if language == "zh" else book.title.en


def _language(chosen: str | None) -> str:
    from paizhuo.commands.doctor import system_language

    return chosen or system_language(os.environ)
