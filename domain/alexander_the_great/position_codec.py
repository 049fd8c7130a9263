"""Whole positions as JSON, hidden cards included, and positions imagined by who sees but a part."""

import msgspec
from msgspec.structs import replace

from domain.alexander_the_great.evolve import table_of
from domain.alexander_the_great.state import Journey, State, Table
from domain.alexander_the_great.turns import chips_passed
from domain.chance import Chance
from domain.settlers import position_codec as settlers
from domain.visibility import JsonObject


def position_json(state: State) -> JsonObject:
    """A position that goes on; ``position_from_json`` takes it back."""
    return {
        "first_seat": state.base.table.first_seat,
        **settlers.parts_json(state.base),
        "journey": msgspec.to_builtins(state.journey),
    }


def position_from_json(table: Table, data: JsonObject) -> State:
    """The position of stored JSON."""
    base = settlers.parts_from_json(table_of(table, data["first_seat"]), data)
    return State(table, base, msgspec.convert(data["journey"], Journey))


def imagined(state: State, seat: int | None, chance: Chance) -> State:
    """The position as a seat (None: the public) may imagine it: unseen cards are dealt anew.

    As in settlers, and the reserve's cards are among those; so are the chips not yet turned up.
    """
    journey = state.journey
    base, reserve = settlers.imagined_with(state.base, seat, journey.reserve or (), chance)
    known = chips_passed(state)
    unseen = chance.shuffled("imagined:chips", sorted(journey.chips[known:]))
    journey = replace(
        journey,
        chips=(*journey.chips[:known], *unseen),
        reserve=None if journey.reserve is None else reserve,
    )
    return State(state.table, base, journey)
