"""The packages that artwork comes from, pinned by version and checksum."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files


class Kind(StrEnum):
    """The registry a package comes from, and with it the client that fetches it."""

    DEB = "deb"
    NPM = "npm"
    PIP = "pip"


@dataclass(frozen=True, slots=True)
class Package:
    """One pinned package.

    `keep` holds the beginnings of the member names that are unpacked; `inner` is an archive inside the package whose
    members are unpacked beside the others.
    """

    name: str
    kind: Kind
    version: str
    sha256: str
    licence: str
    keep: tuple[str, ...]
    inner: str | None = None

    @property
    def folder(self) -> str:
        """Name the folder the package is unpacked into.

        >>> Package("@some/deck", Kind.NPM, "1", "", "MIT", ()).folder
        'some--deck'
        """
        return self.name.removeprefix("@").replace("/", "--")

    @property
    def archive(self) -> str:
        """Name the downloaded file in the cache."""
        ending = {Kind.DEB: "deb", Kind.NPM: "tgz", Kind.PIP: "whl"}[self.kind]
        return f"{self.folder}-{self.version.replace(':', '_')}.{ending}"


def packages() -> tuple[Package, ...]:
    """List every package, with the members that backgrounds and fonts need added to what is kept.

    >>> {package.kind.value for package in packages()} == {"deb", "npm", "pip"}
    True
    """
    wanted = (background_members(), font_members())
    found = []
    for row in json.loads(_read("packages.json")):
        keep = [*row["keep"], *(member for members in wanted for member in members.get(row["name"], ()))]
        if "inner" in row:
            keep.append(row["inner"])
        found.append(
            Package(
                row["name"],
                Kind(row["kind"]),
                row["version"],
                row["sha256"],
                row["licence"],
                tuple(keep),
                row.get("inner"),
            )
        )
    return tuple(found)


def background_members() -> Mapping[str, list[str]]:
    """List the pictures of table tops in each package."""
    members: Mapping[str, list[str]] = json.loads(_read("backgrounds.json"))
    return members


def font_members() -> Mapping[str, list[str]]:
    """List the index fonts in each package: lining figures only, no italics."""
    members: Mapping[str, list[str]] = json.loads(_read("fonts.json"))
    return members


def _read(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")
