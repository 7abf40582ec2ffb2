"""Know where each deck's faces lie inside its package.

A recipe yields `(token, picture)` for every face it finds; tokens are suit first (`SA`, `HT`, `LJ`, `BJ`), and
`BACK` is the back of the deck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from paizhuo.models.training.art.raster import draw_pdf, draw_svg, open_bitmap

RANKS = "A23456789TJQK"
SUITS = "SHDC"
BACK = "BACK"
HEIGHT = 900

Faces = Iterator[tuple[str, Image.Image]]


@dataclass(frozen=True, slots=True)
class Recipe:
    """How one deck is read: the package's name and a reader of its unpacked folder."""

    package: str
    read: Callable[[Path], Faces]


def _each() -> Iterator[tuple[str, str, str]]:
    for suit in SUITS:
        for rank in RANKS:
            yield suit + rank, suit, rank


def cells(sheet: Image.Image, tokens: Sequence[Sequence[str]]) -> Faces:
    """Cut a sheet into equal cells, row by row as `tokens` names them; a short row leaves its last cells alone.

    >>> sheet = Image.new("RGBA", (20, 10))
    >>> [(token, cell.size) for token, cell in cells(sheet, [["CA", "C2"], ["LJ"]])]
    [('CA', (10, 5)), ('C2', (10, 5)), ('LJ', (10, 5))]
    """
    wide, high = sheet.width / max(map(len, tokens)), sheet.height / len(tokens)
    for row, names in enumerate(tokens):
        for column, token in enumerate(names):
            left, top = round(column * wide), round(row * high)
            yield token, sheet.crop((left, top, round((column + 1) * wide), round((row + 1) * high)))


SOLITAIRE = [*([suit + rank for rank in RANKS] for suit in "CDHS"), ["LJ", "BJ", BACK]]
"""The order of the solitaire sheets: clubs, diamonds, hearts, spades, then black joker, red joker, back."""

ACE_HIGH = [[suit + rank for rank in "AKQJT98765432"] for suit in "SHCD"]


def _solitaire(member: str) -> Callable[[Path], Faces]:
    def read(root: Path) -> Faces:
        return cells(draw_svg(root / "usr/share/aisleriot/cards" / f"{member}.svgz", 5 * HEIGHT), SOLITAIRE)

    return read


def _ace_high(root: Path) -> Faces:
    return cells(draw_svg(root / "usr/share/carddecks/svg-standard/standard.svgz", 4 * HEIGHT), ACE_HIGH)


def _ten(rank: str) -> str:
    return "10" if rank == "T" else rank


_NUMBERED = {rank: str(number) for number, rank in enumerate(RANKS, 1)}
_SPELT_SUIT = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}


def _svg_cards(root: Path) -> Faces:
    spelt = {"A": "1", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
    folder = root / "package/png/2x"
    for token, suit, rank in _each():
        yield token, open_bitmap(folder / f"{_SPELT_SUIT[suit]}_{spelt.get(rank, rank)}.png")
    yield "LJ", open_bitmap(folder / "joker_black.png")
    yield "BJ", open_bitmap(folder / "joker_red.png")
    for back in sorted(folder.glob("back-*.png")):
        yield f"{BACK}-{back.stem.removeprefix('back-')}", open_bitmap(back)


def _cardsjs(root: Path) -> Faces:
    for token, suit, rank in _each():
        yield token, draw_svg(root / f"package/cards/{_ten(rank)}{suit}.svg", HEIGHT)
    for colour in ("Blue", "Red"):
        yield f"{BACK}-{colour.lower()}", draw_svg(root / f"package/cards/{colour}_Back.svg", HEIGHT)


def _react(variant: str) -> Callable[[Path], Faces]:
    def read(root: Path) -> Faces:
        for token, suit, rank in _each():
            yield token, draw_svg(root / f"package/src/images/{variant}/{rank}{suit}.svg", HEIGHT)

    return read


def _standard(root: Path) -> Faces:
    for token, suit, rank in _each():
        yield token, draw_svg(root / f"package/cards/{_NUMBERED[rank]}{suit.lower()}.svg", HEIGHT)
    yield "BJ", draw_svg(root / "package/cards/joker.svg", HEIGHT)


def _openclipart(variant: str) -> Callable[[Path], Faces]:
    def read(root: Path) -> Faces:
        folder = root / "usr/share/openclipart/svg/recreation/games/cards" / variant
        for token, suit, rank in _each():
            yield token, draw_svg(folder / f"{variant}_{suit.lower()}_{_ten(rank).lower()}.svg", HEIGHT)
        yield "LJ", draw_svg(folder / f"{variant}_jk_b.svg", HEIGHT)
        yield "BJ", draw_svg(folder / f"{variant}_jk_r.svg", HEIGHT)

    return read


def _poker_pdf(root: Path) -> Faces:
    """Read the French-named PDF cards: pique, cœur, carreau, trèfle; valet, dame, roi; joker noir and rouge."""
    suits = {"S": "P", "H": "C", "D": "K", "C": "T"}
    ranks = {"T": "10", "J": "V", "Q": "D", "K": "R"}
    stem = root / "usr/share/texlive/texmf-dist/tex/latex/jeuxcartes"
    for token, suit, rank in _each():
        yield token, draw_pdf(stem / f"CaJ-PokeRv2-{ranks.get(rank, rank)}{suits[suit]}.pdf", HEIGHT)
    yield "LJ", draw_pdf(stem / "CaJ-PokeRv2-JN.pdf", HEIGHT)
    yield "BJ", draw_pdf(stem / "CaJ-PokeRv2-JR.pdf", HEIGHT)
    for back in ("v2-DosBleu", "v2-DosBleu2", "v2-DosRouge", "v2-DosRouge2", "v3-DosNoir", "v3-DosRouge"):
        yield f"{BACK}-{back.lower()}", draw_pdf(stem / f"CaJ-PokeR{back}.pdf", HEIGHT)


def _byron(courts: bool) -> Callable[[Path], Faces]:
    """Read the 500 × 726 bitmaps; the pictures with a trailing 2 are the drawn courts and the ornate ace."""
    spelt = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}

    def read(root: Path) -> Faces:
        folder = root / "blackjack_gui/images"
        for token, suit, rank in _each():
            name = f"{spelt.get(rank, rank)}_of_{_SPELT_SUIT[suit]}s"
            drawn = folder / f"{name}2.png"
            yield token, open_bitmap(drawn if courts and drawn.exists() else folder / f"{name}.png")
        yield "LJ", open_bitmap(folder / "black_joker.png")
        yield "BJ", open_bitmap(folder / "red_joker.png")
        yield BACK, open_bitmap(folder / "back.png")

    return read


def _kenney(root: Path) -> Faces:
    folder = root / "arcade/resources/assets/images/cards"
    for token, suit, rank in _each():
        yield token, open_bitmap(folder / f"card{_SPELT_SUIT[suit].title()}s{_ten(rank)}.png")
    for back in sorted(folder.glob("cardBack_*.png")):
        yield f"{BACK}-{back.stem.removeprefix('cardBack_')}", open_bitmap(back)


_SHEETS = (
    "ancient_french anglo anglo_bitmap anglo_modern anglo_modern_4_color anglo_poker atlasnye atlasnye_skat bellot "
    "berlin dondorf gnomangelo gnomangelo_bitmap guyenne-classic lattmann neoclassical neoclassical_4_color orell "
    "paris plastic rheinland simplistic slavic_costumes tarocco tigullio"
).split()

RECIPES: dict[str, Recipe] = {
    **{f"gnome-{name.replace('_', '-')}": Recipe("gnome-cards-data", _solitaire(name)) for name in _SHEETS},
    "gnome-atlasnye-ru": Recipe("gnome-cards-data", _solitaire("Атласные")),
    "gnome-bonded": Recipe("aisleriot", _solitaire("bonded")),
    "kde-standard": Recipe("kdegames-card-data-kf5", _ace_high),
    "npm-svg-cards": Recipe("svg-cards", _svg_cards),
    "npm-cardsjs": Recipe("cardsJS", _cardsjs),
    "npm-kennard-2color": Recipe("@heruka_urgyen/react-playing-cards", _react("2color")),
    "npm-kennard-2color-bf": Recipe("@heruka_urgyen/react-playing-cards", _react("2color-bf")),
    "npm-kennard-4color": Recipe("@heruka_urgyen/react-playing-cards", _react("4color")),
    "npm-kennard-4color-bf": Recipe("@heruka_urgyen/react-playing-cards", _react("4color-bf")),
    "npm-standard-deck": Recipe("@younestouati/playing-cards-standard-deck", _standard),
    "oca-bordered": Recipe("openclipart-svg", _openclipart("bordered")),
    "oca-ornamental": Recipe("openclipart-svg", _openclipart("ornamental")),
    "oca-white": Recipe("openclipart-svg", _openclipart("white")),
    "texlive-tekeye": Recipe("texlive-games", _poker_pdf),
    "pypi-byron-knoll": Recipe("blackjack-gui", _byron(courts=True)),
    "pypi-byron-knoll-simple": Recipe("blackjack-gui", _byron(courts=False)),
    "pypi-arcade-kenney": Recipe("arcade", _kenney),
}
