"""The commands of the command line, one file each, found by their file names.

A file `commands/look.py` is the command `paizhuo look`; it exposes one click command named `command`. Files are
imported only when their command runs or when `--help` lists them, so their top level must stay light: import OpenCV,
the model runtime and the web server inside the function that needs them.
"""

import importlib
import pkgutil

import click

__all__ = ["BadInput", "command_names", "load_command"]


class BadInput(click.ClickException):
    """Say in one line what was wrong with the input, where, and what is allowed; the program ends with code 2."""

    exit_code = 2


def command_names() -> tuple[str, ...]:
    """Name every command that exists, in alphabetical order.

    >>> "doctor" in command_names()
    True
    """
    files = (module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_"))
    return tuple(sorted(name.replace("_", "-") for name in files))


def load_command(name: str) -> click.Command:
    """Import one command by its name.

    >>> load_command("doctor").name
    'doctor'
    """
    module = importlib.import_module(f"{__name__}.{name.replace('-', '_')}")
    command = module.command
    if not isinstance(command, click.Command):
        raise TypeError(f"{module.__name__}.command must be a click command, not {type(command).__name__}")
    return command
