"""Tell under which licences the artwork may be used: the text of `docs/art-licences.md`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from paizhuo.models.training.art.decks import DeckFacts, deck_facts
from paizhuo.models.training.art.hands import HAND_PACKAGE
from paizhuo.models.training.art.packages import Package, background_members, font_members, packages
from paizhuo.models.training.art.recipes import RECIPES

_HEAD = """# Artwork for training and its licences

The models are trained on pictures that the program draws itself. Card faces, table tops, index fonts and hands come
from packages of Debian, npm and PyPI, pinned by version and SHA-256. `paizhuo train art` fetches them into the cache
folder (`PAIZHUO_ART`, else `$XDG_CACHE_HOME/paizhuo/art`); none of it lies in this repository.

Decks of a family in **bold** are held out: no training scene shows them, they only measure how well an unknown deck is
read. The family `kennard-jumbo` has the courts of `kennard`, which is trained on, under a large index that is not.
Faces with foreign index letters, jokers whose corner marks are not all alike and malformed faces are not used.

This page is written from the data of `models/training/art/`; a test compares the two.
"""


def licence_page() -> str:
    """Write the whole page."""
    pinned = {package.name: package for package in packages()}
    return "\n".join(
        [
            _HEAD,
            "## Decks\n",
            _table(("deck", "family", "faces", "package", "licence"), _decks(deck_facts(), pinned)),
            "## Table tops\n",
            _table(("package", "version", "pictures", "licence"), _counted(background_members(), pinned)),
            "## Fonts\n",
            _table(("package", "version", "fonts", "licence"), _counted(font_members(), pinned)),
            "## Hands\n",
            _table(("package", "version", "hands", "licence"), _counted({HAND_PACKAGE: ["left", "right"]}, pinned)),
        ]
    )


def _decks(decks: Iterable[DeckFacts], pinned: dict[str, Package]) -> list[tuple[str, ...]]:
    families = defaultdict(list)
    for facts in decks:
        families[facts.family].append(facts)
    return [
        (
            facts.deck,
            f"**{family}**" if facts.held_out else family,
            str(len(facts.faces)),
            f"{RECIPES[facts.deck].package} {pinned[RECIPES[facts.deck].package].version}",
            facts.licence,
        )
        for family in sorted(families)
        for facts in families[family]
    ]


def _counted(members: Mapping[str, list[str]], pinned: dict[str, Package]) -> list[tuple[str, ...]]:
    return [(name, pinned[name].version, str(len(members[name])), pinned[name].licence) for name in sorted(members)]


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"
