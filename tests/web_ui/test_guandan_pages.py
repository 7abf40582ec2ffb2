"""Guandan in a real browser: dashboard, desk and overlay in every scene, at every size, in both languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.guandan_service import EnterPass, EnterReturn, NameFinish
from paizhuo.rules.snapshot import QuestionView, Role, TrustView
from paizhuo.web_ui import PageSettings, Serving, create_app, serve
from paizhuo.web_ui.delay import Delay
from paizhuo.web_ui.parts import KEY, Parts
from paizhuo.web_ui.scripted import ScriptedPictures
from paizhuo.web_ui.scripted.scenes import SceneTable, guandan_scenes

pytestmark = pytest.mark.browser

Open = Callable[..., Page]
Covered = Callable[[Page], list[str]]
AXE = Path(__file__).parent / "vendor" / "axe.min.js"
SIZES = ((1440, 900), (1024, 768), (390, 844), (320, 640))
RETURN, FLUSH, PLATES, ONE_OUT, OVER, RESISTED = 2, 4, 5, 6, 7, 8


@pytest.fixture
def scenes() -> Iterator[SceneTable]:
    """Give the scenes, at the two plates."""
    table = SceneTable(guandan_scenes(), at=PLATES)
    yield table
    table.stop()


@pytest.fixture
def served(scenes: SceneTable, pictures: ScriptedPictures) -> Iterator[Serving]:
    """Give the pages over the scenes instead of the recorded deal."""
    running = serve(create_app(scenes, pictures, PageSettings.demo()), port=0)
    yield running
    running.stop()


def test_the_dashboard_tells_level_wild_places_cards_left_reports_and_what_plays_count_as(open_page: Open) -> None:
    page = open_page(lang="en")
    expect(page.locator(".leveltext")).to_contain_text("Level 5")
    expect(page.locator(".trump .face")).to_have_attribute("aria-label", "5 of hearts")
    expect(page.locator(".play.best .tag")).to_have_text("Plate to A")
    expect(page.locator(".play .pass")).to_have_count(2)
    expect(page.locator(".seat.N .chip.report")).to_have_text("reported 9")
    expect(page.locator(".lefts li").first).to_contain_text("6 cards")
    expect(page.locator("#claims")).to_contain_text("South to East")
    expect(page.locator("#tricks .rounds li")).to_have_count(4)
    expect(page.locator("#tricks .act.won").first).to_contain_text("8")
    expect(page.locator(".beads, .worth.EW, .worth.NS")).to_have_count(0)


def test_a_wild_card_says_what_it_stands_for_and_a_bomb_is_marked(open_page: Open, scenes: SceneTable) -> None:
    scenes.again()
    scenes.advance(FLUSH)
    page = open_page(lang="en")
    expect(page.locator(".play.E .stands")).to_have_text("=9")
    expect(page.locator(".play.E .tag")).to_contain_text("Straight to J")
    expect(page.locator(".play.best .bomb")).to_have_text("Straight flush to Q")


def test_tribute_return_resistance_and_the_finish_are_told(open_page: Open, scenes: SceneTable) -> None:
    page = open_page(lang="en")
    scenes.again()
    scenes.advance(RETURN)
    expect(page.locator(".stagepanel h2")).to_have_text("Return")
    expect(page.locator(".stagepanel .aside").first).to_have_text("East West to return")
    expect(page.locator(".gifts .face")).to_have_count(2)
    scenes.advance(ONE_OUT - RETURN)
    expect(page.locator(".places li").first).to_contain_text("林悦")
    expect(page.locator(".seat.E.out")).to_contain_text("First out")
    scenes.advance(OVER - ONE_OUT)
    expect(page.locator(".result")).to_contain_text("N/S up 2 levels")
    expect(page.locator(".finishlist li")).to_have_count(3)
    scenes.advance(RESISTED - OVER)
    expect(page.locator(".shownfaces .face")).to_have_count(2)


@pytest.mark.parametrize("lang", ["zh-Hans", "en"])
def test_no_scene_scrolls_sideways_and_axe_finds_nothing(
    open_page: Open, scenes: SceneTable, lang: str, covered_ranks: Covered
) -> None:
    page = open_page("/?theme=light", lang=lang)
    page.evaluate(AXE.read_text("utf-8"))
    scenes.again()
    for scene in guandan_scenes():
        expect(page.locator(".stagepanel")).to_be_visible()
        expect(page.locator(".meta.saved .num")).to_contain_text(
            str(scenes.snapshot(Role.VIEWER).seq), use_inner_text=False
        )
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (scene.seq, width)
            assert page.evaluate(OUTSIDE) == [], (scene.seq, width)
            assert covered_ranks(page) == [], (scene.seq, width)
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        assert [(each["id"], [node["target"] for node in each["nodes"]]) for each in found["violations"]] == []
        scenes.advance()


OUTSIDE = """() => { const stage = document.querySelector('.stage').getBoundingClientRect();
  const out = (box) => box.left < stage.left - 1 || box.right > stage.right + 1 || box.top < stage.top - 1
    || box.bottom > stage.bottom + 1;
  return [...document.querySelectorAll('.play .face, .play .pass, .middle .face, .seat')]
    .filter((each) => out(each.getBoundingClientRect())).map((each) => each.className.baseVal || each.className); }"""


def test_the_desk_enters_passes_returns_and_the_order(open_page: Open, scenes: SceneTable) -> None:
    """The scenes note what is asked of them; they carry nothing out."""
    page = open_page("/referee", lang="en", forgive=("422",))
    page.keyboard.press("m")
    with page.expect_response("**/commands"):
        page.get_by_role("button", name="Pass").click()
    page.keyboard.press("Escape")
    page.locator(".actions .btn", has_text="Tribute and return").click()
    page.get_by_role("button", name="Return", exact=True).click()
    page.get_by_role("button", name="West", exact=True).click()
    with page.expect_response("**/commands"):
        page.get_by_role("button", name="4 of spades").click()
    expect(page.locator(".toast")).to_contain_text("scripted table cannot")
    page.locator(".actions .btn", has_text="Set up").click()
    finish = page.locator("h3", has_text="Who went out").locator("xpath=following-sibling::div[1]")
    finish.get_by_role("button", name="North").click()
    finish.get_by_role("button", name="South").click()
    with page.expect_response("**/commands"):
        finish.get_by_role("button", name="Set the order").click()
    expect(page.locator(".sheet")).to_have_count(0)
    kinds = [type(each) for each in scenes.asked]
    assert kinds == [EnterPass, EnterReturn, NameFinish]
    assert scenes.asked[1:] == [EnterReturn(Seat.W, Card.S4), NameFinish((Seat.N, Seat.S))]


def test_an_open_reading_is_a_question_with_its_readings_as_answers(open_page: Open, scenes: SceneTable) -> None:
    cards = ("H5", "S6", "C7", "D8", "S9")
    question = QuestionView(
        "reading:82", "reading.open", {"seat": "N", "trick": 5, "cards": cards}, ("straight:T", "straight:9"), (82,)
    )
    scenes.show(questions=(question,), trust=TrustView("ask", "trust.questions", {"questions": 1}))
    page = open_page("/referee", lang="en", forgive=("404",))
    expect(page.locator(".question h2")).to_contain_text("North, trick 5")
    expect(page.locator(".answer b")).to_have_text(["Straight to 10", "Straight to 9"])


def test_one_play_that_may_have_been_two_says_so(open_page: Open, scenes: SceneTable) -> None:
    params: dict[str, str | int | tuple[str, ...]] = {"seat": "N", "hand": 2, "trick": 5, "code": "play.does_not_beat"}
    scenes.show(questions=(QuestionView("doubt:82:play", "misread.play", params, ("parted:E", "stands"), (82,)),))
    page = open_page("/referee", lang="en", forgive=("404",))
    expect(page.locator(".answer b")).to_have_text(["East laid two plays, one after the other", "It was so"])


@pytest.mark.parametrize("at", range(len(guandan_scenes())))
def test_the_overlay_shows_every_scene_inside_its_canvas(
    browser: Browser, scenes: SceneTable, served: Serving, pictures: ScriptedPictures, at: int
) -> None:
    app = create_app(SceneTable(guandan_scenes(), at=at), pictures, PageSettings.demo())
    running = serve(app, port=0)
    parts: Parts = app.extensions[KEY]
    token, secret = parts.doors.make_overlay("stream", Delay())
    context = browser.new_context(viewport={"width": 1920, "height": 1080})
    try:
        page = context.new_page()
        page.goto(f"{running.address}overlay/{token.id}/all?lang=en#{secret}")
        expect(page.locator(".pane.score")).to_contain_text("N/S")
        for width, height in ((1920, 1080), (1280, 720), (1080, 1920)):
            page.set_viewport_size({"width": width, "height": height})
            for box in page.evaluate(PANES):
                assert min(box["x"], box["y"]) >= 0, (width, box)
                assert (box["right"], box["bottom"]) <= (width, height), (width, box)
    finally:
        context.close()
        running.stop()


PANES = """[...document.querySelectorAll('.pane')].map((e) => e.getBoundingClientRect()).filter((b) => b.width)
  .map((b) => ({...b.toJSON()}))"""
