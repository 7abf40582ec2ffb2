"""Cut the Chinese font of the overlays out of Noto Sans CJK: ``python tests/web_ui/draw_font.py``.

Run by hand when the words of the overlays change; a test says when. The streaming computer may have no Chinese font of
its own, so overlays bring the characters of their own words; names fall back to what that computer has. The family is
renamed, as the licence of the original (SIL OFL 1.1) asks of changed versions.
"""

from __future__ import annotations

import hashlib
import json
from importlib import resources
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTCollection, TTFont

SOURCES = {400: "NotoSansCJK-Regular.ttc", 700: "NotoSansCJK-Bold.ttc"}
FOLDER = Path("/usr/share/fonts/opentype/noto")
FACE = "Noto Sans CJK SC"
FAMILY = "Paizhuo Overlay SC"
CATALOGUES = ("guandan", "names", "overlay", "page")
COMMON = "，。、：；？！（）《》“”·—…％０１２３４５６７８９一二三四五六七八九十百千号桌队组赛场轮"


def characters() -> str:
    """Give every Chinese character and mark that the words of overlays have, and some that names of teams have."""
    folder = resources.files("paizhuo.web_ui").joinpath("words", "zh-Hans")
    texts = [folder.joinpath(f"{name}.json").read_text("utf-8") for name in CATALOGUES]
    return "".join(sorted({char for char in "".join(texts) + COMMON if char > "\u2e7f"}))


def cut(weight: int, target: Path) -> None:
    """Write the subset of one weight."""
    found = TTCollection(str(FOLDER / SOURCES[weight]))
    font: TTFont = next(each for each in found.fonts if each["name"].getDebugName(1).startswith(FACE))
    options = subset.Options(flavor="woff2", layout_features=["kern", "palt"], hinting=False, notdef_outline=True)
    cutter = subset.Subsetter(options)
    cutter.populate(text=characters())
    cutter.subset(font)
    for record in font["name"].names:
        if record.nameID in (1, 3, 4, 6, 16):
            record.string = FAMILY.replace(" ", "") if record.nameID == 6 else FAMILY
    font.flavor = "woff2"
    font.save(str(target))


def main() -> None:
    """Write both weights and note them in the manifest."""
    static = Path(str(resources.files("paizhuo.web_ui").joinpath("static")))
    manifest = static / "vendor" / "manifest.json"
    listed = json.loads(manifest.read_text("utf-8"))
    listed["files"] = [each for each in listed["files"] if not each["file"].startswith("fonts/overlay-sc")]
    for weight, source in SOURCES.items():
        target = static / "fonts" / f"overlay-sc-{weight}.woff2"
        cut(weight, target)
        listed["files"].append(
            {
                "file": f"fonts/{target.name}",
                "package": "Noto Sans CJK SC",
                "version": "2.004",
                "licence": "OFL-1.1",
                "upstream": source,
                "upstream_sha256": hashlib.sha256((FOLDER / source).read_bytes()).hexdigest(),
                "sha256": hashlib.sha256(target.read_bytes()).hexdigest(),
                "edits": ["subset to the words of the overlays by tests/web_ui/draw_font.py", f"renamed {FAMILY}"],
            }
        )
    manifest.write_text(json.dumps(listed, indent=2, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
