"""Pushes in Chromium: a notification, a tap that leads to the game, a browser's own channel."""

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, Worker, expect

from clients.python import Anabasis
from tests.e2e.web.browsers import FLAGS, executable, whole_chromium
from tests.e2e.web.prepared_games import person, prepared
from tests.e2e.web.visitors import Visitor, Visitors
from tests.waiting import eventually

STANDS = "async () => { await navigator.serviceWorker.ready; }"
STAND_IN = """() => {
  let shown = [];
  registration.getNotifications = async ({ tag } = {}) =>
    shown.filter((each) => !tag || each.tag === tag);
  registration.showNotification = async (title, options) => {
    const close = () => { shown = shown.filter((each) => each !== notification); };
    const notification = { title, ...options, close };
    shown = [...shown.filter(({ tag }) => !tag || tag !== options.tag), notification];
  };
}"""
"""For the headless shell, which shows no notifications even with permission."""
SHOWN = """async () => (await registration.getNotifications())
  .map(({ title, body, tag, icon, badge, data }) => ({ title, body, tag, icon, badge, data }))"""
DISPATCH = """async ([name, more]) => {
  let done;
  const waitUntil = (promise) => { done = promise; };
  const event = Object.assign(new Event(name), more, { waitUntil });
  if (name === "notificationclick") [event.notification] = await registration.getNotifications();
  dispatchEvent(event);
  await done;
}"""
"""An event that only a person or a push service can raise."""
AT_ONCE = """async (notices) => {
  const waits = [];
  for (const notice of notices) {
    const data = { json: () => notice, text: () => JSON.stringify(notice) };
    const waitUntil = (promise) => waits.push(promise);
    dispatchEvent(Object.assign(new Event("push"), { data, waitUntil }));
    await new Promise((go) => setTimeout(go, 1));
  }
  await Promise.all(waits);
}"""
COME = AT_ONCE.replace("await Promise.all(waits);", "")
HANGS = """(name) => {
  const whole = registration[name];
  registration[name] = () => {
    registration[name] = whole;
    return new Promise(() => undefined);
  };
  const later = setTimeout;
  globalThis.setTimeout = (work, delay) => later(work, Math.min(delay, 3000));
}"""
"""Once, as in a browser whose disk does not answer; waits for it are cut short."""
ARRIVES = """async (data) => {
  for (let tries = 0; tries < 40 && !pushes.includes(data); tries += 1)
    await new Promise((go) => setTimeout(go, 50));
  return pushes.includes(data);
}"""
PREPARE = """() => {
  globalThis.pushes = [];
  addEventListener("push", (event) => pushes.push(event.data.text()));
  // Who lists notifications while one is about to be shown makes Chromium forget that one.
  globalThis.shows = 0;
  const show = registration.showNotification.bind(registration);
  registration.showNotification = async (...notice) => {
    await show(...notice);
    shows += 1;
  };
  // A browser opens and fronts windows only after a person's tap.
  globalThis.opened = [];
  clients.openWindow = async (url) => { opened.push(url); };
  WindowClient.prototype.focus = async function () { opened.push("front"); return this; };
}"""
SUBSCRIBED = """
  let own = null;
  const keys = { p256dh: "BA", auth: "c" };
  const subscription = (options) => ({
    options,
    toJSON: () => ({ endpoint: "https://push.example/1", expirationTime: null, keys }),
    unsubscribe: async () => { own = null; return true; },
  });
  PushManager.prototype.subscribe = async (options) => (own = subscription(options));
  PushManager.prototype.getSubscription = async () => own;
"""
"""No push service is asked: Chromium's would be one of Google's."""
NEWER = {"endpoint": "https://other.example/2", "keys": {"p256dh": "BA", "auth": "c"}}


@pytest.fixture(scope="module")
def browser(browser: Browser) -> Iterator[Browser]:
    """Chromium as a whole where it is installed: its headless shell shows no notifications."""
    path = whole_chromium() or executable()
    whole = browser.browser_type.launch(executable_path=path, args=FLAGS)
    yield whole
    whole.close()


class Pushed:
    """A visitor who may be shown notifications, and how a push service reaches the browser."""

    def __init__(self, visitor: Visitors, path: str = "", token: str | None = None) -> None:
        self.guest: Visitor = visitor(service_workers="allow")
        self.guest.context.grant_permissions(["notifications"], origin=self.guest.site)
        self._registrations: list[str] = []
        self._devtools = self.guest.context.new_cdp_session(self.guest.page)
        self._devtools.on("ServiceWorker.workerRegistrationUpdated", self._updated)
        self._devtools.send("ServiceWorker.enable")
        if token:
            self.guest.become(token)
            self.guest.context.add_init_script(SUBSCRIBED)
        self.guest.open(path)
        self.guest.page.evaluate(STANDS)
        eventually(lambda: bool(self._registrations))
        if self.worker.evaluate("Notification.permission") != "granted":
            self.worker.evaluate(STAND_IN)
        self.worker.evaluate(PREPARE)

    def _updated(self, event: Any) -> None:
        self._registrations += [each["registrationId"] for each in event["registrations"]]

    @property
    def worker(self) -> Worker:
        (worker,) = self.guest.context.service_workers
        return worker

    def push(self, data: str) -> None:
        """Show a push that the browser delivers; one to a worker not quite there gets lost."""
        before = self.worker.evaluate("shows")
        to = {"origin": self.guest.site, "registrationId": self._registrations[-1], "data": data}

        def arrives() -> bool:
            self._devtools.send("ServiceWorker.deliverPushMessage", to)
            return bool(self.worker.evaluate(ARRIVES, data))

        eventually(arrives, 60.0)
        eventually(lambda: self.worker.evaluate("shows") > before)

    def shown(self) -> list[Any]:
        return list(self.worker.evaluate(SHOWN))

    def tap(self, action: str = "") -> list[str]:
        """Tap the notification or a button of it; the addresses opened, or "front" for a window."""
        self.worker.evaluate(DISPATCH, ["notificationclick", {"action": action}])
        return list(self.worker.evaluate("opened.splice(0)"))


def test_a_push_is_shown_and_a_tap_leads_to_the_game(visitor: Visitors, site: str) -> None:
    game = prepared(site, "Ada", "Bob").game
    pushed = Pushed(visitor)
    told = {"title": "It is your turn", "body": "Play a card", "tag": f"game:{game}"}
    pushed.push(json.dumps({**told, "url": f"game/{game}", "key": f"turn:{game}:0:3"}))
    eventually(lambda: pushed.shown() != [])
    (shown,) = pushed.shown()
    assert {name: shown[name] for name in told} == told
    assert shown["badge"] == f"{site}/web/icons/badge.png"
    assert shown["icon"] == f"{site}/web/icons/192.png"
    assert pushed.tap() == [f"{site}/game/{game}"]
    eventually(lambda: pushed.shown() == [])

    pushed.guest.open(f"game/{game}?at=1")
    pushed.guest.page.locator(".map").wait_for()
    pushed.push(json.dumps({**told, "url": f"game/{game}", "key": f"turn:{game}:0:5"}))
    eventually(lambda: pushed.shown() != [])
    assert pushed.tap() == ["front"]
    pushed.guest.page.wait_for_url(f"{site}/game/{game}")
    pushed.guest.page.locator(".map").wait_for()

    # A button of the notification opens the game with its move prepared, and sends nothing.
    version = Anabasis(site).view(game)["version"]
    link = f"game/{game}?do=end&after={version}&seat=0"
    moves = [{"title": "Pass", "url": f"game/{game}?do=pass"}, {"title": "End turn", "url": link}]
    again = {**told, "url": f"game/{game}", "key": f"turn:{game}:0:7", "actions": moves}
    pushed.push(json.dumps(again))
    eventually(lambda: pushed.shown() != [])
    assert pushed.tap("1") == ["front"]
    pushed.guest.page.wait_for_url(f"{site}/{link}")
    expect(pushed.guest.page.locator("#panel .prepared")).to_contain_text("made for Ada")
    assert Anabasis(site).view(game)["version"] == version


def test_a_notification_goes_once_its_turn_is_seen(visitor: Visitors, site: str) -> None:
    game = prepared(site, "Ada", "Bob")
    pushed = Pushed(visitor, f"game/{game.game}", game.people[0].token)
    pushed.guest.page.locator(".map").wait_for()
    pushed.push(json.dumps({"title": "Your move", "tag": "game:another", "key": "1"}))
    pushed.push(json.dumps({"title": "Your move", "tag": f"game:{game.game}", "key": "2"}))
    eventually(lambda: len(pushed.shown()) == 2)
    pushed.guest.page.mouse.move(300, 300)
    pushed.guest.page.mouse.move(320, 320)
    eventually(lambda: [each["tag"] for each in pushed.shown()] == ["game:another"])


def test_a_newer_push_of_a_game_replaces_the_older_and_any_push_is_shown(
    visitor: Visitors,
) -> None:
    pushed = Pushed(visitor)
    for key in ("1", "2", "2"):
        pushed.push(json.dumps({"title": f"Turn {key}", "tag": "game:g", "url": "", "key": key}))
    eventually(lambda: [each["title"] for each in pushed.shown()] == ["Turn 2"])
    pushed.push("nothing that can be read")
    eventually(lambda: len(pushed.shown()) == 2)
    assert "Anabasis" in {each["title"] for each in pushed.shown()}


def test_pushes_that_come_at_once_are_all_shown(visitor: Visitors) -> None:
    pushed = Pushed(visitor)
    notices = [{"title": f"Game {n}", "tag": f"game:{n}", "key": "1"} for n in range(30)]
    pushed.worker.evaluate(AT_ONCE, notices)
    assert {each["title"] for each in pushed.shown()} == {each["title"] for each in notices}


@pytest.mark.parametrize(
    ("hangs", "shown"),
    [("getNotifications", ["Game 0", "Game 1"]), ("showNotification", ["Game 1"])],
)
def test_a_browser_that_hangs_at_one_push_shows_the_next(
    visitor: Visitors, hangs: str, shown: list[str]
) -> None:
    pushed = Pushed(visitor)
    pushed.worker.evaluate(HANGS, hangs)
    notices = [{"title": f"Game {n}", "tag": f"game:{n}", "key": "1"} for n in range(2)]
    pushed.worker.evaluate(COME, notices)
    eventually(lambda: pushed.worker.evaluate("shows") == len(shown))
    assert sorted(each["title"] for each in pushed.shown()) == shown


def test_a_browser_subscribes_renews_and_ends_its_channel(visitor: Visitors, site: str) -> None:
    ada = person(site, "Ada")
    pushed = Pushed(visitor, "account", ada.token)
    page = pushed.guest.page
    subscribe(page)
    row = page.locator("#account-channels .channel")
    expect(row).to_contain_text(re.compile("Chrome"))
    row.get_by_text("Change", exact=True).click()
    row.locator("select").select_option("daily")
    eventually(lambda: channels(pushed)[0]["digest"] == "daily")

    pushed.worker.evaluate(DISPATCH, ["pushsubscriptionchange", {"newSubscription": NEWER}])
    (renewed,) = channels(pushed)
    assert (renewed["target"], renewed["digest"]) == ("other.example", "daily")
    assert renewed["label"].startswith("Chrome")

    page.reload()
    row.get_by_text("Change", exact=True).click()
    row.get_by_role("button", name="Remove").click()
    page.locator("dialog").get_by_role("button", name="Remove").click()
    expect(row).to_have_count(0)
    assert channels(pushed) == []

    subscribe(page)
    eventually(lambda: channels(pushed) != [])
    pushed.guest.announce("401")  # `become` goes on to say that there is a session
    page.locator("#bar").get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("dialog").last.get_by_role("button", name="Sign out").click()
    page.wait_for_url(f"{site}/")
    notices = httpx.get(
        f"{site}/api/v1/me/notices", headers={"Authorization": f"Bearer {ada.token}"}
    )
    assert notices.json()["channels"] == []


def subscribe(page: Page) -> None:
    page.locator("#account-channels").get_by_role("button", name="This browser").click()
    page.get_by_role("button", name="Show notices here").click()


def channels(pushed: Pushed) -> list[Any]:
    answer = pushed.guest.context.request.get(f"{pushed.guest.site}/api/v1/me/notices")
    return list(answer.json()["channels"])
