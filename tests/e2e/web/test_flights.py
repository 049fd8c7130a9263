"""Cards fly to where they go, unless the reader prefers stillness or the replay is fast."""

from playwright.sync_api import expect

from tests.e2e.web.prepared_games import Prepared, prepared
from tests.e2e.web.visitors import Visitors

WATCH = """() => {
  window.flown = [];
  const note = (node) => node.classList?.contains("flying") && flown.push(node.innerHTML);
  new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(note)))
    .observe(document.body, { childList: true, subtree: true });
}"""

ROLLS = """() => {
  window.rolled = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...given) {
    if (this.matches(".dice .die")) rolled.push(given[1].duration);
    return animate.apply(this, given);
  };
}"""


def test_a_card_taken_flies_once_and_none_if_the_reader_prefers_stillness(
    visitor: Visitors, over: Prepared
) -> None:
    events = over.people[0].client.events(over.game)["events"]
    taken = next(each["version"] for each in events if each["type"] == "card_taken")
    flown = {}
    for motion in ("no-preference", "reduce"):
        guest = visitor(reduced_motion=motion)
        guest.open(f"game/{over.game}?at={taken - 1}")
        guest.page.locator(".line.current").wait_for()
        guest.page.evaluate(WATCH)
        guest.page.keyboard.press("ArrowRight")
        if motion == "no-preference":
            guest.page.wait_for_function("() => flown.length")
        expect(guest.page.locator(".line.current .line-version")).to_have_text(str(taken))
        expect(guest.page.locator(".flying")).to_have_count(0)
        flown[motion] = guest.page.evaluate("flown.length")
    assert flown == {"no-preference": 1, "reduce": 0}


def test_each_new_die_rolls_and_none_after_a_jump(visitor: Visitors, site: str) -> None:
    game = prepared(site, "Ada", "Bob", "Cleo", ruleset="settlers", board="standard")
    view = game.play(lambda view: view["state"]["dice"])
    version = view["version"]
    guest = visitor(reduced_motion="no-preference")
    guest.open(f"game/{game.game}?at={version - 1}")
    page, current = guest.page, guest.page.locator(".line.current .line-version")
    expect(current).to_have_text(str(version - 1))
    page.evaluate(ROLLS)
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => rolled.length")
    assert page.evaluate("rolled") == [300, 300]
    page.keyboard.press("Home")
    expect(current).to_have_text("1")
    page.locator(".line button").nth(version - 1).click()
    expect(current).to_have_text(str(version))
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate("rolled.length") == 2
