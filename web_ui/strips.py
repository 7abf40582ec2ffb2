"""The pictures kept for one event: the moment before, the moment itself, the moment after, and each card by itself."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from paizhuo.rules.service import PictureService

MOMENTS = ("before", "at", "after")


@runtime_checkable
class StripService(Protocol):
    """A table that keeps more than one picture of an event."""

    def pictures_of(self, seq: int) -> tuple[bytes, ...]:
        """Give the JPEGs kept for event ``seq``: before, at, after, then its cards in their order; or one alone."""
        ...


def strip_of(service: object, pictures: PictureService, seq: int) -> tuple[tuple[str, bytes], ...]:
    """Give the pictures of an event, each with its moment: three are before, at and after; fewer are of the event.

    >>> class One:
    ...     def live(self): return None
    ...     def evidence(self, seq): return b"jpeg"
    >>> strip_of(object(), One(), 7)
    (('at', b'jpeg'),)
    """
    kept = service.pictures_of(seq)[: len(MOMENTS)] if isinstance(service, StripService) else ()
    if not kept:
        one = pictures.evidence(seq)
        return () if one is None else (("at", one),)
    moments = MOMENTS if len(kept) == len(MOMENTS) else ("at",) * len(kept)
    return tuple(zip(moments, kept, strict=True))


def card_picture(service: object, seq: int, place: int) -> bytes | None:
    """Give the picture of one card of an event by its place (from 0), None where none was kept."""
    kept = service.pictures_of(seq)[len(MOMENTS) :] if isinstance(service, StripService) else ()
    return kept[place] if 0 <= place < len(kept) else None
