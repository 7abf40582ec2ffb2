"""The pictures of a play: three moments on the evidence card, each card by itself at the desk, for referees only."""

from __future__ import annotations

import pytest

from paizhuo.web_ui import PageSettings, create_app
from paizhuo.web_ui.access import Access
from paizhuo.web_ui.scripted import ScriptedPictures
from paizhuo.web_ui.scripted.matches import recorded_match
from paizhuo.web_ui.scripted.ruled import RuledTable
from paizhuo.web_ui.strips import card_picture, strip_of

CARD = "/record/offences/4:3:W:follow.must_follow_suit"
KEPT = (b"before", b"at", b"after", b"first card", b"second card")


class Filmed(RuledTable):
    """A table that kept pictures of every event."""

    kept: tuple[bytes, ...] = KEPT

    def pictures_of(self, seq: int) -> tuple[bytes, ...]:
        """Give the pictures of an event."""
        return self.kept


def test_three_moments_stand_on_the_evidence_card(pictures: ScriptedPictures) -> None:
    site = create_app(Filmed(recorded_match()), pictures, PageSettings.demo()).test_client()
    page = site.get(f"{CARD}?lang=en").get_data(as_text=True)
    for moment in ("Before the play", "At the play", "After the play"):
        assert page.count(f"<figcaption>{moment}") == 2, "of the offence and of its proof"
    told = [site.get(f"{CARD}/250-{place}.jpg") for place in range(4)]
    assert [each.data for each in told[:3]] == [b"before", b"at", b"after"]
    assert told[3].status_code == 404


def test_one_picture_alone_is_of_the_event_and_none_is_said(pictures: ScriptedPictures) -> None:
    table = Filmed(recorded_match())
    table.kept = (b"alone",)
    assert strip_of(table, pictures, 250) == (("at", b"alone"),)
    table.kept = ()
    assert strip_of(table, pictures, 1) == ()
    assert card_picture(table, 250, 0) is None


@pytest.mark.parametrize(("place", "status"), [(0, 200), (1, 200), (2, 404)])
def test_a_card_by_itself_is_shown_to_referees(pictures: ScriptedPictures, place: int, status: int) -> None:
    table = Filmed(recorded_match())
    path = f"/api/v1/tables/1/evidence/250/{place}.jpg"
    assert create_app(table, pictures, PageSettings.demo()).test_client().get(path).status_code == status
    viewer = create_app(table, pictures, PageSettings(open_access=Access.VIEWER)).test_client()
    assert viewer.get(path).status_code in (401, 403)
