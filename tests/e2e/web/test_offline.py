"""Without a connection: the page opens, finished games replay, and nothing private is kept."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Error, expect

from clients.python import Anabasis
from service.texts import text
from tests.e2e.web.browsers import FLAGS, executable
from tests.e2e.web.play_alexandros import expect_place
from tests.e2e.web.visitors import Visitor, Visitors
from tests.waiting import eventually

KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const answer = await cache.match(url, { ignoreVary: true });
      if (!answer) continue; // deleted meanwhile
      const says = answer.headers.get("Cache-Control");
      found.push({ cache: name.split(" ")[0], url, says, body: await answer.text() });
    }
  }
  return found;
}"""
ADDRESSES = """async (kind) => {
  const names = (await caches.keys()).filter((name) => name.startsWith(`${kind} `));
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().map(({ url }) => url);
}"""
"""Without the bodies, which take long to read: a test asks again and again."""
STANDS = "async () => { await navigator.serviceWorker.ready; }"
CROWD = """async (root) => {
  const cache = await caches.open(`replays ${root}/`);
  for (let n = 0; n < 30; n += 1) {
    await cache.put(`${root}/api/v1/games/old${n}`, new Response("{}"));
    await cache.put(`${root}/api/v1/games/old${n}/replay?after=1`, new Response("{}"));
  }
}"""
HANGS = """() => {
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (act, milliseconds) => setTimeout(act, Math.min(milliseconds, 200));
  CacheStorage.prototype.open = () => new Promise(() => undefined);
}"""
"""The disk answers no more; the worker, which gives each answer three seconds, is impatient."""
UNNAMED = """async () => {
  const request = new Request(at("new"));
  await page("new", { request, resultingClientId: "", waitUntil: () => undefined });
  const pages = await caches.open(PAGES);
  return [...pins.keys(), ...(await pages.keys()).map(({ url }) => pathOf(url))];
}"""
UNKEPT = {
    "": "kept_none",
    "new": "",
    "rules/alexandros": "offline_no_rules",
    "account": "",
}
"""Pages of which a fresh browser keeps nothing, and the text that says so."""
UNREACHED = "ERR_INTERNET_DISCONNECTED"
TERMS = {"ruleset": "alexandros", "board": "tiny", "seats": 2}


@pytest.fixture(scope="module")
def finished(api: Anabasis) -> tuple[str, int]:
    """A game that two bots have finished, and its number of events."""
    game = _started(api, join=False, bots=["greedy", "greedy"], options={"target_score": 20})
    eventually(lambda: api.view(game)["status"] == "finished", 60.0)
    return game, int(api.view(game)["version"])


def test_a_finished_game_is_replayed_without_a_connection(
    visitor: Visitors, finished: tuple[str, int]
) -> None:
    game, last = finished
    guest = _kept(visitor, f"game/{game}")
    _cut_off(guest)
    guest.page.reload()
    guest.page.locator(".map").wait_for()
    expect(guest.page.locator(".banner")).to_contain_text("connection is lost")
    for key, place in (("Home", 1), ("ArrowRight", 2), ("End", last)):
        guest.page.keyboard.press(key)
        expect_place(guest.page, place, last)


def test_the_front_page_lists_games_opened_later_and_begins_none(
    visitor: Visitors, finished: tuple[str, int]
) -> None:
    game, last = finished
    guest = _kept(visitor)
    guest.open(f"game/{game}")
    eventually(lambda: len(_replays(guest)) == 2)
    guest.open()
    begin = guest.page.locator(".quick .button.main")
    expect(begin).to_be_enabled()
    _cut_off(guest)
    expect(begin).to_be_disabled()
    guest.open()
    expect(begin).to_be_disabled()
    expect(guest.page.locator("#toasts")).to_be_empty()
    replay = guest.page.locator("#lobby").get_by_role("link", name="Replay")
    expect(replay).to_have_attribute("href", f"game/{game}")
    guest.page.wait_for_load_state("networkidle")
    replay.click()
    expect_place(guest.page, last, last)
    guest.open(f"game/{game}?at=3")
    expect_place(guest.page, 3, last)


def test_every_page_opens_in_its_readers_language_without_a_connection(
    visitor: Visitors, finished: tuple[str, int]
) -> None:
    """It says so of games and rules that are not kept, and begins again with a connection."""
    guest = _kept(visitor, locale="nl-NL")
    _cut_off(guest)
    for path, words in {**UNKEPT, f"game/{finished[0]}": "offline_not_kept"}.items():
        guest.open(path)
        expect(guest.page.locator("html")).to_have_attribute("lang", "nl")
        expect(guest.page.locator("#bar")).to_contain_text("Anabasis")
        expect(guest.page.locator(".banner")).to_contain_text(text("nl", "net_lost"))
        if words:
            expect(guest.page.locator("#main")).to_contain_text(text("nl", words))
    guest.context.set_offline(False)
    guest.page.locator(".map").wait_for()
    expect(guest.page.locator(".banner")).to_have_count(0)


def test_the_rules_once_read_are_read_without_a_connection(visitor: Visitors) -> None:
    guest = _kept(visitor, locale="da-DK")
    guest.open("rules/alexandros")
    rule = guest.page.locator(".rule").first
    told = rule.inner_text()
    eventually(lambda: guest.page.evaluate(ADDRESSES, "rules"))
    _cut_off(guest)
    guest.page.reload()
    expect(rule).to_have_text(told, use_inner_text=True)


def test_nothing_is_kept_but_the_page_and_public_answers(
    visitor: Visitors, finished: tuple[str, int]
) -> None:
    guest = visitor(service_workers="allow")
    public = Anabasis(guest.site)
    token = public.create_player("Ada")["token"]
    guest.become(token)
    me = public.with_token(token)
    guest.open(f"game/{_started(me, listed=False)}")
    guest.page.evaluate(STANDS)
    live = _started(me, bots=["greedy"])
    over = _started(me, bots=["greedy"])
    secret = _started(me, bots=["greedy"], listed=False)
    for game in (over, secret):
        me.resign(game)
    for game in (live, over, secret, finished[0]):
        guest.open(f"game/{game}")
        guest.page.locator(".map").wait_for()
    eventually(lambda: len(_replays(guest)) == 4)
    guest.page.evaluate("async () => (await fetch('api/v1/me')).text()")
    guest.open("")
    views = {f"{guest.site}/api/v1/games/{game}": public.view(game) for game in (over, finished[0])}
    _expect_public_alone(guest, views)
    (worker,) = guest.context.service_workers
    assert "" not in worker.evaluate(UNNAMED), "a page without a name is pinned"


def _expect_public_alone(guest: Visitor, views: dict[str, Any]) -> None:
    kept = guest.page.evaluate(KEPT)
    files = [each for each in kept if each["cache"] == "shell"]
    replays = {each["url"]: json.loads(each["body"]) for each in kept if each["cache"] == "replays"}
    notes = [each["body"] for each in kept if each["cache"] == "pages"]
    assert set(notes) == {httpx.get(f"{guest.site}/web/shell.json").json()["version"]}
    assert len(files) + len(replays) + len(notes) == len(kept)
    assert [each["url"] for each in files if "/api/v1/" in each["url"]] == []
    assert [each for each in kept if "private" in (each["says"] or "")] == []
    assert [each for each in kept if "no-store" in (each["says"] or "")] == []
    assert replays.keys() == views.keys() | {f"{url}/replay?after=1" for url in views}
    for url, view in views.items():
        assert replays[url] == view
        assert replays[f"{url}/replay?after=1"]["first"]["viewer"] == {"seat": None}


def test_the_last_thirty_games_are_kept(visitor: Visitors, finished: tuple[str, int]) -> None:
    guest = _kept(visitor)
    guest.page.evaluate(CROWD, guest.site)
    guest.open(f"game/{finished[0]}")
    game = f"{guest.site}/api/v1/games/{finished[0]}"
    eventually(lambda: game in _replays(guest) and len(_replays(guest)) == 60)
    assert f"{guest.site}/api/v1/games/old0" not in _replays(guest)
    assert f"{guest.site}/api/v1/games/old1" in _replays(guest)


def test_a_full_disk_shuts_no_page(visitor: Visitors, finished: tuple[str, int]) -> None:
    """The browser keeps nothing more for the site, and every page opens all the same."""
    guest = _kept(visitor)
    devtools = guest.context.new_cdp_session(guest.page)
    full = {"origin": guest.site, "quotaSize": 1}
    devtools.send("Storage.overrideQuotaForOrigin", full)
    with pytest.raises(Error, match="Quota"):
        guest.page.evaluate("async () => (await caches.open('x')).put('/x', new Response('x'))")
    for path in ("", "new", f"game/{finished[0]}", "account", "rules/alexandros"):
        guest.open(path)
        expect(guest.page.locator("#bar")).to_contain_text("Anabasis")
        expect(guest.page.locator("#main, .map").first).to_be_visible()
    guest.page.reload()
    expect(guest.page.locator(".rule").first).to_be_visible()


def test_a_disk_that_begins_to_hang_leaves_an_open_page_its_files_and_shuts_no_other(
    visitor: Visitors, finished: tuple[str, int]
) -> None:
    guest = _kept(visitor)
    guest.page.reload()
    (worker,) = guest.context.service_workers
    worker.evaluate(HANGS)
    guest.page.get_by_role("button", name="Settings").click()
    expect(guest.page.get_by_role("dialog")).to_be_visible()
    worker.evaluate("pins.clear()")
    for path in ("new", f"game/{finished[0]}"):
        guest.open(path)
        expect(guest.page.locator("#main h1, .map").first).to_be_visible()


def test_the_page_can_be_installed(browser: Browser, site: str, tmp_path: Path) -> None:
    profile = browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=executable(), args=FLAGS
    )
    page = profile.pages[0]
    page.goto(site)
    page.evaluate(STANDS)
    devtools = profile.new_cdp_session(page)
    assert devtools.send("Page.getInstallabilityErrors") == {"installabilityErrors": []}
    assert devtools.send("Page.getAppManifest")["errors"] == []
    profile.close()


def _kept(visitor: Visitors, path: str = "", **given: Any) -> Visitor:
    """A visitor whose browser has kept the page."""
    guest = visitor(service_workers="allow", **given)
    guest.open(path)
    guest.page.evaluate(STANDS)
    return guest


def _started(player: Anabasis, **terms: Any) -> str:
    return str(player.create_game(**(TERMS | terms))["game_id"])


def _cut_off(guest: Visitor) -> None:
    guest.announce(UNREACHED)
    guest.announce("503")
    guest.context.set_offline(True)


def _replays(guest: Visitor) -> list[str]:
    return list(guest.page.evaluate(ADDRESSES, "replays"))
