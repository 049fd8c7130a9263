"""Rematches over HTTP: one for each finished game, with kept seats and invitations."""

from threading import Barrier, Thread
from typing import Any

import pytest

from service.http.asking.access import code_of
from service.http.resources.rematches import MOST_CANCELLED
from service.store.redis_store import RedisStore
from service.worker.worker import Worker
from tests.service.api import Api, Person
from tests.service.at_once import at_once


@pytest.fixture
def cyd(api: Api) -> Person:
    return api.person("Cyd")


@pytest.fixture
def old(api: Api, ada: Person, bob: Person, cyd: Person) -> str:
    """A finished game of three and a bot."""
    game = api.game(ada, bob, cyd, seats=4, title="Sunday", undo="consent")
    api.ask("POST", f"/games/{game}/seats", ada, json={"bot": "greedy"}, expect=201)
    return over(api, game, ada, bob, cyd)


def over(api: Api, game: str, *people: Person) -> str:
    for person in people:
        api.act(game, person, "resign", {}, version=False)
    assert api.view(game, people[0])["status"] == "finished"
    return game


def again(api: Api, old: str, who: Person) -> Any:
    return api.ask("POST", f"/games/{old}/rematch", who, json={}, expect=201).json


BOT = "a greedy bot"


def invited(api: Api, who: Person) -> list[Any]:
    return list(api.get("/me/invitations", who)["invitations"])


def kept(game: Any) -> list[tuple[int, str]]:
    return [(each["seat"], each["name"]) for each in game["kept"]]


def listed(api: Api, path: str, who: Person | None = None) -> list[Any]:
    """The open games of a list, once the read model knows them."""
    services = api.app.extensions["anabasis"]
    Worker(services.store, services.read_models, at_once(api.app)).catch_up()
    return [row for row in api.get(path, who)["games"] if row["status"] == "open"]


def names(game: Any) -> list[str | None]:
    return [BOT if seat["bot"] == "greedy" else seat["name"] for seat in game["seats"]]


def test_who_asks_sits_in_the_rotated_seat_and_so_does_the_bot(api: Api, old: str, bob: Person):
    made = api.ask("POST", f"/games/{old}/rematch", bob, json={}, expect=201)
    new = made.json
    assert made.headers["Location"].endswith(f"/games/{new['game_id']}")
    assert names(new) == ["Bob", None, BOT, None]
    assert (new["status"], new["title"], new["undo"]["policy"]) == ("open", "Sunday", "consent")
    assert (new["board"], new["options"]) == (api.view(old)["board"], api.view(old)["options"])


def test_the_others_are_invited_until_they_sit_down(
    api: Api, old: str, ada: Person, bob: Person, cyd: Person
):
    new = again(api, old, bob)["game_id"]
    assert invited(api, bob) == []
    (invitation,) = invited(api, ada)
    told = [invitation[name] for name in ("game_id", "host", "seat", "title", "join_code")]
    assert told == [new, "Bob", 3, "Sunday", None]
    api.ask("POST", f"/games/{new}/seats", ada, json={}, expect=201)
    assert api.view(new, ada)["viewer"]["seat"] == 3
    assert invited(api, ada) == []
    assert [each["seat"] for each in invited(api, cyd)] == [1]


def test_everyone_who_asks_again_gets_the_same_game_and_the_own_seat(
    api: Api, old: str, ada: Person, bob: Person, cyd: Person
):
    new = again(api, old, bob)
    assert again(api, old, bob) == new, "the second click changes nothing"
    assert names(again(api, old, cyd)) == ["Bob", "Cyd", BOT, None]
    last = again(api, old, ada)
    assert last["game_id"] == new["game_id"]
    assert (last["status"], names(last)) == ("live", ["Bob", "Cyd", BOT, "Ada"])
    assert again(api, old, bob)["status"] == "live"


def test_two_who_ask_at_once_meet_in_one_game(store: RedisStore, api: Api, ada, bob):
    for number in range(5):
        old = over(api, api.game(ada, bob, title=f"Game {number}"), ada)
        start, games = Barrier(2), []

        def ask(who: Person, old: str = old, start: Any = start, games: Any = games) -> None:
            start.wait()
            games.append(again(api, old, who)["game_id"])

        threads = [Thread(target=ask, args=(who,)) for who in (ada, bob)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(set(games)) == 1
        assert names(api.view(games[0])) == ["Bob", "Ada"]


def test_a_rematch_against_bots_starts_at_once(api: Api, ada: Person):
    old = over(api, api.game(ada, seats=2, bots=["greedy"]), ada)
    assert again(api, old, ada)["status"] == "live"


def test_a_kept_seat_is_refused_to_others(api: Api, old: str, ada, bob, eve: Person):
    new = again(api, old, bob)["game_id"]
    for who, body in ((eve, {}), (eve, {"seat": 1}), (ada, {"seat": 1}), (bob, {"bot": "random"})):
        refused = api.ask("POST", f"/games/{new}/seats", who, json=body)
        assert (refused.status_code, refused.json["code"]) == (409, "seat_kept")


def test_the_host_alone_may_give_a_kept_seat_to_a_bot(api: Api, old: str, ada, bob, cyd):
    new = again(api, old, bob)["game_id"]
    again(api, old, ada)
    body = {"seat": 1, "bot": "random"}
    assert api.ask("POST", f"/games/{new}/seats", ada, json=body).status_code == 409
    api.ask("POST", f"/games/{new}/seats", bob, json=body, expect=201)
    assert invited(api, cyd) == []


def test_the_view_and_the_rows_name_whom_seats_are_kept_for(api: Api, old: str, ada, bob, cyd):
    new = again(api, old, bob)["game_id"]
    for who in (None, bob, cyd):
        assert kept(api.view(new, who)) == [(1, "Cyd"), (3, "Ada")]
    (row,) = listed(api, "/games?status=open")
    assert kept(row) == [(1, "Cyd"), (3, "Ada")]
    assert kept(listed(api, "/me/games", bob)[0]) == [(1, "Cyd"), (3, "Ada")]
    again(api, old, ada)
    assert kept(api.view(new)) == [(1, "Cyd")]
    assert kept(listed(api, "/games?status=open")[0]) == [(1, "Cyd")]
    assert api.get(f"/games/{new}/replay")["first"] == api.view(new, at=1)
    again(api, old, cyd)
    assert kept(api.view(new)) == kept(api.view(new, at=1)) == []


def test_the_etag_of_a_view_follows_the_kept_seats(api: Api, old: str, bob, cyd: Person):
    new = again(api, old, bob)["game_id"]
    for path in ("", "/replay"):
        etag = api.ask("GET", f"/games/{new}{path}", expect=200).headers["ETag"]
        headers = {"If-None-Match": etag}
        api.ask("GET", f"/games/{new}{path}", headers=headers, expect=304)
        api.ask("PATCH", "/me", cyd, json={"name": f"Cyd {len(path)}"}, expect=200)
        api.ask("GET", f"/games/{new}{path}", headers=headers, expect=200)
    etag = api.ask("GET", f"/games/{new}", expect=200).headers["ETag"]
    api.ask("DELETE", f"/me/invitations/{new}", cyd, expect=204)
    api.ask("GET", f"/games/{new}", headers={"If-None-Match": etag}, expect=200)
    done = api.ask("DELETE", f"/games/{new}/seats/2", bob, headers={"If-Match": etag})
    assert done.status_code == 200, "an ETag that marks kept seats names its version"


def test_the_host_frees_a_kept_seat_for_anybody(api: Api, old: str, ada, bob, cyd, eve: Person):
    new = again(api, old, bob)["game_id"]
    before = api.view(new)["version"]
    path = f"/games/{new}/seats/1"
    for who, headers, code in (
        (ada, {}, "no_right"),
        (bob, {"If-Match": '"1"'}, "stale_version"),
    ):
        assert api.ask("DELETE", path, who, headers=headers).json["code"] == code
    freed = api.ask("DELETE", path, bob, expect=200).json
    assert (freed["version"], freed["events"], kept(freed["view"])) == (before, [], [(3, "Ada")])
    assert api.ask("DELETE", path, bob).json["code"] == "seat_free"
    assert invited(api, cyd) == []
    api.ask("POST", f"/games/{new}/seats", eve, json={}, expect=201)
    assert names(api.view(new)) == ["Bob", "Eve", BOT, None]


def test_a_seat_is_kept_no_more_for_who_sits_in_another(api: Api, old: str, ada, bob, cyd, eve):
    new = again(api, old, bob)["game_id"]
    api.ask("DELETE", f"/me/invitations/{new}", cyd, expect=204)
    api.ask("POST", f"/games/{new}/seats", ada, json={"seat": 1}, expect=201)
    assert kept(api.view(new)) == []
    api.ask("POST", f"/games/{new}/seats", eve, json={}, expect=201)
    assert names(api.view(new)) == ["Bob", "Ada", BOT, "Eve"]


def test_who_declines_frees_the_seat(api: Api, old: str, bob: Person, cyd: Person, eve: Person):
    new = again(api, old, bob)["game_id"]
    api.ask("DELETE", f"/me/invitations/{new}", cyd, expect=204)
    assert invited(api, cyd) == []
    assert kept(api.view(new)) == [(3, "Ada")], "an answer is one's own alone"
    api.ask("DELETE", f"/me/invitations/{new}", cyd, expect=404)
    api.ask("POST", f"/games/{new}/seats", eve, json={}, expect=201)
    assert names(again(api, old, cyd)) == ["Bob", "Eve", BOT, None]


def test_the_old_game_reports_its_rematch(api: Api, old: str, ada, bob, eve: Person):
    assert api.get(f"/games/{old}/rematch", ada) == {"game_id": old, "rematch": None}
    new = again(api, old, bob)["game_id"]
    for who, seat in ((ada, 3), (bob, 0), (eve, None), (None, None)):
        told = api.get(f"/games/{old}/rematch", who)["rematch"]
        assert (told["game_id"], told["status"], told["seat"]) == (new, "open", seat)


def test_one_who_waits_hears_of_the_rematch(api: Api, old: str, ada: Person, bob: Person):
    heard: list[Any] = []
    path = f"/games/{old}/rematch?wait=20"
    waiting = Thread(target=lambda: heard.append(api.get(path, ada)["rematch"]))
    waiting.start()
    new = again(api, old, bob)["game_id"]
    waiting.join(60.0)
    assert heard
    assert heard[0]["game_id"] == new


def test_an_unlisted_rematch_is_for_those_who_played(api: Api, ada, bob, eve: Person):
    game = api.game(ada, seats=2, listed=False)
    code = api.view(game, ada)["join_code"]
    api.ask("POST", f"/games/{game}/seats", bob, json={"join_code": code}, expect=201)
    new = again(api, over(api, game, ada), ada)["game_id"]
    key = code_of(api.app.extensions["anabasis"].cache.current(new).game)
    assert invited(api, bob)[0]["join_code"] == key != code
    assert api.get(f"/games/{game}/rematch", bob)["rematch"]["join_code"] == key
    assert api.get(f"/games/{game}/rematch?join_code={code}", eve)["rematch"] is None
    assert again(api, game, bob)["status"] == "live", "asking again needs no code"


def test_a_player_who_has_left_the_service_keeps_no_seat(api: Api, old: str, ada, bob, eve):
    api.ask("DELETE", "/me", ada, expect=204)
    new = again(api, old, bob)["game_id"]
    api.ask("POST", f"/games/{new}/seats", eve, json={}, expect=201)


def test_only_who_sat_in_a_finished_game_may_ask(api: Api, old: str, ada, bob, eve: Person):
    refused = api.ask("POST", f"/games/{old}/rematch", eve, json={})
    assert (refused.status_code, refused.json["code"]) == (403, "no_seat")
    assert api.ask("POST", f"/games/{old}/rematch", json={}).status_code == 401
    for game, code in (
        (api.game(ada, bob), "game_not_over"),
        (api.ask("POST", f"/games/{old}/branches", ada, json={"at": 6}).json["game_id"], None),
    ):
        refused = api.ask("POST", f"/games/{game}/rematch", ada, json={})
        assert (refused.status_code, refused.json["code"]) == (409, code or "no_rematch")
    assert invited(api, bob) == [], "nobody is invited to a game that was refused"


def test_invitations_are_bounded_and_the_newest_come_first(
    api: Api, ada: Person, bob: Person, cyd: Person, eve: Person
):
    hosts = 8 * (ada, cyd, eve)
    made = [
        again(api, over(api, api.game(host, bob, title=str(n)), host), host)["game_id"]
        for n, host in enumerate(hosts[:22])
    ]
    told = [each["game_id"] for each in invited(api, bob)]
    assert len(told) == 20
    assert set(told) <= set(made)


def test_a_host_who_cancels_for_ever_spends_nobody_elses_attempts(
    api: Api, old: str, ada: Person, bob: Person
):
    last = ""
    for _ in range(MOST_CANCELLED):
        last = again(api, old, bob)["game_id"]
        api.ask("DELETE", f"/games/{last}", bob, expect=200)
    stays = again(api, old, bob)
    assert (stays["game_id"], stays["status"]) == (last, "cancelled")
    adas = again(api, old, ada)
    assert (adas["status"], names(adas)[3]) == ("open", "Ada")
    assert again(api, old, bob)["game_id"] == adas["game_id"]
    assert api.get(f"/games/{old}/rematch", bob)["rematch"]["game_id"] == adas["game_id"]


def test_a_cancelled_rematch_makes_room_for_another(api: Api, old: str, ada: Person, bob: Person):
    first = again(api, old, bob)["game_id"]
    api.ask("DELETE", f"/games/{first}", bob, expect=200)
    assert invited(api, ada) == []
    assert api.get(f"/games/{old}/rematch", ada)["rematch"] is None
    second = again(api, old, ada)["game_id"]
    assert second != first
    assert [each["game_id"] for each in invited(api, bob)] == [second]
