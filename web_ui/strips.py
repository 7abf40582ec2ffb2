"""The pictures kept for one event: a strip of the moment before, the moment itself and the moment after."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from paizhuo.rules.service import PictureService

MOMENTS = ("before", "at", "after")


@runtime_checkable
class StripService(Protocol):
    """A ``PictureService`` that keeps more than one picture of an event."""

    def strip(self, seq: int) -> tuple[bytes, ...]:
        """Give the JPEGs kept for event ``seq`` in the order in which they were taken, none if there are none."""
        ...


def strip_of(pictures: PictureService, seq: int) -> tuple[tuple[str, bytes], ...]:
    """Give the pictures of an event, each with its moment: three are before, at and after; fewer are of the event.

    >>> class One:
    ...     def live(self): return None
    ...     def evidence(self, seq): return b"jpeg"
    >>> strip_of(One(), 7)
    (('at', b'jpeg'),)
    """
    if isinstance(pictures, StripService):
        kept = pictures.strip(seq)
        moments = MOMENTS if len(kept) == len(MOMENTS) else ("at",) * len(kept)
        return tuple(zip(moments, kept, strict=True))
    one = pictures.evidence(seq)
    return () if one is None else (("at", one),)
