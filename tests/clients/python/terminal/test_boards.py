"""The boards as they are drawn: of finished games, with pieces, walls and targets."""

from clients.python.terminal import hexes, triangles
from clients.python.terminal.screen import targets


def spaces() -> dict:
    return {
        "topology": {
            "spaces": [
                {"space": [0, 0], "symbol": "temple", "points": [[-1, 1], [0, 0], [1, 1]]},
                {"space": [0, 1], "symbol": None, "points": [[0, 0], [1, 1], [2, 0]]},
            ]
        }
    }


def alexandros(**changes: object) -> dict:
    state = {
        "walls": [
            {"side": [[0, 0], [2, 0]], "colour": "black"},
            {"side": [[0, 0], [1, 1]], "colour": "red"},
        ],
        "seats": [{"governors": []}, {"governors": [[0, 1]]}],
        "alexander": {"point": [-1, 1], "space": [0, 0]},
    }
    return {"state": state | changes, "seats": [{"colour": "red"}, {"colour": "blue"}]}


def rows(drawing) -> list[str]:
    return drawing.canvas.rows(drawing.canvas.extent, colours=False)


def test_walls_governors_and_alexander_are_on_the_board_of_alexandros() -> None:
    drawing = triangles.draw(alexandros(), spaces(), {})
    assert [row.rstrip() for row in rows(drawing)] == [
        "    0",
        "    +---+",
        " 0  *%1",
        "  @   +",
        "    0",
    ]
    assert drawing.focus == (2, -2)


def test_a_space_that_moves_lead_to_is_marked_and_in_sight() -> None:
    drawing = triangles.draw(alexandros(), spaces(), {"spaces": [[0, 1]]})
    assert drawing.canvas.cells[1, 2] == ("1", "target")


def one_hex() -> dict:
    corners = [[0, -2], [1, -1], [1, 1], [0, 2], [-1, 1], [-1, -1]]
    edges = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0]]
    hexes = [{"hex": [0, 0], "centre": [0, 0], "corners": list(range(6))}]
    return {"topology": {"corners": corners, "edges": edges, "hexes": hexes}}


def settlers(**changes: object) -> dict:
    seat = {"roads": [1], "settlements": [1], "cities": [4]}
    state = {
        "hexes": [{"hex": [0, 0], "terrain": "mountains", "token": 12}],
        "harbours": [{"edge": 4, "resource": "ore"}],
        "robber": [0, 0],
        "seats": [seat],
    }
    return {"state": state | changes, "seats": [{"colour": "red"}]}


def test_pieces_the_robber_and_a_harbour_are_on_the_board_of_settlers() -> None:
    assert rows(hexes.draw(settlers(), one_hex(), {})) == [
        "        .",
        "      /   \\",
        "    .       s0",
        "ore |[mou12]|0",
        "    C0      .",
        "      \\   /",
        "        .",
    ]


def test_places_that_moves_name_have_their_numbers() -> None:
    aims = {"corners": [3], "edges": [0], "hexes": [[0, 0]]}
    shown = "\n".join(rows(hexes.draw(settlers(), one_hex(), aims)))
    assert "/   0" in shown
    assert "C0 0,0  ." in shown
    assert shown.endswith("3")


def test_alexander_and_what_lies_ahead_are_on_his_route() -> None:
    route = [
        {"corner": 0, "kind": "temple", "passed": True},
        {"corner": 3, "kind": "gate", "passed": False},
    ]
    view = settlers(route=route, alexander={"corner": 2, "crossing": 0})
    drawing = hexes.draw(view, one_hex(), {})
    assert drawing.focus == (4, 4)
    assert [drawing.canvas.cells[place][0] for place in ((0, 0), (6, 0), (4, 4))] == [".", "g", "@"]


def test_the_targets_of_moves_are_found_by_their_kind() -> None:
    moves = [
        ({"type": "build_road", "edge": 7}, {}),
        ({"type": "build_city", "corner": 3}, {}),
        ({"type": "move_robber", "hex": [0, 1], "victim": 1}, {}),
        ({"type": "move_robber", "hex": [0, 1], "victim": 2}, {}),
        ({"type": "choose_card", "slot": 0}, {"spaces": [[2, 3]]}),
        ({"type": "end_turn"}, {}),
    ]
    assert targets(moves) == {
        "edges": [7],
        "corners": [3],
        "hexes": [[0, 1]],
        "spaces": [[2, 3]],
    }
