"""Draw the pictures of the scripted table with the product's own card faces: ``python tests/web_ui/draw_pictures.py``.

Run by hand when the faces change; the results ship in ``web_ui/scripted/pictures``. Outlines are pixels of the JPEG,
clockwise from the top left of the printed face.
"""

from __future__ import annotations

import json
import math
from importlib import resources
from pathlib import Path

from playwright.sync_api import sync_playwright

SIZE = (1120, 840)
CARD = (118.0, 165.2)
PLAYS = (("SK", "seat-E", 800, 395, 5.0), ("S3", "seat-N", 566, 190, -4.0), ("S5", "seat-W", 330, 430, 97.0))
PILES = ((930, 190, -8), (934, 186, 3), (210, 690, 6), (205, 686, -3))
FRAME = "<!doctype html><meta charset=utf-8><style>{style}</style><body>{body}</body>"
STYLE = """
* { margin: 0; } body { width: 1120px; height: 840px; position: relative; overflow: hidden; background: #3a2a1c; }
.felt { position: absolute; inset: 40px 60px; border-radius: 26px; box-shadow: inset 0 0 60px #0006;
  background: radial-gradient(#5d8377, #47695f); }
.k { position: absolute; width: 118px; height: 165.2px; margin: -82.6px 0 0 -59px;
  filter: drop-shadow(2px 5px 5px #0009); }
.crop { position: absolute; inset: 0; background: #4b6f64; }
.crop .k { width: 330px; height: 462px; margin: -20px 0 0 0; }
"""
CROPS = (("w-c9", "S9", 4.0, 4.0), ("w-s5", "S5", -5.0, 0.0))


def main() -> None:
    """Write the JPEGs and the list of outlines."""
    package = resources.files("paizhuo.web_ui")
    faces = package.joinpath("static", "cards.svg").read_text("utf-8")
    symbols = faces.replace("<svg ", '<svg width="0" height="0" ', 1)
    target = Path(str(package.joinpath("scripted", "pictures")))
    target.mkdir(exist_ok=True)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
        for count in range(len(PLAYS) + 1):
            body = symbols + '<div class="felt"></div>' + "".join(_card("back", x, y, turn) for x, y, turn in PILES)
            body += "".join(_card(face, x, y, turn) for face, _, x, y, turn in PLAYS[:count])
            page.set_content(FRAME.format(style=STYLE, body=body))
            page.screenshot(path=str(target / f"table-{count}.jpg"), type="jpeg", quality=68)
        page.set_viewport_size({"width": 320, "height": 240})
        for name, face, turn, blur in CROPS:
            body = f'<div class="crop">{symbols}{_card(face, 60, 40, turn, blur)}</div>'
            page.set_content(FRAME.format(style=STYLE, body=body))
            page.screenshot(path=str(target / f"{name}.jpg"), type="jpeg", quality=68)
        browser.close()
    outlines = [
        {"card": face, "zone": zone, "outline": _corners(x, y, turn), "confidence": sure}
        for (face, zone, x, y, turn), sure in zip(PLAYS, (0.999, 0.97, 0.99), strict=True)
    ]
    text = json.dumps({"width": SIZE[0], "height": SIZE[1], "cards": outlines}, indent=1)
    (target / "outlines.json").write_text(text + "\n", "utf-8")


def _card(face: str, x: float, y: float, turn: float, blur: float = 0.0) -> str:
    style = f"left:{x}px;top:{y}px;transform:rotate({turn}deg)" + (f";filter:blur({blur}px)" if blur else "")
    return f'<svg class="k" viewBox="0 0 100 140" style="{style}"><use href="#{face}"/></svg>'


def _corners(x: float, y: float, turn: float) -> list[list[float]]:
    sine, cosine = math.sin(math.radians(turn)), math.cos(math.radians(turn))
    half = (CARD[0] / 2, CARD[1] / 2)
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return [
        [
            round(x + a * half[0] * cosine - b * half[1] * sine, 1),
            round(y + a * half[0] * sine + b * half[1] * cosine, 1),
        ]
        for a, b in signs
    ]


if __name__ == "__main__":
    main()
