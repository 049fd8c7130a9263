"""The features of positions of Alexandros, many at once: numbers by seat, and of the whole game."""

from collections.abc import Sequence

import numpy as np

from domain.alexandros.board import SYMBOLS, Board
from domain.alexandros.places import provinces_of
from domain.alexandros.state import GOVERNORS, Phase
from domain.grids.interning import memoized
from domain.planning.alexandros.position import Position, expected_hands
from domain.planning.arrays import Array, Features, lead

REACHES = (1.0, 2.0, 4.0)
"""Cards that a seat may lack and still get a province: now, within a turn, within two."""
NO_GOVERNOR = 1.5
"""Cards that a seat without a governor in supply lacks in addition."""
CROWDED = 0.4
"""The worth of a province's yield if more governors than one would stand there."""


class Provinces:
    """The provinces of walls that have a symbol, as arrays; ``at`` has each space's index."""

    def __init__(self, board: Board, walls: int) -> None:
        parts = provinces_of(board, walls)
        kept = [n for n, each in enumerate(parts.all) if any(each.symbols)]
        index = {n: place for place, n in enumerate(kept)}
        self.at = [index.get(n, -1) for n in parts.at]
        self.symbols = np.array([parts.all[n].symbols for n in kept], dtype=float).reshape(-1, 5)
        self.yields = np.array([parts.all[n].yields for n in kept], dtype=float)


@memoized(512)
def _provinces(board: Board, walls: int) -> Provinces:
    return Provinces(board, walls)


def features(positions: Sequence[Position]) -> Features:
    """Return the features of positions of one game."""
    table = _Table(positions)
    reach = table.reach()
    return Features(table.of_seats(reach), table.of_game())


class _Table:
    """The facts of many positions as arrays: [position, seat], [position, province] and so on."""

    def __init__(self, positions: Sequence[Position]) -> None:
        first = positions[0].state
        self.positions, self.seats = positions, first.table.seats
        board = first.table.board
        parts = [_provinces(board, each.state.pieces.walls) for each in positions]
        most = max(len(each.yields) for each in parts)
        # Positions with fewer provinces are filled up; `exists` marks the real ones.
        shape = (len(positions), most)
        self.yields, self.symbols = np.zeros(shape), np.zeros((*shape, 5))
        self.governors = np.zeros((len(positions), self.seats, most))
        self.toll = np.zeros((*shape, 5))
        self.governed = np.zeros((len(positions), self.seats, 5))
        self.exists = np.zeros(shape, dtype=bool)
        for n, (position, part) in enumerate(zip(positions, parts, strict=True)):
            size = len(part.yields)
            self.yields[n, :size], self.symbols[n, :size] = part.yields, part.symbols
            self.exists[n, :size] = True
            self._place_governors(n, position, part, board)
        self.hands = np.array([expected_hands(each) for each in positions])
        self.known = np.array([each.known for each in positions], dtype=float).sum(axis=2)
        self.scores = np.array([each.state.scores for each in positions], dtype=float)
        self.target = float(first.table.options.target_score)
        self.left = GOVERNORS - self.governors.sum(axis=2)

    def _place_governors(self, n: int, position: Position, part: Provinces, board: Board) -> None:
        for seat, spaces in enumerate(position.state.pieces.governors):
            for space in spaces:
                place, symbol = part.at[space], _symbol_at(board, space)
                self.governors[n, seat, place] += 1
                self.toll[n, place, symbol] += 2
                self.governed[n, seat, symbol] += 1

    def reach(self) -> Array:
        """Return the cards that each seat lacks for each province: [position, seat, province]."""
        hands = self.hands[:, :, None, :]
        toll, symbols = self.toll[:, None], self.symbols[:, None]
        after_toll = hands - toll
        lacking_toll = np.maximum(0, -after_toll).sum(axis=3)
        lacking = np.maximum(0, symbols - np.maximum(0, after_toll)).sum(axis=3)
        left = self.left[:, :, None]
        self.needed = np.maximum(1, lacking)
        short = lacking_toll + np.maximum(0, lacking - left) + NO_GOVERNOR * (left < 1)
        # So far out of reach that what only fills up counts nowhere.
        return np.where(self.exists[:, None], short, 99.0)

    def of_seats(self, reach: Array) -> Array:
        """Return the features of each seat: [position, seat, feature]."""
        counts = self.governors
        single, crowded = counts == 1, counts > 1
        yields = self.yields[:, None]
        self.income = (single * yields).sum(axis=2)
        lone = (crowded * yields).sum(axis=2)
        holder_free = np.logical_not((counts > 0).any(axis=1))
        columns = [
            *self._standing(lone),
            *self._holdings(single, crowded),
            *self._hand(),
            *self._prospects(reach, holder_free),
            *self._threats(reach, single, yields),
            *self._turn(),
        ]
        return np.stack(columns, axis=2)

    def _standing(self, lone: Array) -> list[Array]:
        scores, income, target = self.scores, self.income, self.target
        after = scores + income
        return [
            scores / target,
            np.maximum(0, target - scores) / 100,
            income / 20,
            np.minimum(3, np.maximum(0, target - scores) / (income + 4) / 4),
            lone / 20,
            lead(scores) / 50,
            lead(income) / 20,
            lead(after) / 50,
            ((after >= target) & (lead(after) > 0)).astype(float),
            ((after >= target) & (lead(after) < 0)).astype(float),
        ]

    def _holdings(self, single: Array, crowded: Array) -> list[Array]:
        best = (single * self.yields[:, None]).max(axis=2, initial=0)
        return [
            single.sum(axis=2) / 4,
            crowded.sum(axis=2) / 2,
            self.left / 4,
            (self.left == 0).astype(float),
            best / 15,
        ]

    def _hand(self) -> list[Array]:
        hands, governed = self.hands, self.governed > 0
        usable = np.minimum(hands, 3) * governed
        return [
            hands.sum(axis=2) / 10,
            self.known / 10,
            np.minimum(1, (hands * governed).sum(axis=2)),
            np.minimum(4, usable.sum(axis=2)) / 4,
            np.minimum(hands, 1).sum(axis=2) / 5,
            np.minimum(np.maximum(hands - 1, 0), 1).sum(axis=2) / 5,
            np.maximum(hands - 2, 0).sum(axis=2) / 5,
            governed.sum(axis=2) / 4,
        ]

    def _prospects(self, reach: Array, free: Array) -> list[Array]:
        """Return the gain that each seat may soon have, of free provinces and of others' ones."""
        gain = self.yields[:, None] * np.where(self.needed > 1, CROWDED, 1.0)
        own = self.governors > 0
        taken = ~free[:, None] & ~own
        columns = []
        for within in REACHES:
            chance = np.maximum(0, 1 - reach / within)
            for kind in (free[:, None], taken):
                columns.append((gain * chance * kind).max(axis=2, initial=0) / 15)
        now = np.sort(gain * np.maximum(0, 1 - reach / REACHES[1]) * ~own, axis=2)
        second = now[:, :, -2] if now.shape[2] > 1 else np.zeros(now.shape[:2])
        return [*columns, second / 15]

    def _threats(self, reach: Array, single: Array, yields: Array) -> list[Array]:
        """Return the loss of each seat that another may soon cause."""
        columns = []
        for within in REACHES[:2]:
            chance = np.maximum(0, 1 - reach / within)
            lost = np.zeros_like(chance)
            for seat in range(self.seats):
                others = [n for n in range(self.seats) if n != seat]
                lost[:, seat] = chance[:, others].max(axis=1)
            at_risk = lost * single * yields
            columns += [at_risk.max(axis=2, initial=0) / 15, at_risk.sum(axis=2) / 20]
        return columns

    def _turn(self) -> list[Array]:
        """Return the features that depend on whose turn it is."""
        shape = (len(self.positions), self.seats)
        columns = [np.zeros(shape) for _ in range(9)]
        on, wait, viewer, actions, levied, choosing, marching, gone, acting = columns
        for n, position in enumerate(self.positions):
            turn, state = position.state.turn, position.state
            on[n, turn.seat] = turn.phase is not Phase.OVER
            actions[n, turn.seat] = turn.actions_left / 2
            levied[n, turn.seat] = turn.levied
            choosing[n, turn.seat] = turn.phase is Phase.CHOOSE_CARD
            marching[n, turn.seat] = turn.phase is Phase.MARCH
            acting[n, turn.seat] = turn.phase is Phase.ACTIONS and turn.actions_left > 0
            viewer[n, position.viewer] = 1
            for seat in range(self.seats):
                wait[n, seat] = (seat - turn.seat) % self.seats / 3
                gone[n, seat] = seat in state.resigned
        return columns

    def of_game(self) -> Array:
        """Return the features of the game: [position, feature]."""
        return np.array([_of_game(each, self.seats) for each in self.positions])


def _of_game(position: Position, seats: int) -> list[float]:
    state = position.state
    pieces, cards = state.pieces, state.cards
    return [
        pieces.walls_left / 75,
        float(pieces.black_left < 6),
        min(1.0, pieces.black_left / 20),
        float(state.turn.last is not None),
        min(2.0, state.turn.number / (20 * seats)),
        state.quiet_turns / state.quiet_limit,
        len(cards.supply) / 40,
        sum(card is not None for card in cards.display) / 2,
        float(seats == 2),
        float(seats == 3),
        float(seats == 4),
        max(state.scores) / state.table.options.target_score,
    ]


def _symbol_at(board: Board, space: int) -> int:
    symbol = board.symbols[space]
    assert symbol is not None  # a governor stands on symbol spaces only
    return _INDEX[symbol]


_INDEX = {symbol: index for index, symbol in enumerate(SYMBOLS)}
