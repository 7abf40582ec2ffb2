"""The command line: `paizhuo COMMAND …`.

Exit codes are a contract: 0 is "ok", 1 is "the answer is no", 2 is "bad input" with one line on standard error.
"""

import sys
from collections.abc import Sequence
from typing import NoReturn

import click

import paizhuo
from paizhuo.commands import command_names, load_command
from paizhuo.commands._ending import Stopped, signals_unwind

__all__ = ["cli", "main"]


class _Commands(click.Group):
    """A group that finds its commands by their files and imports only the one that runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(command_names())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return load_command(cmd_name) if cmd_name in command_names() else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in command_names() and not name.startswith("-"):
            ctx.fail(f"there is no command {name!r}; the commands are {', '.join(command_names())}")
        return super().resolve_command(ctx, args)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(paizhuo.__version__, prog_name="paizhuo")
def cli() -> None:
    """Read, referee and score a real card table (牌桌): Shengji and Guandan."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run one command and end the process with its exit code.

    Bad input is told in one line, and never as a traceback: `paizhuo look: No such option: --colour`.
    """
    try:
        with signals_unwind():
            words = None if arguments is None else list(arguments)
            code = cli.main(args=words, prog_name="paizhuo", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as help_wanted:
        help_wanted.show()
        sys.exit(2)
    except click.ClickException as error:
        click.echo(f"{_where(error)}: {_one_line(error.format_message())}", err=True)
        sys.exit(error.exit_code)
    except Stopped as asked:
        # A terminal has just written ^C at the beginning of this line.
        newline = "\n" if sys.stderr.isatty() else ""
        click.echo(f"{newline}paizhuo: stopped", err=True)
        sys.exit(asked.code)
    except click.Abort:
        click.echo("paizhuo: stopped", err=True)
        sys.exit(130)
    except BrokenPipeError:
        # The reader of our output (say `head`) went away; closing quietly is what every filter does.
        sys.stderr.close()
        sys.exit(141)
    sys.exit(code if isinstance(code, int) else 0)


def _where(error: click.ClickException) -> str:
    context = error.ctx if isinstance(error, click.UsageError) else None
    return context.command_path if context is not None else "paizhuo"


def _one_line(message: str) -> str:
    return " ".join(message.split())
