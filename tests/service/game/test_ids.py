"""Ids of new games."""

from service.game.ids import game_id_of, new_game_id


def test_game_ids_are_short_unlike_and_the_same_for_the_same_key():
    assert len({new_game_id() for _ in range(100)}) == 100
    assert game_id_of("p1", "k") == game_id_of("p1", "k")
    ids = {game_id_of("p1", "k"), game_id_of("p1", "l"), game_id_of("p", "1k"), new_game_id()}
    assert {len(game_id) for game_id in ids} == {16}
    assert len(ids) == 4
