"""Scenes of the account page: at first, with channels in every state, a form, a secret, a guest."""

from typing import Any

from tests.e2e.web.prepared_games import person
from tests.e2e.web.scenes import Scene, Stage
from tests.e2e.web.visitors import Visitor

SOON = "2026-11-20T18:00:00Z"


def channel(kind: str, target: str, **more: Any) -> dict[str, Any]:
    """A channel as the API shows it."""
    usual = {"label": "", "state": "active", "reason": None, "shape": "standard", "digest": None}
    made = {"always": False, "created_at": SOON, "last": None}
    return {"id": f"{kind}-{target}", "kind": kind, "target": target, **usual, **made, **more}


CHANNELS = [
    channel("email", "ada@example.org", last={"at": SOON, "state": "delivered"}),
    channel("email", "a-rather-long-address.of-somebody@a-university.example", state="unconfirmed"),
    channel("push", "push.example.net", label="Firefox, Android", digest="daily"),
    channel(
        "webhook",
        "https://chat.example/hook/1",
        shape="discord",
        state="paused",
        reason="receiver_gone",
    ),
]


def token(name: str, *scopes: str, used: str | None = None) -> dict[str, Any]:
    """A token with scopes as the API shows it."""
    end = "2027-11-20T18:00:00Z"
    dates = {"created_at": SOON, "expires_at": end, "last_used": used}
    return {"id": name, "name": name, "scopes": list(scopes), **dates, "current": False}


TOKENS = [
    token("Terminal at home", "play", used=SOON),
    token("A bot with a name as long as one may be", "bot", "notices", "account"),
]


def delivery(game: str, kind: str, state: str, **more: Any) -> dict[str, Any]:
    """An entry of the log as the API shows it."""
    sent = {"channel": "email", "channel_kind": "email", "target": "ada@example.org"}
    usual = {"games": [game], "reason": None, "attempts": 1, "key": "any", "asked": False}
    return {"at": SOON, "kind": kind, "state": state, **sent, **usual, **more}


def log_of(game: str) -> list[dict[str, Any]]:
    return [
        delivery(game, "turn", "waiting", attempts=2, reason="mail_deferred"),
        delivery(game, "reminder", "delivered"),
        delivery(game, "turn", "dropped", attempts=0, reason="over"),
        delivery(
            game, "turn", "failed", channel_kind="webhook", target="https://chat.example/hook/1"
        ),
        delivery(game, "test", "delivered", games=[]),
    ]


def at_first(guest: Visitor, stage: Stage) -> None:
    """Nothing is set yet; the host sends no mail."""
    guest.become(person(stage.site, "Ada").token)
    guest.open("account")
    guest.page.locator("#account-log .account-empty").wait_for()
    guest.page.locator("#account-channels .adding .button").first.click()


def in_use(guest: Visitor, stage: Stage) -> None:
    """Channels in every state, a muted game, feeds, and a log."""
    game = stage.at("march")
    guest.become(game.people[0].token)
    notices = {"channels": CHANNELS, "muted": [game.game], "feeds": True, "push_key": "B"}
    sent = {"deliveries": log_of(game.game), "page": 1, "per_page": 20, "total": 45}
    guest.page.route("**/me/notices", lambda route: route.fulfill(json={**notices, "email": True}))
    guest.page.route("**/me/tokens", lambda route: route.fulfill(json={"tokens": TOKENS}))
    guest.page.route("**/me/notices/log?*", lambda route: route.fulfill(json=sent))
    guest.open("account")
    guest.page.locator("#account-log tr", has_text=game.view["title"]).last.wait_for()
    guest.page.locator(".channel summary").first.click()


def with_links_shown_once(guest: Visitor, stage: Stage) -> None:
    """A webhook was just added, and feeds were made: both are shown once."""
    in_use(guest, stage)
    add_webhook(guest)


def add_webhook(guest: Visitor) -> None:
    page = guest.page
    made = channel("webhook", "https://example.org/hook", secret="whsec_c2VjcmV0")
    page.route("**/me/channels", lambda route: route.fulfill(status=201, json=made))
    page.locator(".adding .button").last.click()
    page.locator(".adding [name=url]").fill("https://example.org/hook")
    page.locator(".adding form .main").click()
    page.locator(".adding .link").wait_for()


def making_a_token(guest: Visitor, stage: Stage) -> None:
    """A token was just made, and the form for the next one is open."""
    game = stage.at("march")
    guest.become(game.people[0].token)
    guest.open("account")
    making = guest.page.locator("#account-tokens .token-making")
    making.locator(".button").click()
    making.locator("[name=name]").fill("Terminal")
    making.locator("form .main").click()
    making.locator(".link").wait_for()
    making.locator(".button").first.click()


def of_a_guest(guest: Visitor, _: Stage) -> None:
    guest.open("account")
    guest.page.locator("main h1").wait_for()


ACCOUNT_SCENES: dict[str, Scene] = {
    "account at first": at_first,
    "account": in_use,
    "account with a new token": making_a_token,
    "account with a secret": with_links_shown_once,
    "account of a guest": of_a_guest,
}
