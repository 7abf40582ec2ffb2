"""The files that pages load: read once from the package, served from memory under a name that changes with them."""

from __future__ import annotations

import gzip
import hashlib
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
    "woff2": "font/woff2",
}
ALREADY_SMALL = frozenset({"woff2"})
IMPORT = re.compile(r"""(?:import|from)\s*['"](\.[^'"]+)['"]""")


@dataclass(frozen=True, slots=True)
class Asset:
    """One file: its bytes, the same gzipped if that helps, and its media type."""

    body: bytes
    packed: bytes | None
    media_type: str


class Assets:
    """All static files by path. A path that is not among them does not exist, whatever it contains.

    >>> assets = Assets()
    >>> assets.find("css/tokens.css").media_type
    'text/css; charset=utf-8'
    >>> assets.find("../app.py") is None
    True
    """

    def __init__(self) -> None:
        self._files, self.version = _packaged()

    def find(self, path: str) -> Asset | None:
        """Give the file at ``path``, or None."""
        return self._files.get(path)

    def paths(self, start: str = "") -> tuple[str, ...]:
        """Give the paths of all files below ``start``."""
        return tuple(path for path in sorted(self._files) if path.startswith(start))

    def scripts(self, start: str) -> tuple[str, ...]:
        """Give the scripts that the one at ``start`` imports, directly or not, so that a page can ask for all at once.

        >>> "js/core/html.js" in Assets().scripts("js/dashboard.js")
        True
        """
        found: dict[str, None] = {}
        waiting = [start]
        while waiting:
            here = waiting.pop()
            asset = self._files.get(here)
            if asset is None or here in found:
                continue
            found[here] = None
            folder = here.rpartition("/")[0]
            named = IMPORT.findall(asset.body.decode())
            waiting += [posixpath.normpath(f"{folder}/{each}") for each in named]
        del found[start]
        return tuple(found)


@cache
def _packaged() -> tuple[Mapping[str, Asset], str]:
    """Read all files of the package, and give them with a name for exactly this content."""
    files = dict(_read(resources.files("paizhuo.web_ui").joinpath("static"), ""))
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(path.encode() + b"\0" + files[path].body)
    return files, digest.hexdigest()[:12]


def _read(folder: Traversable, prefix: str) -> Iterator[tuple[str, Asset]]:
    for each in folder.iterdir():
        path = prefix + each.name
        ending = each.name.rpartition(".")[2]
        if each.is_dir():
            yield from _read(each, path + "/")
        elif ending in TYPES:
            body = each.read_bytes()
            packed = None if ending in ALREADY_SMALL else gzip.compress(body, mtime=0)
            yield path, Asset(body, packed, TYPES[ending])
