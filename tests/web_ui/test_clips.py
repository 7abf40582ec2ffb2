"""The clip of a play on the evidence card: its pictures in order, for referees only, and on paper none of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from paizhuo.web_ui import PageSettings, Serving, create_app, serve
from paizhuo.web_ui.access import Access
from paizhuo.web_ui.clips import frames_of, split
from paizhuo.web_ui.delay import Delay, Until
from paizhuo.web_ui.parts import KEY, Parts
from paizhuo.web_ui.scripted import ScriptedPictures
from paizhuo.web_ui.scripted.matches import recorded_match
from paizhuo.web_ui.scripted.ruled import RuledTable

Open = Callable[..., Page]
CARD = "/record/offences/4:3:W:follow.must_follow_suit"
SHADES = (20, 90, 160, 230)


def jpeg(shade: int) -> bytes:
    done, data = cv2.imencode(".jpg", np.full((36, 48, 3), shade, np.uint8))
    assert done
    return data.tobytes()


FRAMES = tuple(jpeg(shade) for shade in SHADES)


class Filmed(RuledTable):
    """A table that kept a clip of every event."""

    clip: bytes | None = b"".join(FRAMES)

    def clip_of(self, seq: int) -> bytes | None:
        """Give the clip of an event."""
        return self.clip

    def pictures_of(self, seq: int) -> tuple[bytes, ...]:
        """Give the pictures of an event."""
        return FRAMES[:3]


@pytest.fixture
def filmed() -> Filmed:
    return Filmed(recorded_match())


def test_a_clip_is_cut_into_the_pictures_that_it_was_made_of(filmed: Filmed) -> None:
    assert frames_of(filmed, 250) == FRAMES
    assert split(b"".join(FRAMES[:2]) + FRAMES[2][:-9]) == FRAMES[:2]  # the disk was full
    assert frames_of(RuledTable(recorded_match()), 250) == ()
    filmed.clip = None
    assert frames_of(filmed, 250) == ()


def test_the_pictures_of_a_clip_are_served_one_by_one(filmed: Filmed, pictures: ScriptedPictures) -> None:
    site = create_app(filmed, pictures, PageSettings.demo()).test_client()
    told = [site.get(f"{CARD}/250-clip-{place}.jpg") for place in range(5)]
    assert [each.data for each in told[:4]] == list(FRAMES)
    assert [each.content_type for each in told[:4]] == ["image/jpeg"] * 4
    assert told[4].status_code == 404


@pytest.mark.parametrize("access", [Access.NOBODY, Access.HALL, Access.VIEWER])
def test_only_referees_see_a_clip(filmed: Filmed, pictures: ScriptedPictures, access: Access) -> None:
    site = create_app(filmed, pictures, PageSettings(open_access=access)).test_client()
    assert site.get(f"{CARD}/250-clip-0.jpg").status_code in (401, 403)


@pytest.mark.parametrize("delay", [Delay(), Delay(Until.SECONDS, 30), Delay(Until.TRICK), Delay(Until.DEAL)])
def test_no_overlay_gets_a_clip_however_it_is_delayed(filmed: Filmed, pictures: ScriptedPictures, delay: Delay) -> None:
    app = create_app(filmed, pictures, PageSettings(open_access=Access.NOBODY))
    own: Parts = app.extensions[KEY]
    token, secret = own.doors.make_overlay("OBS", delay)
    site = app.test_client()
    site.set_cookie("paizhuo_overlay", secret)
    for path in (f"{CARD}/250-clip-0.jpg", f"/overlay/{token.id}/250-clip-0.jpg"):
        answer = site.get(path)
        assert answer.status_code in (401, 403, 404)
        assert FRAMES[0] not in answer.data


def test_paper_has_no_clip(filmed: Filmed, pictures: ScriptedPictures) -> None:
    """A sheet of paper cannot play it, and the three moments stand there already."""
    site = create_app(filmed, pictures, PageSettings.demo()).test_client()
    page = site.get(CARD).get_data(as_text=True)
    assert page.count('class="clip"') == 2
    assert "script-src 'self'" in site.get(CARD).headers["Content-Security-Policy"]
    filmed.clip = None
    assert 'class="clip"' not in site.get(CARD).get_data(as_text=True)


@pytest.fixture
def served(filmed: Filmed, pictures: ScriptedPictures) -> Iterator[Serving]:
    running = serve(create_app(filmed, pictures, PageSettings.demo()), port=0)
    yield running
    running.stop()


@pytest.mark.browser
def test_a_clip_is_played_and_stepped_through_under_the_strict_policy(open_page: Open) -> None:
    page = open_page(f"{CARD}?lang=en", lang="en")
    clip = page.locator(".clip").first
    expect(clip.locator("output")).to_have_text("1/4")
    clip.get_by_role("button", name="Play").click()
    expect(clip.locator("output")).to_have_text("4/4")
    expect(clip.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "false")
    expect(clip.locator("img")).to_have_attribute("src", "4:3:W:follow.must_follow_suit/250-clip-3.jpg")
    clip.get_by_role("slider").focus()
    page.keyboard.press("ArrowLeft")
    expect(clip.locator("output")).to_have_text("3/4")
    assert clip.locator("img").evaluate("image => image.naturalWidth") == 48
    page.emulate_media(media="print")
    expect(clip).to_be_hidden()
