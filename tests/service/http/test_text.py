"""A game's view as text over HTTP, for terminals and screen readers."""

import pytest

from tests.service.api import Api, Person

TEXT = {"Accept": "text/plain"}


def text(api: Api, game: str, who: Person | None = None, at: int | None = None) -> str:
    query = {} if at is None else {"at": at}
    path = f"/games/{game}"
    answer = api.ask("GET", path, who, 200, headers=TEXT, query_string=query)
    assert answer.content_type == "text/plain; charset=utf-8"
    return answer.get_data(as_text=True)


@pytest.fixture
def game(api: Api, ada: Person, bob: Person) -> str:
    return api.game(ada, bob, title="Evening round")


def test_a_view_as_text_names_the_players_and_the_seat_to_move(api: Api, game, ada, eve):
    lines = text(api, game, ada).splitlines()
    assert lines[:5] == [
        "Evening round: Alexandros, live, version 3",
        "seat 0: Ada, red",
        "seat 1: Bob, yellow",
        "you: seat 0 (Ada)",
        "to act: seat 0 (Ada)",
    ]
    assert any(line.startswith("province") for line in lines)
    assert "you:" not in text(api, game, eve)


def test_every_moment_is_read_as_text_with_the_hands_that_may_be_seen(api: Api, game, ada, bob):
    before = text(api, game, ada)
    assert ("hand of seat 0" in before, "hand of seat 1" in before) == (True, False)
    assert "hand of" not in text(api, game)
    api.move(game, ada)
    assert text(api, game, ada, at=3) == before
    assert text(api, game, at=2).splitlines()[1:3] == ["seat 0: Ada, red", "seat 1: free, yellow"]
    api.act(game, bob, "resign", {}, version=False)
    assert "hand of seat 1" in text(api, game, at=3)
    assert "result: seat 0 (Ada) won with 0 points. All other players resigned." in text(api, game)


def test_any_other_accept_header_gets_json(api: Api, game: str):
    browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    for accept in ("application/json", "*/*", browser, "application/json, text/plain"):
        answer = api.ask("GET", f"/games/{game}", headers={"Accept": accept})
        assert answer.json["version"] == 3
        assert "Accept" in answer.headers["Vary"].split(", ")


def test_the_text_and_the_json_of_a_version_are_distinguished_by_their_etags(api: Api, game, ada):
    asked = {**TEXT, "If-None-Match": '"3"'}
    answer = api.ask("GET", f"/games/{game}", ada, 200, headers=asked)
    assert answer.headers["ETag"] == '"3-text-en"'
    asked["If-None-Match"] = '"3-text-en"'
    answer = api.ask("GET", f"/games/{game}", ada, headers=asked)
    assert (answer.status_code, answer.headers["ETag"]) == (304, '"3-text-en"')
    assert "Accept" in answer.headers["Vary"].split(", ")


def test_a_view_is_shown_in_the_readers_language(api: Api, game, ada):
    headers = {**TEXT, "Accept-Language": "de-AT, en;q=0.5"}
    lines = api.ask("GET", f"/games/{game}", ada, 200, headers=headers).text.splitlines()
    assert lines[:5] == [
        "Evening round: Alexandros, im Gange, Version 3",
        "Platz 0: Ada, rot",
        "Platz 1: Bob, gelb",
        "du: Platz 0 (Ada)",
        "an der Reihe: Platz 0 (Ada)",
    ]
    assert any(line.startswith("Provinz 0,0 (A1): Größe ") for line in lines)


def test_the_text_in_one_language_is_not_taken_for_another(api: Api, game: str):
    german, dutch = ({**TEXT, "Accept-Language": language} for language in ("de", "nl"))
    first = api.ask("GET", f"/games/{game}", expect=200, headers=german)
    known = {"If-None-Match": first.headers["ETag"]}
    again = api.ask("GET", f"/games/{game}", expect=304, headers={**german, **known})
    other = api.ask("GET", f"/games/{game}", expect=200, headers={**dutch, **known})
    assert [told.headers["Content-Language"] for told in (first, other)] == ["de", "nl"]
    assert other.headers["ETag"] != first.headers["ETag"]
    for answer in (first, again, other):
        assert {"Accept", "Accept-Language"} <= set(answer.vary)


def test_bots_and_forgotten_players_are_shown_in_the_readers_language(api: Api, ada: Person):
    game = api.game(ada, seats=2, bots=["greedy"], title="Aftenrunde")
    name = api.view(game)["seats"][1]["name"]
    api.ask("DELETE", "/me", ada)
    danish = {**TEXT, "Accept-Language": "da"}
    lines = api.ask("GET", f"/games/{game}", headers=danish).get_data(as_text=True).splitlines()
    assert lines[1:3] == ["plads 0: slettet spiller, rød", f"plads 1: {name} (grådig bot), gul"]


def test_a_player_called_forgotten_player_is_shown_as_any_other(api: Api):
    game = api.game(api.person("forgotten player"), seats=2)
    danish = {**TEXT, "Accept-Language": "da"}
    lines = api.ask("GET", f"/games/{game}", headers=danish).get_data(as_text=True).splitlines()
    assert lines[1] == "plads 0: forgotten player, rød"
