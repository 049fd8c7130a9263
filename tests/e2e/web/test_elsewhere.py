"""A page of another site, in a real browser: it plays by token, the cookie is not its own.

It may frame a game to be watched, and no other page.
"""

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Browser, Frame, Page, expect

from tests.e2e.web.prepared_games import finished

PLAY = """async (site) => {
  const api = `${site}/api/v1`;
  const json = { "Content-Type": "application/json" };
  const post = (path, body, headers) => fetch(api + path,
    { method: "POST", headers: { ...json, ...headers }, body: JSON.stringify(body) });
  const join = async (name) => {
    const player = await (await post("/players", { name })).json();
    return { Authorization: `Bearer ${player.token}` };
  };
  const [ada, bob] = [await join("Ada"), await join("Bob")];
  const terms = { ruleset: "alexandros", board: "tiny", first_seat: 0 };
  const made = await post("/games", terms, { ...ada, "Idempotency-Key": "once" });
  const game = `/games/${(await made.json()).game_id}`;
  await post(`${game}/seats`, {}, bob);
  const view = await fetch(api + game, { headers: { ...ada, "Accept-Language": "da" } });
  const { moves } = await (await fetch(`${api}${game}/moves`, { headers: ada })).json();
  const etag = view.headers.get("ETag");
  const played = await post(`${game}/moves`, moves[0], { ...ada, "If-Match": etag });
  const same = await fetch(api + game, { headers: { ...ada, "If-None-Match": '"4"' } });
  return { location: made.headers.get("Location"), etag, played: played.status,
    event: (await played.json()).events[0].type, same: same.status };
}"""
TRIED = """async ([address, options]) => {
  try { return (await fetch(address, options)).status; } catch (error) { return error.name; }
}"""

FRAME = """([address, width, height]) => new Promise((resolve) => {
  const frame = Object.assign(document.createElement("iframe"), { src: address, width, height });
  if (width === 480) frame.sandbox = "allow-scripts";
  frame.addEventListener("load", () => resolve());
  document.body.replaceChildren(frame);
})"""
FITS = """() => ["header", ".map", "footer input", "#place"].every((part) => {
  const { left, top, right, bottom } = document.querySelector(part).getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
}) && document.documentElement.scrollHeight <= innerHeight"""


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of another site, with one empty page."""
    folder = tmp_path_factory.mktemp("elsewhere")
    (folder / "index.html").write_text("<!doctype html><title>Elsewhere</title>")
    handler = partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()
        thread.join()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def page(browser: Browser, elsewhere: str) -> Iterator[Page]:
    context = browser.new_context()
    page = context.new_page()
    page.goto(elsewhere)
    yield page
    context.close()


def test_a_page_elsewhere_makes_a_player_and_plays_a_move(page: Page, site: str):
    told = page.evaluate(PLAY, site.rstrip("/"))
    assert "/api/v1/games/" in told["location"]
    assert told["etag"] == '"3"'
    assert (told["played"], told["event"], told["same"]) == (201, "card_chosen", 304)


def test_a_page_elsewhere_can_neither_make_a_session_nor_use_one(page: Page, site: str):
    api = f"{site.rstrip('/')}/api/v1"
    body = {"method": "POST", "body": '{"name": "Eve"}'}
    json = {"headers": {"Content-Type": "application/json"}}
    assert page.evaluate(TRIED, [f"{api}/session", body | json]) == "TypeError"
    assert page.evaluate(TRIED, [f"{api}/me", {"credentials": "include"}]) == "TypeError"
    assert page.evaluate(TRIED, [f"{api}/me", {}]) == 401


def test_only_the_public_api_can_be_read_elsewhere(page: Page, site: str):
    assert page.evaluate(TRIED, [f"{site.rstrip('/')}/livez", {}]) == "TypeError"
    assert page.evaluate(TRIED, [f"{site.rstrip('/')}/api/v1/livez", {}]) == 200


def test_a_page_elsewhere_frames_a_game_and_nothing_else(page: Page, site: str):
    """The frame of the middle size is sandboxed and so has no origin, as some sites frame it."""
    game = finished(site).game
    for width, height in [(320, 240), (480, 320), (800, 600)]:
        frame = framed(page, f"{site}/embed/{game}?at=5", width, height)
        expect(frame.locator("#place")).to_contain_text("5/")
        assert frame.evaluate(FITS), (width, height)
    play_and_pause(frame)
    watch_to_the_end(frame)
    assert frame.get_by_role("link").first.get_attribute("href") == f"{site}/game/{game}"
    assert site not in framed(page, f"{site}/game/{game}").url


def framed(page: Page, address: str, width: int = 640, height: int = 480) -> Frame:
    """The frame of an address on a page."""
    page.evaluate(FRAME, [address, width, height])
    return page.frames[-1]


def play_and_pause(frame: Frame) -> None:
    """Let the frame at the fifth event play by itself, then stop it."""
    frame.get_by_role("button", name="Play").click()
    expect(frame.locator("#place")).to_contain_text("7/")
    frame.get_by_role("button", name="Pause").click()
    expect(frame.get_by_role("button", name="Play")).to_be_visible()


def watch_to_the_end(frame: Frame) -> None:
    """Move the slider to the last event: walls have come, and somebody has won."""
    slider, walls = frame.get_by_role("slider"), frame.locator(".wall")
    few = walls.count()
    slider.fill(slider.get_attribute("max") or "")
    expect(walls).not_to_have_count(few)
    expect(frame.locator(".won .embed-points")).not_to_be_empty()
