"""An invitation: a newcomer on a phone reads it and sits down; the host empties the table again."""

from typing import Any

from playwright.sync_api import expect

from tests.e2e.web.prepared_games import Prepared, person
from tests.e2e.web.visitors import Visitor, Visitors
from tests.waiting import eventually

HEIGHT = 844


def _invited(site: str) -> Prepared:
    """Ada's open game for three, which asks for fewer points than usual."""
    ada = person(site, "Ada")
    options = {"target_score": 60}
    view = ada.client.create_game(ruleset="alexandros", seats=3, board="tiny", options=options)
    return Prepared(str(view["game_id"]), [ada])


def _at(game: Prepared, guest: Visitor) -> Visitor:
    guest.open(f"game/{game.game}")
    guest.page.locator(".waiting").wait_for()
    return guest


def test_a_newcomer_on_a_phone_reads_the_invitation_and_sits_down(
    visitor: Visitors, site: str
) -> None:
    game = _invited(site)
    cleo = _at(game, visitor(390, HEIGHT, phone=True))
    panel = cleo.page.locator("#panel")
    for text in ("Ada invites you to play", "wall in provinces", "Points that end the game: 60"):
        expect(panel).to_contain_text(text)
    for text in ("Undo: by consent", "No time limit", "Ada · host"):
        expect(panel).to_contain_text(text)
    sit = cleo.page.get_by_role("button", name="Sit down")
    box: Any = eventually(sit.bounding_box)  # none while the panel is drawn again
    assert box["y"] + box["height"] <= HEIGHT
    cleo.page.get_by_label("Your name").fill("Cleo")
    sit.click()
    expect(panel.locator(".sitter", has_text="Cleo")).to_be_visible()
    assert [seat["name"] for seat in game.view["seats"]] == ["Ada", "Cleo", None]


def test_the_host_sees_who_looked_removes_a_player_and_cancels(
    visitor: Visitors, site: str
) -> None:
    game, host, bob, eve = _invited(site), visitor(), visitor(), visitor()
    bob.become(person(site, "Bob").token)
    eve.become(person(site, "Eve").token)
    for guest in (bob, eve):
        with guest.page.expect_response("**/visits"):
            _at(game, guest)
    expect(bob.page.get_by_label("Your name")).to_have_value("Bob")
    bob.page.get_by_role("button", name="Sit down").click()
    host.become(game.people[0].token)
    _at(game, host)
    expect(host.page.locator(".host-row")).to_contain_text("Opened the invitation: Eve")
    host.page.get_by_role("button", name="Remove Bob").click()
    expect(bob.page.get_by_role("button", name="Sit down")).to_be_visible()
    host.page.get_by_label("Which bot").select_option("patient bot")
    host.page.get_by_role("button", name="Add a bot").click()
    expect(host.page.locator(".sitter .note", has_text="patient bot")).to_be_visible()
    host.page.get_by_role("button", name="Cancel the game").click()
    host.page.locator("dialog").get_by_role("button", name="Cancel the game").click()
    for each in (host, bob, eve):
        expect(each.page.get_by_role("heading", name="This game was cancelled")).to_be_visible()


def test_a_player_whose_moves_are_undone_is_notified(visitor: Visitors, site: str) -> None:
    game = Prepared("", [person(site, "Ada"), person(site, "Bob")])
    ada, bob = (each.client for each in game.people)
    view = ada.create_game(ruleset="alexandros", board="tiny", first_seat=0, undo="free")
    game.game = str(view["game_id"])
    bob.take_seat(game.game)
    made = ada.move(game.game, ada.moves(game.game)["moves"][0], 3)["version"]
    guest = visitor()
    guest.become(game.people[0].token)
    guest.open(f"game/{game.game}")
    guest.page.locator(".line").nth(made - 1).wait_for()
    bob.undo(game.game, made - 1, made)
    expect(guest.page.locator(".toast")).to_contain_text("Bob took back your move: Ada")
    expect(guest.page.locator(".line").last).to_contain_text("Bob took back: Ada")
