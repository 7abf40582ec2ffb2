"""What the documentation promises is there, and what is there is documented."""

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from paizhuo.commands import command_names, load_command

ROOT = Path(__file__).resolve().parents[2]
READMES = ("README.md", "README.zh-CN.md")
PAGES = sorted([*(ROOT / name for name in READMES), *(ROOT / "docs").rglob("*.md")])


def subcommands(name: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    """Name a command and, if it is a group, those inside it."""
    yield name, command
    if isinstance(command, click.Group):
        for inner, part in command.commands.items():
            yield from subcommands(f"{name} {inner}", part)


COMMANDS = {full: part for name in command_names() for full, part in subcommands(name, load_command(name))}


def sections(page: str) -> dict[str, str]:
    """Split a page by its second-level headings."""
    parts = re.split(r"^## (.+)$", page, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_section_that_names_each_of_its_options(name: str) -> None:
    page = sections((ROOT / "docs" / "commands.md").read_text("utf-8"))
    section = page[f"paizhuo {name.split()[0]}"]
    assert f"paizhuo {name}" in section or " " not in name
    options = {parameter.opts[-1] for parameter in COMMANDS[name].params if isinstance(parameter, click.Option)}
    assert {option for option in options if option not in section} == set()


def test_no_section_describes_a_command_that_is_not_there() -> None:
    page = sections((ROOT / "docs" / "commands.md").read_text("utf-8"))
    described = {heading.removeprefix("paizhuo ") for heading in page if heading.startswith("paizhuo ")}
    assert described == set(command_names())


def test_every_command_has_help_in_one_plain_sentence() -> None:
    for name, command in COMMANDS.items():
        first = (command.help or "").strip().split("\n\n")[0]
        assert first.endswith("."), f"paizhuo {name} --help begins with {first!r}"


def code_lines(page: str) -> Iterator[str]:
    """Give the lines of a page's shell blocks, with lines that go on in the next joined."""
    for block in re.findall(r"^ *```(?:sh|bash|shell)\n(.*?)^ *```", page, flags=re.MULTILINE | re.DOTALL):
        yield from (line.strip() for line in block.replace("\\\n", " ").splitlines() if line.strip())


def wrong_lines(page: str, targets: set[str]) -> list[str]:
    """Give the shell lines that call a make target, a command or an option that does not exist."""
    wrong = []
    for line in code_lines(page):
        words = line.split("#")[0].split()
        program = Path(words[0]).name if words else ""
        if program == "make" and words[1] not in targets:
            wrong.append(line)
        if program == "paizhuo" and not paizhuo_can(words[1:]):
            wrong.append(line)
    return wrong


def paizhuo_can(words: list[str]) -> bool:
    """Tell whether `paizhuo WORDS` names a command that is there, with options that it has."""
    name = " ".join(words[:2]) if " ".join(words[:2]) in COMMANDS else words[0]
    if name not in COMMANDS:
        return name in {"--help", "--version"}
    known = {option for parameter in COMMANDS[name].params for option in parameter.opts} | {"--help"}
    return all(word.partition("=")[0] in known for word in words if word.startswith("--"))


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):.*##", (ROOT / "Makefile").read_text("utf-8"), flags=re.MULTILINE))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_shell_line_of_the_documentation_calls_what_exists(page: Path) -> None:
    assert wrong_lines(page.read_text("utf-8"), make_targets()) == []


def test_a_line_that_calls_what_does_not_exist_would_be_found() -> None:
    page = "```sh\nmake demo\nmake tea\npaizhuo doctor --json\npaizhuo doctor --tea\npaizhuo tea\n```\n"
    assert wrong_lines(page, {"demo"}) == ["make tea", "paizhuo doctor --tea", "paizhuo tea"]


def broken_links(page: Path, text: str) -> list[str]:
    """Give the links to files of the repository that lead nowhere."""
    targets = re.findall(r"\[[^\]]*\]\(([^)#\s]+)[^)]*\)", text)
    return [target for target in targets if "://" not in target and not (page.parent / target).exists()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_to_a_file_leads_to_one(page: Path) -> None:
    assert broken_links(page, page.read_text("utf-8")) == []


def test_a_link_that_leads_nowhere_would_be_found() -> None:
    assert broken_links(ROOT / "README.md", "[here](LICENSE) [there](nowhere.md)") == ["nowhere.md"]


@pytest.mark.parametrize("readme", READMES)
def test_each_readme_draws_the_folders_that_exist(readme: str) -> None:
    text = (ROOT / readme).read_text("utf-8")
    for folder in ("rules", "vision", "device", "models", "web_ui", "tests", "src/paizhuo", "docs"):
        assert f"{folder}/" in text
        assert (ROOT / folder).is_dir()


def test_both_readmes_show_the_same_commands() -> None:
    english, chinese = (list(code_lines((ROOT / name).read_text("utf-8"))) for name in READMES)
    assert [line.split("#")[0].strip() for line in english] == [line.split("#")[0].strip() for line in chinese]
