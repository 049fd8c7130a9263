"""The directory: each change of a name or handle is in it at once, and nothing of who has left."""

from typing import Any

import pytest

from service.people import directory as directories
from service.people.directory import CursorInvalid, Directory
from service.redis.errors import StoreUnavailable
from service.store.redis_store import RedisStore
from tests.service.people.stores import People, people_of


@pytest.fixture
def people(store: RedisStore) -> People:
    return people_of(store.client)


@pytest.fixture
def directory(store: RedisStore) -> Directory:
    return Directory(store.client)


def named(directory: Directory, text: str) -> list[str]:
    return [*directory.players_named(text, None, 10).subjects]


def test_a_player_is_found_by_the_beginning_of_name_word_or_handle(
    people: People, directory: Directory
):
    ada = people.players.create("Ada King")[0].id
    people.handles.claim(ada, "Lovelace")
    for text in ("Ada", "aD", "ada k", "king", "love", "l0ve", "Ādā"):
        assert named(directory, text) == [ada]
    for text in ("da", "ada l", "x", "", "\u200b", ada):
        assert named(directory, text) == []


def test_a_changed_name_is_found_and_the_former_one_is_not(people: People, directory: Directory):
    ada = people.players.create("Ada")[0].id
    people.players.rename(ada, "Grace")
    assert named(directory, "grace") == [ada]
    assert named(directory, "ada") == []
    people.handles.claim(ada, "ida")
    people.handles.release(ada)
    assert named(directory, "ida") == []


def test_a_muted_player_is_found_by_both_names(people: People, directory: Directory):
    ada = people.players.create("Ada")[0].id
    people.players.mute(ada, "Player 1f0c")
    assert named(directory, "ada") == named(directory, "player") == [ada]
    people.players.unmute(ada)
    assert named(directory, "player") == []


def test_nothing_is_left_of_a_player_who_has_left(
    people: People, directory: Directory, store: RedisStore
):
    ada = people.players.create("Ada")[0].id
    people.handles.claim(ada, "ida")
    people.handles.forget(ada)
    people.players.forget(ada)
    assert store.client.keys("{directory}:*") == []
    people.players.forget(ada)


def test_a_player_who_leaves_while_being_refreshed_is_not_kept(
    people: People, directory: Directory, store: RedisStore, monkeypatch: pytest.MonkeyPatch
):
    ada = people.players.create("Ada")[0].id
    read = directories.places_of_player

    def leaving(*fields: Any) -> Any:
        monkeypatch.setattr(directories, "places_of_player", read)
        people.players.forget(ada)
        return read(*fields)

    monkeypatch.setattr(directories, "places_of_player", leaving)
    directory.refresh(ada)
    assert store.client.keys("{directory}:*") == []


def test_a_name_is_changed_although_the_directory_is_away(
    people: People, directory: Directory, monkeypatch: pytest.MonkeyPatch
):
    ada = people.players.create("Ada")[0].id

    def fail(*_: Any) -> None:
        raise StoreUnavailable("away")

    with monkeypatch.context() as away:
        away.setattr(Directory, "refresh", fail)
        people.players.rename(ada, "Grace")
    assert people.players.read(ada).name == "Grace"
    assert directory.outdated([ada]) == [ada]
    directory.refresh(ada)
    assert directory.outdated([ada]) == []


def test_pages_follow_one_another_until_the_end(people: People, directory: Directory):
    made = {people.players.create(f"Ada {number}")[0].id for number in range(7)}
    for pages in (
        lambda cursor: directory.players_named("ada", cursor, 3),
        lambda cursor: directory.board("newest", cursor, 3),
    ):
        found, cursor = list[str](), None
        for _ in range(3):
            page = pages(cursor)
            found += page.subjects
            cursor = page.following
        assert cursor is None
        assert sorted(found) == sorted(made)


def test_a_board_goes_on_after_a_player_who_has_left_it(people: People, directory: Directory):
    made = [people.players.create(f"Ada {number}")[0].id for number in range(5)]
    first = directory.board("newest", None, 2)
    people.players.forget([*first.subjects][-1])
    rest = directory.board("newest", first.following, 10)
    assert {*made} <= {*first.subjects, *rest.subjects}


@pytest.mark.parametrize("cursor", ["", "x", "é", "YQ", "=", "a" * 500, "MS4"])
def test_a_text_that_is_no_cursor_is_refused(directory: Directory, cursor: str):
    with pytest.raises(CursorInvalid):
        directory.players_named("ada", cursor, 3)
    with pytest.raises(CursorInvalid):
        directory.board("newest", cursor, 3)


@pytest.mark.usefixtures("repeated_scripts")
def test_scripts_may_be_repeated(people: People, directory: Directory):
    ada = people.players.create("Ada")[0].id
    people.players.rename(ada, "Grace")
    assert named(directory, "grace") == [ada]
    assert named(directory, "ada") == []
