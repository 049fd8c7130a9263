"""Players as a host types them: an id, a handle, or a name that only one player has."""

import pytest

from service.context import Services
from service.moderation.actions import ActionRefused
from service.moderation.player_lookup import LISTED, find_player
from tests.service.api import Api, Person


def test_a_player_is_found_by_id_handle_and_name(own: Services, ada: Person, bob: Person):
    own.handles.claim(ada.player_id, "Lovelace_1")
    for text in (ada.player_id, "lovelace_1", "@Lovelace_1", "Ada", "ada"):
        assert find_player(own, text) == ada.player_id
    assert find_player(own, "Bob") == bob.player_id


def test_a_handle_that_is_anothers_name_is_ambiguous(own: Services, ada: Person, bob: Person):
    own.handles.claim(bob.player_id, "Ada")
    with pytest.raises(ActionRefused) as refused:
        find_player(own, "Ada")
    assert ada.player_id in str(refused.value)
    assert bob.player_id in str(refused.value)
    assert find_player(own, "@ada") == bob.player_id


def test_a_handle_that_is_ones_own_name_is_not_ambiguous(own: Services, ada: Person):
    own.handles.claim(ada.player_id, "Ada")
    assert find_player(own, "Ada") == ada.player_id


def test_of_many_players_with_a_name_some_are_listed(api: Api, own: Services):
    for _ in range(LISTED + 2):
        api.person("Admin")
    with pytest.raises(ActionRefused, match=f"{LISTED + 2} players.* and 2 more") as refused:
        find_player(own, "Admin")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "text", ["", "@", "@Ada", "p0123456789abcdef", "P", "*", "p*", "\x00", "\u202eAda", "Ada ", "é"]
)
def test_a_text_that_fits_nobody_is_refused_in_one_line(own: Services, ada: Person, text: str):
    with pytest.raises(ActionRefused, match=r"^There is no player ") as refused:
        find_player(own, text)
    assert str(refused.value).isprintable()


def test_the_name_of_a_player_who_left_finds_nobody(api: Api, own: Services, ada: Person):
    api.ask("DELETE", "/me", ada, expect=204)
    with pytest.raises(ActionRefused):
        find_player(own, "Ada")
