"""Boards without the texts of who drew them."""

from domain.alexander_the_great.wire.boards import board_from_json, board_json, board_named
from projections.bare_boards import bare_board


def test_a_bare_campaign_has_no_texts_and_is_still_a_board() -> None:
    board = {**board_json(board_named("campaign")), "id": None}
    bare = bare_board(board)
    assert (bare["title"], bare["names"]) == ("", [])
    assert {each["name"] for each in bare["route"]} == {""}
    assert board_json(board_from_json(bare)) == bare
