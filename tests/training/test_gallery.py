"""The gallery shows every picture that it names, and its truth is drawn on the picture."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from paizhuo.models.training.gallery import with_truth, write_gallery
from paizhuo.models.training.prints import printed_stock
from paizhuo.models.training.stock import _plain_fonts
from paizhuo.vision.render.house import house_deck
from paizhuo.vision.render.scenes import Stock, scene


def test_every_picture_of_the_page_is_there(tmp_path: Path) -> None:
    stock = Stock([house_deck()], prints=printed_stock(1, 8, _plain_fonts()))
    page = write_gallery(tmp_path / "gallery", stock, scenes=6).read_text()
    named = re.findall(r"src='([^']+)'", page)
    assert {"deck-0.jpg", "scene-5.jpg", "crops-faces.jpg", "crops-none.jpg"} <= set(named)
    assert all((tmp_path / "gallery" / name).stat().st_size > 500 for name in named)


def test_truth_changes_the_picture_where_an_index_is() -> None:
    drawn = next(one for one in (scene(seed, Stock([house_deck()])) for seed in range(20)) if one.indices)
    assert not np.array_equal(with_truth(drawn), drawn.picture)
