"""Links that prepare a move: shown in words, sent by the tap on its button, and by nothing else."""

from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Request, expect

from tests.e2e.web.prepared_games import Prepared, prepared
from tests.e2e.web.visitors import Visitor, Visitors

EVIL = "<img src=x onerror=alert(1)>${alert(1)}"


@pytest.fixture(scope="module")
def game(site: str) -> Prepared:
    """Settlers, at Ada's roll."""
    game = prepared(site, "Ada", "Bob", "Cleo", ruleset="settlers", board="standard")
    game.play(lambda view: view["phase"] == "roll" and view["to_act"] == [0])
    return game


def link(game: Prepared, notation: str, **more: int) -> str:
    more = {"after": game.view["version"], "seat": 0, **more}
    rest = "".join(f"&{name}={value}" for name, value in more.items())
    return f"game/{game.game}?do={quote(notation)}{rest}"


def player(visitor: Visitors, game: Prepared, seat: int = 0) -> Visitor:
    guest = visitor(390, 844, phone=True)
    guest.become(game.people[seat].token)
    return guest


def card(guest: Visitor) -> Locator:
    return guest.page.locator("#panel .prepared")


def note_commands(guest: Visitor) -> list[str]:
    sent: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/moves"):
            sent.append(request.post_data or "")

    guest.context.on("request", note)
    return sent


def test_a_link_prepares_its_move_and_the_tap_on_its_button_sends_it(
    visitor: Visitors, game: Prepared
) -> None:
    ada = player(visitor, game)
    sent, version = note_commands(ada), game.view["version"]
    ada.open(link(game, " ROLL "))
    go = card(ada).get_by_role("button", name="Roll the dice")
    expect(card(ada)).to_contain_text("Nothing has been sent yet")
    # A tab that is restored offers it again, and sends as little.
    ada.page.reload()
    expect(go).to_be_enabled()
    assert (sent, game.view["version"]) == ([], version)
    go.tap()
    expect(card(ada)).to_have_count(0)
    expect(ada.page.locator("#log .line.current")).to_contain_text("Ada rolled")
    assert len(sent) == 1
    assert ada.page.url == f"{ada.site}/game/{game.game}"

    # The same link again: the game has gone on, and its move is over.
    game.play(lambda view: view["phase"] == "play" and view["to_act"] == [0])
    ada.open(link(game, "roll", after=version))
    expect(card(ada)).to_contain_text("has gone on since this link was made, and its move is not")
    ada.open(link(game, "end", after=version))
    expect(card(ada)).to_contain_text("The move is still possible")
    card(ada).get_by_role("button", name="Not this move").tap()
    expect(card(ada)).to_have_count(0)
    assert ada.page.url == f"{ada.site}/game/{game.game}"

    # A link that anybody could have written asks once more.
    ada.open(f"game/{game.game}?do=end")
    card(ada).get_by_role("button", name="End turn").tap()
    expect(ada.page.get_by_role("dialog")).to_contain_text("Send this move?")
    assert len(sent) == 1


def test_a_link_that_names_no_move_of_this_player_says_so_plainly(
    visitor: Visitors, game: Prepared
) -> None:
    game.play(lambda view: view["to_act"] == [0])
    ada, stranger = player(visitor, game), visitor(1280, 800)
    ada.announce("/moves.* answered 422|said: Failed to load resource: .* 422")
    sent = note_commands(ada)
    ada.open(link(game, EVIL))
    expect(card(ada)).to_contain_text("This link names no move of this game.")
    expect(ada.page.locator("img[src=x]")).to_have_count(0)
    card(ada).get_by_role("button", name="Close").tap()
    expect(card(ada)).to_have_count(0)
    ada.open(link(game, "resign"))
    expect(card(ada)).to_contain_text("A link cannot prepare your resignation.")
    ada.open(link(game, "road 999"))
    expect(card(ada)).to_contain_text("The move of this link is not possible now.")
    ada.open(link(game, "end", seat=1))
    expect(card(ada)).to_contain_text("This link was made for Bob. You are signed in as another")
    stranger.open(link(game, "end"))
    expect(card(stranger)).to_contain_text("This link was made for Ada. Sign in as that player")
    assert sent == []


def test_a_prepared_move_is_asked_again_after_an_event_and_dropped_after_an_own_move(
    visitor: Visitors, game: Prepared
) -> None:
    game.play(lambda view: game.offers(view, "end_turn"))
    ada = player(visitor, game)
    sent = note_commands(ada)
    ada.open(link(game, "end"))
    go = card(ada).get_by_role("button", name="End turn")
    expect(go).to_be_enabled()
    game.people[1].client.resign(game.game)
    expect(card(ada)).to_contain_text("The move is still possible")
    expect(go).to_be_enabled()
    ada.page.locator("#panel .actions .button", has_text="End turn").tap()
    expect(card(ada)).to_have_count(0)
    expect(ada.page).to_have_url(f"{ada.site}/game/{game.game}")
    assert len(sent) == 1
