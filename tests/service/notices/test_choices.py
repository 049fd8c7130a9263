"""The due moves that messages offer: few, legal, in words, and in pushes nothing of the hand."""

from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from msgspec.structs import replace

from domain.kernel.game import Game
from domain.kernel.play import is_legal, parse_move
from domain.kernel.rulesets import rulesets
from service.notices import choices
from service.notices.choices import MOST, choices_of
from service.notices.contract import Choice
from service.texts import LANGUAGES
from tests.fixtures import fixtures, moments
from tests.service.api import Api
from tests.service.notices.desk import GRACE

HOME = "https://games.example/"


def offered(game: Game, seat: int, language: str = "en") -> tuple[Choice, ...]:
    return choices_of(game, "g1", seat, language, lambda path: HOME + path)


def asked(link: str) -> dict[str, list[str]]:
    return parse_qs(urlsplit(link).query)


def positions(ruleset: str) -> list[tuple[Game, int]]:
    """Positions all over a few finished games, each with a seat to move."""
    games = [game for path in fixtures(ruleset)[-4:] for game in moments(path)[::5]]
    return [(game, seat) for game in games if game.status == "live" for seat in game.facts.to_act]


@pytest.mark.parametrize("ruleset", rulesets())
def test_each_offered_link_names_a_legal_move_at_its_version(ruleset: str):
    words = set[str]()
    for game, seat in positions(ruleset):
        own = offered(game, seat)
        assert sum(each.mailed for each in own) <= MOST
        for each in own:
            values = asked(each.link)
            assert (values["after"], values["seat"]) == ([str(game.version)], [str(seat)])
            assert is_legal(game, seat, parse_move(game, *values["do"]))
            words.add(each.words)
    assert len(words) >= 2
    assert not [said for said in words if "{" in said or "." in said]


@pytest.mark.parametrize("ruleset", rulesets())
def test_a_push_offers_the_same_whatever_the_hand(ruleset: str):
    told = set[str]()
    for game, seat in positions(ruleset):
        pushed = [each for each in offered(game, seat) if each.pushed]
        bare = [each for each in offered(without_hand(game, seat), seat) if each.pushed]
        assert [each.link for each in pushed] == [each.link for each in bare]
        told |= {asked(each.link)["do"][0] for each in pushed}
    assert told <= {"roll", "refuse", "pass", "end"}
    assert "end" in told


def without_hand(game: Game, seat: int) -> Any:
    """The game as far as choices are about it, but the seat has no card in hand."""
    state: Any = game.state
    whole = state.base if hasattr(state, "base") else state
    hands = tuple(tuple(0 for _ in h) if n == seat else h for n, h in enumerate(whole.cards.hands))
    emptied = replace(whole, cards=replace(whole.cards, hands=hands))
    state = replace(state, base=emptied) if whole is not state else emptied
    return SimpleNamespace(
        ruleset=game.ruleset, state=state, status=game.status, version=game.version
    )


def test_an_offer_of_a_trade_is_answered_in_its_terms():
    answers = [
        (game, seat)
        for game, seat in positions("settlers")
        if game.state.turn.offer is not None and seat != game.state.turn.seat
    ]
    game, seat = next(each for each in answers if len(offered(*each)) == 2)
    accept, refuse = offered(game, seat)
    assert (accept.mailed, accept.pushed, refuse.mailed, refuse.pushed) == (True, False, True, True)
    assert accept.words.startswith("Accept: you give ")
    assert refuse.words == "Refuse"
    assert len({offered(game, seat, language)[0].words for language in LANGUAGES}) == 4


def test_a_link_too_long_for_a_mail_program_is_left_out(monkeypatch: pytest.MonkeyPatch):
    game, seat = next(each for each in positions("settlers") if offered(*each))
    longest = max(len(each.link) for each in offered(game, seat))
    monkeypatch.setattr(choices, "LINK_LENGTH", longest - 1)
    assert all(len(each.link) < longest for each in offered(game, seat))


def test_a_turns_message_offers_its_due_moves_and_the_end_of_a_game_none(desk, api: Api, ada, bob):
    desk.channel(ada, always=True)
    game = api.game(ada, bob, ruleset="settlers", board="standard", seed="a1")
    while (view := api.view(game))["phase"] != "roll" or view["to_act"] != [0]:
        api.move(game, (ada, bob)[view["to_act"][0]])
    desk.later(GRACE)
    _, message = desk.receiver.got[-1]
    (roll,) = message.choices[game]
    assert roll.words == "Roll the dice"
    assert roll.link.endswith(f"/game/{game}?do=roll&after={view['version']}&seat=0")
    api.act(game, bob, "resign", {}, version=False)
    desk.later(GRACE)
    assert desk.receiver.got[-1][1].choices == {}
