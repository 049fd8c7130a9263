"""A person plays the scenario by mails alone: each link shows the due move on a phone, in reach."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.web.input_devices import Finger, Sighted
from tests.e2e.web.mail_hosts import mailing_host
from tests.e2e.web.play_alexandros import OUTCOME
from tests.e2e.web.play_settlers import FACE, WANTED
from tests.e2e.web.prepared_games import Prepared, person, prepared_by
from tests.e2e.web.visitors import Visitor, Visitors
from tests.service.notices.mailboxes import Mailbox

ADDRESS = "ada@games.example"
TERMS: dict[str, Any] = {
    "ruleset": "alexander_the_great",
    "board": "campaign",
    "first_seat": 0,
    "seed": "06",
    "options": {"target_points": 5},
}
CHOICES = (
    "#panel .bid-step .button.main",
    "#panel .doing > .button.main:enabled",
    *WANTED,
    "#panel .doing > .button:has-text('Pass')",
)
MOST_CHOICES = 60
SEEN = f"[{FACE}, document.querySelector('.map').getAttribute('viewBox')].join()"
"""A tap on a target too small for a finger changes the view alone: it is a step nearer."""
MINE, OTHERS = "#panel .prompt.mine", "#panel .prompt:not(.mine)"
MAILS = [
    pytest.param(3, id="first-mails"),
    pytest.param(1_000, id="whole-game", marks=[pytest.mark.long, pytest.mark.timeout(1_800)]),
]


@pytest.fixture(scope="module")
def site(mailbox: Mailbox, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A host that sends mails at once."""
    folder = tmp_path_factory.mktemp("by-mail")
    with mailing_host(folder, mailbox, "127.0.0.1", ANABASIS_NOTICE_GRACE="0") as address:
        yield address


@pytest.mark.parametrize("most", MAILS)
def test_each_mails_link_leads_to_the_due_move_in_one_tap(
    visitor: Visitors, site: str, mailbox: Mailbox, most: int
) -> None:
    people = [person(site, name) for name in ("Ada", "Bob", "Cleo")]
    phone = visitor(390, 844, phone=True)
    phone.become(people[0].token)
    _confirm(phone, mailbox)
    game = prepared_by(people, **TERMS)
    hand, mails = Sighted(Finger()), 0
    while mails < most and _others_played(game)["status"] == "live":
        link = _next_link(mailbox)
        if 0 not in game.view["to_act"]:
            continue  # the mail was on its way when its turn was over
        mails += 1
        phone.page.goto(link)
        expect(phone.page.locator(MINE)).to_be_in_viewport(ratio=1)
        _play_turn(phone.page, hand, game)
        phone.open("livez")  # only mails give notice of the game
    print(f"{mails} mails, {hand.steps} taps")
    assert hand.steps >= mails >= min(most, 3)
    assert hand.hidden == []
    if game.view["status"] == "finished":
        phone.open(f"game/{game.game}")  # no mail about an end that she has seen
        expect(phone.page.locator(OUTCOME)).to_be_visible()


def _confirm(phone: Visitor, mailbox: Mailbox) -> None:
    """Have mails sent to Ada."""
    channel = {"kind": "email", "address": ADDRESS}
    for path, body in (("me/channels", channel), ("me/channels/confirm", None)):
        sent = body or {"token": _linked(mailbox, r"#confirm=([\w.~-]+)")}
        answer = phone.context.request.post(f"{phone.site}/api/v1/{path}", data=sent)
        assert answer.ok, answer.text()


def _linked(mailbox: Mailbox, link: str) -> str:
    """Return what a link in the next mail says."""
    body = mailbox.take().mail.get_body(("plain",))
    assert body is not None
    found = re.search(link, body.get_content())
    assert found, body.get_content()
    return found[1]


def _next_link(mailbox: Mailbox) -> str:
    """Return the link to the game in the next mail."""
    return _linked(mailbox, r"(http://\S+/game/\S+)")


def _others_played(game: Prepared) -> Any:
    """Have the others play until the game waits for Ada alone, or is over."""
    view = game.view
    while view["status"] == "live" and view["to_act"] != [0]:
        view = game.step(view)
    return view


def _play_turn(page: Page, hand: Sighted, game: Prepared) -> None:
    """Choose by touch what is due until it is another's turn; nothing is looked for."""
    for _ in range(MOST_CHOICES):
        page.locator(f"{', '.join(CHOICES)}, {OTHERS}, {OUTCOME}").first.wait_for()
        found = (page.locator(each).first for each in CHOICES)
        choice = next((each for each in found if each.count()), None)
        if choice is None and 0 not in game.view["to_act"]:
            return
        if choice is None:
            continue
        page.locator(".map.settled").wait_for()
        before = page.evaluate(SEEN)
        hand.choose(choice)
        page.wait_for_function(f"before => {SEEN} != before", arg=before)
    raise AssertionError(f"still Ada's turn after {MOST_CHOICES} choices")
