"""The short clip kept for a play: the seconds up to it, one picture after the other."""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol, runtime_checkable

END, START = b"\xff\xd9", b"\xff\xd8\xff"
"""How a JPEG ends and how the next one begins: within one, a byte ff is always followed by 00 or by another marker."""

CLIPS_REMEMBERED = 8
"""A page asks for the pictures of a clip one by one."""


@runtime_checkable
class ClipService(Protocol):
    """A table that keeps clips."""

    def clip_of(self, seq: int) -> bytes | None:
        """Give the clip kept for event ``seq`` as Motion JPEG (one JPEG after the other), None if there is none."""
        ...


def frames_of(service: object, seq: int) -> tuple[bytes, ...]:
    """Give the pictures of the clip of an event in order, none where no clip was kept.

    >>> frames_of(object(), 7)
    ()
    """
    clip = service.clip_of(seq) if isinstance(service, ClipService) else None
    return split(clip) if clip else ()


@lru_cache(maxsize=CLIPS_REMEMBERED)
def split(clip: bytes) -> tuple[bytes, ...]:
    """Cut Motion JPEG into its pictures. What is no picture from beginning to end is left out.

    >>> split(b"\\xff\\xd8\\xff one \\xff\\xd9" b"\\xff\\xd8\\xff two \\xff\\xd9" b"\\xff\\xd8\\xff half")
    (b'\\xff\\xd8\\xff one \\xff\\xd9', b'\\xff\\xd8\\xff two \\xff\\xd9')
    """
    pieces = clip.split(END + START)
    whole = [
        (START if place else b"") + piece + (END if place < len(pieces) - 1 else b"")
        for place, piece in enumerate(pieces)
    ]
    return tuple(each for each in whole if each.startswith(START) and each.rstrip(b"\x00").endswith(END))
