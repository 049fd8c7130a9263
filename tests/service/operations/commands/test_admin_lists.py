"""`anabasis admin` lists players and games, shows what the store holds, and announces."""

import json
from typing import Any

import pytest
from click.testing import Result

from service.context import Services
from service.game.directory_upkeep import DirectoryUpkeep
from service.moderation.interrupted_deletions import InterruptedDeletions
from service.redis.shards import SHARDS
from service.store.redis_store import RedisStore
from tests.service.api import Api


@pytest.fixture
def own(api: Api) -> Services:
    services: Services = api.app.extensions["anabasis"]
    return services


@pytest.fixture
def town(api: Api, real_store: RedisStore) -> dict[str, Any]:
    """Two Adas, one of them with a handle, and games."""
    ada, other, bob = (api.person(name) for name in ("Ada", "Ada", "Bob"))
    api.ask("PUT", "/me/handle", ada, json={"handle": "lovelace"}, expect=200)
    opened = api.game(bob, title="Night watch", seats=2)
    api.game(ada, bob)
    work(real_store)
    return {"ada": ada.player_id, "other": other.player_id, "bob": bob.player_id, "open": opened}


def work(store: RedisStore) -> None:
    DirectoryUpkeep(store.client).work(range(SHARDS), lambda _: None, lambda: True)


def lines(ran: Result) -> list[str]:
    assert ran.exit_code == 0, ran.output
    return ran.stdout.splitlines()


def test_players_are_found_with_what_tells_them_apart(town: dict[str, Any], admin):
    found = lines(admin("search", "ad"))
    assert {line.split()[0] for line in found} == {town["ada"], town["other"]}
    (line,) = lines(admin("search", "love"))
    assert "@lovelace  since 20" in line
    assert "seen 20" in line
    assert line.endswith("1 game")
    found = [json.loads(line) for line in lines(admin("search", "ad", "--json"))]
    assert {each["name"] for each in found} == {"Ada"}


def test_lists_go_on_at_a_cursor(town: dict[str, Any], admin):
    first = admin("newest", "--limit", "2")
    assert len(lines(first)) == 2
    cursor = first.stderr.rpartition("--cursor ")[2].strip()
    assert len(lines(admin("newest", "--limit", "2", "--cursor", cursor))) == 1
    assert len(lines(admin("busiest"))) == 2


def test_games_are_found_by_title_and_by_who_made_them(town: dict[str, Any], admin):
    assert [line.split()[0] for line in lines(admin("search", "--titles", "night"))] == [
        town["open"]
    ]
    (line,) = lines(admin("games", "Bob"))
    assert "Night watch  by Bob" in line
    (line,) = lines(admin("games"))
    assert line.split()[0] == town["bob"]
    assert lines(admin("games", "@lovelace")) == []


def test_storage_is_shown(town: dict[str, Any], admin):
    assert lines(admin("storage"))[0] == "holds: 3 players, 2 games"
    held = json.loads(lines(admin("storage", "--json"))[0])
    assert (held["players"], held["games"]) == (3, 2)


def test_players_of_one_name_are_distinguished_in_the_refusal(town: dict[str, Any], admin):
    refused = admin("mute", "Ada")
    assert refused.exit_code == 1
    assert "2 players have the name or handle 'Ada'" in refused.output
    assert f"{town['ada']} (@lovelace, since 20" in refused.output
    assert f"{town['other']} (no handle, since 20" in refused.output
    assert len(refused.output.splitlines()) == 1


def test_a_deletion_that_broke_off_is_repeated_by_the_same_name(
    town: dict[str, Any], admin, own: Services, monkeypatch: pytest.MonkeyPatch
):
    def break_off(*_: Any) -> None:
        raise SystemExit(9)

    with monkeypatch.context() as broken:
        broken.setattr("service.people.players.Players.forget", break_off)
        assert admin("forget", "@lovelace", "--yes").exit_code == 9
    assert own.handles.find("lovelace") is None
    again = admin("forget", "@lovelace", "--yes")
    assert (again.exit_code, town["ada"] in again.output) == (0, True)
    assert own.names.of([town["ada"]]) == {town["ada"]: None}
    assert InterruptedDeletions(own.read_models.client).of("@lovelace") is None
    assert admin("forget", "@lovelace", "--yes").exit_code == 1


def test_an_announcement_is_made_shown_and_ended(admin, own: Services):
    made = lines(admin("announce", "A break at 20:00.", "de=Pause um 20 Uhr.", "--hours", "5"))
    assert made[0].startswith("Shown until 20")
    assert made[1:] == ["  en  A break at 20:00.", "  de  Pause um 20 Uhr."]
    shown = own.announcements.read()
    assert shown is not None
    assert shown.texts == {"en": "A break at 20:00.", "de": "Pause um 20 Uhr."}
    assert json.loads(lines(admin("announce", "--json"))[0])["id"] == shown.id
    assert lines(admin("unannounce", "--reason", "Done.")) == ["It is shown no more."]
    assert lines(admin("unannounce")) == ["There was no announcement."]
    log = lines(admin("log", "--about", shown.id))
    assert [line.split("  ")[3] for line in log] == ["announcement_made", "announcement_ended"]
    assert len(lines(admin("log", "--last", "1"))) == 1


def test_what_has_passed_is_not_in_force(town: dict[str, Any], admin):
    admin("invite", "new", "--uses", "2")
    admin("announce", "A break.")
    assert lines(admin("show")) == []
    admin("mute", town["bob"])
    assert len(lines(admin("show"))) == 1


def test_a_link_or_an_invitation_without_an_address_says_so(town: dict[str, Any], admin):
    assert "ANABASIS_URL" in admin("link", town["bob"]).stderr
    made = admin("invite", "new")
    assert f"#invite={made.stdout.strip()}" in made.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("search",),
        ("search", "ada", "--limit", "0"),
        ("newest", "--cursor", "x"),
        ("busiest", "ada"),
        ("games", "nobody"),
        ("storage", "now"),
        ("announce", ""),
        ("announce", "--hours", "5"),
        ("announce", "A" * 301),
        ("announce", "A\u202eB"),
        ("announce", "A", "en=B"),
        ("announce", "A", "--hours", "0"),
        ("announce", "A", "--until", "soon"),
        ("announce", "A", "--until", "2020-01-01"),
        ("announce", "A", "--hours", "1", "--until", "2030-01-01"),
        ("unannounce", "--reason", "  "),
        ("log", "--about", "nobody"),
        ("log", "--last", "0"),
        ("log", "--verify", "--last", "2"),
    ],
)
def test_a_wrong_input_is_refused_and_does_nothing(admin, own: Services, words: tuple[str, ...]):
    refused = admin(*words)
    assert refused.exit_code != 0
    assert refused.stdout == ""
    assert refused.stderr.splitlines()[-1].startswith("Error: ")
    assert own.announcements.read() is None
