"""The moves in mails: lines of the page's log, few and short, and only what the player may see."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from msgspec.structs import replace

from service.context import Services
from service.notices import mail_logs
from service.notices.contract import NoticeItem
from service.notices.mail_logs import LENGTH, MailLogs
from service.pictures.studio import Studio
from tests.service.api import Api, Person
from tests.service.notices.test_turns import end_turn


@pytest.fixture(scope="module")
def studio() -> Iterator[Studio]:
    with closing(Studio(0)) as studio:
        yield studio


@pytest.fixture
def logs(api: Api, studio: Studio) -> Iterator[MailLogs]:
    own: Services = api.app.extensions["anabasis"]
    with closing(MailLogs(own.cache, own.names, own.removals, studio, 60.0)) as logs:
        yield logs


def item(api: Api, game: str, seat: int) -> NoticeItem:
    view = api.view(game)
    return NoticeItem(game, view["version"], seat, view["ruleset"], "A game", "", (), None, "x")


def test_it_tells_each_move_of_the_others_since_ones_own(
    api: Api, logs: MailLogs, game: str, ada: Person, bob: Person
):
    end_turn(api, game, ada)
    told = logs.of(item(api, game, 1), "en")
    assert told is not None
    assert told.lines[0].startswith("Ada chose the ")
    assert told.lines[-1].startswith("Ada ended the turn")
    assert told.left_out == 0
    german = logs.of(item(api, game, 1), "de")
    assert german is not None
    assert german.lines[-1].startswith("Ada beendet")
    # Nobody has moved since Ada's own last move.
    assert logs.of(item(api, game, 0), "en") is None


def test_of_many_moves_the_newest_are_listed_and_long_lines_cut(
    api: Api, logs: MailLogs, game: str, ada: Person, monkeypatch: pytest.MonkeyPatch
):
    end_turn(api, game, ada)
    whole = logs.of(item(api, game, 1), "en")
    assert whole is not None
    monkeypatch.setattr(mail_logs, "MOST", 2)
    monkeypatch.setattr(mail_logs, "LENGTH", 9)
    told = logs.of(item(api, game, 1), "en")
    assert told is not None
    assert told.left_out == len(whole.lines) - 2
    assert [len(line) for line in told.lines] == [9, 9]
    assert max(map(len, whole.lines)) <= LENGTH


def test_a_move_that_was_taken_back_is_worded_as_taken_back_alone(
    api: Api, logs: MailLogs, game: str, ada: Person
):
    api.move(game, ada)
    start = api.view(game)["version"]
    api.move(game, ada, api.moves(game, ada, type="march")[0])
    api.act(game, ada, "undo", {"to": start})
    end_turn(api, game, ada)
    told = logs.of(item(api, game, 1), "en")
    assert told is not None
    assert ["marched" in line for line in told.lines].count(True) == 2
    assert any(line.startswith("Ada took back: Ada marched") for line in told.lines), told.lines


def test_a_drawn_card_is_named_to_its_player_alone_and_a_late_log_is_none(
    api: Api, logs: MailLogs, studio: Studio, ada: Person, bob: Person, eve: Person
):
    game = api.game(ada, bob, eve)
    api.move(game, ada)
    api.move(game, ada, api.moves(game, ada, type="march")[0])
    api.move(game, ada, {"type": "take_card", "from": "supply"})
    api.move(game, ada, {"type": "end_turn"})
    for seat in (1, 2):
        told = logs.of(item(api, game, seat), "en")
        assert told is not None
        assert "Ada drew a card." in told.lines
    own: Services = api.app.extensions["anabasis"]
    with closing(MailLogs(own.cache, own.names, own.removals, studio, 0.0)) as hasty:
        assert hasty.of(item(api, game, 1), "en") is None
    assert logs.of(replace(item(api, game, 1), version=900), "en") is None
