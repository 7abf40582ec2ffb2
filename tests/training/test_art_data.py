"""What is written down about the artwork is whole and agrees with itself."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from paizhuo.models.training.art.decks import DeckFacts, deck_facts, held_out_families
from paizhuo.models.training.art.licences import licence_page
from paizhuo.models.training.art.packages import background_members, font_members, packages
from paizhuo.models.training.art.recipes import RECIPES
from paizhuo.models.training.art.surfaces import background_name, held_out_names
from paizhuo.rules.cards import Card

ROOT = Path(__file__).resolve().parents[2]
DECKS = deck_facts()
PINNED = {package.name: package for package in packages()}


def test_every_deck_has_a_recipe_and_every_recipe_a_deck() -> None:
    assert {facts.deck for facts in DECKS} == set(RECIPES)
    assert len(DECKS) == len(RECIPES)


def test_every_package_that_is_read_is_pinned_and_every_pinned_one_is_read() -> None:
    read = {recipe.package for recipe in RECIPES.values()} | background_members().keys() | font_members().keys()
    assert set(PINNED) == read | {"@webxr-input-profiles/assets"}


def test_no_two_packages_share_a_folder_or_an_archive() -> None:
    assert max(Counter(package.folder for package in PINNED.values()).values()) == 1
    assert max(Counter(package.archive for package in PINNED.values()).values()) == 1


@pytest.mark.parametrize("package", PINNED.values(), ids=lambda package: package.name)
def test_each_package_is_pinned_by_checksum_and_names_its_licence(package: object) -> None:
    pinned = PINNED[getattr(package, "name", "")]
    assert re.fullmatch(r"[0-9a-f]{64}", pinned.sha256)
    assert pinned.licence
    assert pinned.keep


@pytest.mark.parametrize("facts", DECKS, ids=lambda facts: facts.deck)
def test_each_face_is_a_card_with_its_index_in_the_upper_left_half(facts: DeckFacts) -> None:
    assert facts.corners in (2, 4)
    for token, (left, top, right, bottom) in facts.faces.items():
        assert Card(token).value == token
        assert 0 <= left < right <= 0.6, token
        assert 0 <= top < bottom <= 0.55, token
        # Two indices of one card never lie on each other.
        assert right <= 1 - right or bottom <= 1 - bottom, token


def test_with_four_corners_the_index_stays_in_its_quarter() -> None:
    four = [facts for facts in DECKS if facts.corners == 4]
    assert four
    assert all(right < 0.5 and bottom < 0.5 for facts in four for _, _, right, bottom in facts.faces.values())


def test_a_family_is_held_out_with_all_its_decks_or_not_at_all() -> None:
    shown = {facts.family for facts in DECKS if not facts.held_out}
    assert not shown & held_out_families()
    assert held_out_families() == {"kennard-jumbo", "orell", "simplistic", "tekeye", "tigullio"}


def test_every_card_is_drawn_by_training_families_and_by_held_out_ones() -> None:
    shown = Counter(token for facts in DECKS if not facts.held_out for token in facts.faces)
    kept = Counter(token for facts in DECKS if facts.held_out for token in facts.faces)
    assert set(shown) == set(kept) == {card.value for card in Card if card is not Card.UNKNOWN}
    assert min(shown.values()) >= 10


def test_table_tops_are_named_one_by_one() -> None:
    names: list[str] = []
    for package, members in background_members().items():
        for member in members:
            names.append(background_name(package, member, names))
    assert len(set(names)) == len(names) >= 150
    assert 0.08 < len(held_out_names() & set(names)) / len(names) < 0.17


def test_fonts_are_enough_and_never_copied_over_each_other() -> None:
    files = [Path(member).name for members in font_members().values() for member in members]
    assert len(set(files)) == len(files) >= 50
    assert 0.08 < len(held_out_names() & {name.replace(" ", "-") for name in files}) / len(files) < 0.17


def test_only_what_is_laid_out_is_held_out() -> None:
    names: list[str] = []
    for package, members in background_members().items():
        for member in members:
            names.append(background_name(package, member, names))
    fonts = {Path(member).name.replace(" ", "-") for members in font_members().values() for member in members}
    assert held_out_names() <= fonts | set(names)


def test_the_page_of_licences_is_what_the_data_say() -> None:
    assert (ROOT / "docs" / "art-licences.md").read_text("utf-8") == licence_page()
