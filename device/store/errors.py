"""What can go wrong with a log on disk, by who has to act."""

from __future__ import annotations

from paizhuo.rules.errors import TableError


class LogError(TableError):
    """The root of everything that can be wrong with a log file."""


class LogMissingError(LogError):
    """There is no log at that path."""


class LogInUseError(LogError):
    """Another process is writing this log."""


class LogDamagedError(LogError):
    """The file is no intact log: not a database, another program's, or its chain does not hold.

    ``intact_up_to`` is the last seq before the damage, 0 if nothing can be read. The file is left as it is.
    """

    def __init__(self, message: str, intact_up_to: int = 0) -> None:
        super().__init__(message)
        self.intact_up_to = intact_up_to


class LogTooNewError(LogError):
    """The log was written by a newer version of paizhuo."""


class LogFullError(LogError):
    """The disk took no more: the event was not recorded."""
