"""The page of a game whose record breaks: it says so, and offers no refusable choice."""

import json
import re

from playwright.sync_api import Route, expect

from service.texts import text
from tests.e2e.web.prepared_games import prepared
from tests.e2e.web.visitors import Visitor, Visitors

NOTICE = {"version": 4, "reason": "the event does not have the hash it states"}


def seated(visitor: Visitors, site: str) -> tuple[Visitor, str]:
    """Return the visitor to move in a game of three events, and the path of its page."""
    game = prepared(site, "Ada", "Bob")
    guest = visitor()
    guest.become(game.people[0].token)
    return guest, f"game/{game.game}"


def break_from_now_on(guest: Visitor) -> None:
    """Have the service answer this browser that the record breaks."""

    def broken(route: Route) -> None:
        replay = route.fetch().json()
        replay["broken"] = replay["first"]["broken"] = NOTICE
        route.fulfill(json=replay, headers={"Record-Broken": "4"})

    guest.page.route(re.compile(r"/replay\?"), broken)


def expect_closed(guest: Visitor) -> None:
    notices = guest.page.locator("#notices")
    expect(notices).to_contain_text(text("en", "record_broken", version=4))
    expect(guest.page.locator("#resign")).to_be_hidden()
    expect(guest.page.locator(".takeback")).to_have_count(0)
    expect(guest.page.locator("#panel button.card:not([aria-disabled=true])")).to_have_count(0)


def test_a_broken_record_is_shown_with_a_notice_and_nothing_to_play(
    visitor: Visitors, site: str
) -> None:
    guest, path = seated(visitor, site)
    break_from_now_on(guest)
    guest.open(path)
    expect_closed(guest)
    expect(guest.page.locator(".line")).to_have_count(3)


def test_a_page_that_is_open_learns_of_it_from_its_stream(visitor: Visitors, site: str) -> None:
    guest, path = seated(visitor, site)
    streams: list[Route] = []

    def hold(route: Route) -> None:
        streams.append(route)

    guest.page.route(re.compile(r"/stream\?"), hold)
    with guest.page.expect_request(re.compile(r"/stream\?")):
        guest.open(path)
    expect(guest.page.locator("#panel button.card").first).to_be_enabled()
    break_from_now_on(guest)
    body = f"event: broken\ndata: {json.dumps(NOTICE)}\n\n"
    streams[0].fulfill(body=body, content_type="text/event-stream")
    expect_closed(guest)
