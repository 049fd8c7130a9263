"""Titles and boards removed by the host: shown nowhere, kept in the record, and restored."""

import json
from typing import Any

import pytest

from service.context import Services
from service.moderation.actions import Act, ActionRefused, LogStatus, in_force, perform
from service.moderation.log import AdminLog
from service.moderation.rights import find_on_own_board, find_titled
from service.notices.contract import NoticeItem
from service.notices.mail_logs import Words, moves_since, subject_of
from service.people.player import Role
from service.readmodels.read_models import rebuild
from service.store.removed_texts import RemovedTexts
from tests.service.api import Api, Person
from tests.service.notices.test_turns import end_turn
from tests.service.office import Office

TITLE, BOARD, PLACE = "Rude night", "Rude map", "Rudetown"


@pytest.fixture
def office(api: Api) -> Office:
    return Office(api)


@pytest.fixture
def board(api: Api) -> Any:
    """A board that a player drew, with a title and a name on the map."""
    drawn = api.get("/rulesets/alexandros/boards/tiny")["board"]
    place = {"point": drawn["start"], "name": PLACE}
    return {"rows": drawn["rows"], "start": drawn["start"], "title": BOARD, "places": [place]}


@pytest.fixture
def rude(api: Api, ada: Person, bob: Person, board: Any) -> str:
    """A game under way with a title and a board of its own."""
    return api.game(ada, bob, title=TITLE, board=board)


@pytest.fixture
def removed(own: Services) -> RemovedTexts:
    return own.removals.marks


def act(own: Services, action: str, game: str) -> LogStatus:
    return perform(own, Act(action, game, "Why.", "eve@host"))


def rows(api: Api, path: str = "/games", who: Person | None = None) -> dict[str, Any]:
    return {row["game_id"]: row for row in api.get(path, who)["games"]}


@pytest.mark.parametrize("what", ["title", "board"])
def test_a_removal_and_its_undoing_are_logged_and_in_force_between(
    own: Services, rude: str, what: str
):
    log = AdminLog(own.read_models.client)
    assert act(own, f"{what}_restored", rude) is LogStatus.KNOWN
    assert act(own, f"{what}_removed", rude) is LogStatus.NEW
    assert act(own, f"{what}_removed", rude) is LogStatus.KNOWN
    assert [entry.action for entry in in_force(log.entries())] == [f"{what}_removed"]
    assert act(own, f"{what}_restored", rude) is LogStatus.NEW
    assert in_force(log.entries()) == []
    told = [(entry.action, entry.subject, entry.reason) for entry in log.entries()]
    assert told == [(f"{what}_removed", rude, "Why."), (f"{what}_restored", rude, "Why.")]


def shown(api: Api, rude: str, who: Person) -> list[str]:
    """Return all that tells of a game apart from its record, as text."""
    asked = (
        api.ask("GET", f"/games/{rude}", who),
        api.ask("GET", f"/games/{rude}", who, query_string={"at": 2}),
        api.ask("GET", f"/games/{rude}", who, headers={"Accept": "text/plain"}),
        api.ask("GET", f"/games/{rude}/picture.svg", who),
        api.ask("GET", "/games", who),
        api.ask("GET", "/me/games", who),
        api.ask("GET", "/me/data", who),
        api.client.get(f"/game/{rude}"),
        api.client.get(f"/embed/{rude}"),
        api.ask("GET", "/oembed", query_string={"url": f"http://localhost/game/{rude}"}),
    )
    assert {answer.status_code for answer in asked} <= {200, 404}
    return [answer.get_data(as_text=True) for answer in asked]


def test_a_removed_title_gives_way_to_the_games_name_everywhere_and_comes_back(
    api: Api, own: Services, office: Office, rude: str, ada: Person
):
    office.work()
    assert [TITLE in text for text in shown(api, rude, ada)] == 10 * [True]
    act(own, "title_removed", rude)
    told = shown(api, rude, ada)
    assert TITLE not in "".join(told)
    assert (api.view(rude)["title"], rows(api)[rude]["title"]) == ("Alexandros", "Alexandros")
    assert BOARD in "".join(told)
    act(own, "title_restored", rude)
    assert (api.view(rude)["title"], rows(api)[rude]["title"]) == (TITLE, TITLE)


def test_a_removed_title_changes_the_etag_so_that_no_cache_keeps_it(
    api: Api, own: Services, rude: str
):
    tag = api.ask("GET", f"/games/{rude}").headers["ETag"]
    act(own, "title_removed", rude)
    answer = api.ask("GET", f"/games/{rude}", headers={"If-None-Match": tag})
    assert (answer.status_code, answer.json["title"]) == (200, "Alexandros")
    held = answer.headers["ETag"]
    ada = api.people[0]
    body = {"type": "resign"}
    moved = api.ask("POST", f"/games/{rude}/moves", ada, json=body, headers={"If-Match": held})
    assert moved.status_code == 201
    act(own, "title_restored", rude)
    again = api.ask("GET", f"/games/{rude}").headers["ETag"]
    assert "-n" not in again


@pytest.mark.parametrize("what", ["title", "board"])
def test_record_export_and_audit_stay_as_they_are(
    api: Api, own: Services, rude: str, ada: Person, what: str
):
    def record() -> list[str]:
        paths = ("events", "export", "verify")
        return [
            api.ask("GET", f"/games/{rude}/{path}", ada).get_data(as_text=True) for path in paths
        ]

    before, digest = record(), api.view(rude, ada)["hash"]
    act(own, f"{what}_removed", rude)
    assert record() == before
    assert (api.view(rude, ada)["hash"], json.loads(before[2])["valid"]) == (digest, True)


def test_the_replay_of_a_finished_game_shows_no_removed_text(
    api: Api, own: Services, rude: str, ada: Person
):
    api.act(rude, ada, "resign", {})

    def views() -> str:
        return json.dumps(api.get(f"/games/{rude}/replay", ada, query_string={"after": 1})["first"])

    assert TITLE in views()
    act(own, "title_removed", rude)
    act(own, "board_removed", rude)
    assert not [text for text in (TITLE, BOARD, PLACE) if text in views()]


def test_a_removed_board_shows_no_text_and_its_players_play_on(
    api: Api, own: Services, office: Office, rude: str, ada: Person, board: Any
):
    office.work()
    act(own, "board_removed", rude)
    told = "".join(shown(api, rude, ada))
    assert not [text for text in (BOARD, PLACE) if text in told]
    view = api.view(rude, ada)
    assert (view["board"]["rows"], view["board"]["places"]) == (board["rows"], [])
    assert (view["title"], view["listed"]) == (TITLE, False)
    assert rows(api, "/me/games", ada)[rude]["board_title"] is None
    api.move(rude, ada, version=view["version"])
    act(own, "board_restored", rude)
    assert api.view(rude)["board"]["title"] == BOARD


def test_a_game_with_a_removed_board_is_gone_for_all_but_its_people_and_its_code(
    api: Api, own: Services, office: Office, rude: str, ada: Person, eve: Person
):
    office.work()
    act(own, "board_removed", rude)
    assert rude not in rows(api)
    for path in ("", "/picture.svg", "/export", "/events", "/replay"):
        for who in (None, eve):
            answer = api.ask("GET", f"/games/{rude}{path}", who)
            assert (answer.status_code, answer.json["code"]) == (404, "not_found"), path
    assert api.client.get(f"/embed/{rude}").status_code == 404
    code = api.view(rude, ada)["join_code"]
    assert api.view(rude, eve, join_code=code)["board"]["title"] == ""
    act(own, "board_restored", rude)
    assert rude in rows(api)
    assert (api.view(rude)["listed"], api.view(rude, ada)["join_code"]) == (True, None)


class TestLobby:
    """Either mark keeps a game out of the lobby, whichever event comes."""

    def test_a_worker_does_not_bring_it_back_nor_does_a_rebuild(self, api, own, office, rude, ada):
        office.work()
        act(own, "board_removed", rude)
        api.act(rude, ada, "resign", {}, version=False)
        office.work()
        assert rows(api) == {}
        rebuild(own.store, own.read_models.generations, lambda: None)
        assert rows(api) == {}
        act(own, "board_restored", rude)
        assert [*rows(api)] == [rude]

    def test_it_comes_back_when_both_marks_are_taken_away(self, api, own, office, rude):
        office.work()
        for first, second in (("board_restored", "game_listed"), ("game_listed", "board_restored")):
            act(own, "game_unlisted", rude)
            act(own, "board_removed", rude)
            act(own, first, rude)
            assert rows(api) == {}
            act(own, second, rude)
            assert [*rows(api)] == [rude]


def test_the_names_of_a_campaign_are_in_no_view_and_no_text(
    api: Api, own: Services, ada: Person, bob: Person, eve: Person
):
    drawn = api.get("/rulesets/alexander_the_great/boards/campaign")["board"]
    route = [{**each, "name": f"{PLACE} {n}"} for n, each in enumerate(drawn["route"])]
    board = {**drawn, "id": None, "title": BOARD, "route": route, "names": []}
    game = api.game(ada, bob, eve, ruleset="alexander_the_great", board=board)

    def shown(accepted: str) -> str:
        answer = api.ask("GET", f"/games/{game}", ada, headers={"Accept": accepted})
        return str(answer.get_data(as_text=True))

    for accepted in ("application/json", "text/plain"):
        assert PLACE in shown(accepted)
        act(own, "board_removed", game)
        assert not [name for name in (PLACE, BOARD) if name in shown(accepted)]
        act(own, "board_restored", game)


def test_a_rematch_and_a_study_do_not_bring_a_removed_text_back(
    api: Api, own: Services, rude: str, ada: Person
):
    api.act(rude, ada, "resign", {})
    act(own, "title_removed", rude)
    act(own, "board_removed", rude)
    rematch = api.ask("POST", f"/games/{rude}/rematch", ada, json={}, expect=201).json
    study = api.ask("POST", f"/games/{rude}/branches", ada, json={"at": 3}, expect=201).json
    for made in (rematch, study):
        assert not [text for text in (TITLE, BOARD, PLACE) if text in json.dumps(made)]
        assert made["listed"] is False


def test_only_what_a_player_chose_can_be_removed(own: Services, played: str):
    with pytest.raises(ActionRefused) as refused:
        find_titled(own, played)
    assert refused.value.case == "title_default"
    with pytest.raises(ActionRefused) as refused:
        find_on_own_board(own, played)
    assert refused.value.case == "board_shipped"


@pytest.mark.parametrize("role", ["host", "moderator"])
def test_each_is_done_over_http_and_found_in_the_list_and_the_log(
    api: Api, own: Services, office: Office, rude: str, eve: Person, role: Role
):
    own.players.set_role(eve.player_id, role)

    def listed() -> tuple[str, bool, bool, bool]:
        (game,) = api.get("/host/games", eve, query_string={"search": rude})["games"]
        fields = ("title", "title_removed", "own_board", "board_removed")
        return tuple(game[field] for field in fields)

    assert listed() == (TITLE, False, True, False)
    for action, after in (
        ("title_removed", (TITLE, True, True, False)),
        ("board_removed", (TITLE, True, True, True)),
        ("title_restored", (TITLE, False, True, True)),
        ("board_restored", (TITLE, False, True, False)),
    ):
        body = {"action": action, "subject": rude, "reason": "Why."}
        done = api.ask("POST", "/host/acts", eve, json=body, expect=201).json
        assert done == {"action": action, "subject": rude, "logged": "new"}
        assert listed() == after
        (newest,) = api.get("/host/acts", eve, query_string={"limit": 1})["acts"]
        assert (newest["action"], newest["subject"]) == (action, rude)


def test_a_moderator_still_reads_what_was_reported(
    api: Api, own: Services, rude: str, eve: Person, bob: Person
):
    own.players.set_role(eve.player_id, "moderator")
    report = {"target": "title", "id": rude, "reason": "offensive"}
    api.ask("POST", "/reports", bob, json=report, expect=201)
    act(own, "title_removed", rude)
    assert api.get(f"/host/reports/title-{rude}", eve)["text"] == TITLE


def test_a_crash_between_log_and_effect_is_repaired_by_repeating(
    own: Services, rude: str, monkeypatch: pytest.MonkeyPatch, removed: RemovedTexts
):
    class Crash(Exception):
        pass

    def crash(*_: object) -> None:
        raise Crash

    with monkeypatch.context() as crashing:
        crashing.setattr(RemovedTexts, "remove_title", crash)
        with pytest.raises(Crash):
            act(own, "title_removed", rude)
    assert removed.all() == {}
    assert act(own, "title_removed", rude) is LogStatus.KNOWN
    assert rude in removed.all()


def test_a_mail_tells_moves_without_what_was_removed(
    api: Api, own: Services, rude: str, ada: Person
):
    end_turn(api, rude, ada)
    act(own, "title_removed", rude)
    act(own, "board_removed", rude)
    version = api.view(rude, ada)["version"]
    about = NoticeItem(rude, version, 1, "alexandros", "", "", (), None, "x")
    history, words = own.cache.current(rude), Words(own.names, own.removals, "en")
    events = moves_since(history, about)
    told = json.loads(subject_of(about, history, events, words))
    shown = json.dumps((told["board"], told["views"]))
    assert not [text for text in (TITLE, BOARD, PLACE) if text in shown]


def test_a_film_that_shows_a_removed_title_is_found_no_more(
    api: Api, own: Services, rude: str, ada: Person
):
    api.act(rude, ada, "resign", {})
    terms = {"format": "webp", "shape": "wide", "language": "en"}
    api.ask("POST", f"/games/{rude}/animation", ada, json=terms, expect=202)
    api.ask("GET", f"/games/{rude}/animation", ada, query_string=terms, expect=200)
    act(own, "title_removed", rude)
    gone = api.ask("GET", f"/games/{rude}/animation", ada, query_string=terms, expect=404)
    assert gone.json["code"] == "animation_unknown"
    act(own, "title_restored", rude)
    api.ask("GET", f"/games/{rude}/animation", ada, query_string=terms, expect=200)
