"""The legal moves of a seat, listed up to a limit and never searched beyond it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice

from msgspec import UNSET

from domain.alexandros.board import SYMBOLS
from domain.alexandros.cards import INDEX, NO_CARDS, Counts, by_symbol, from_list, minus, plus
from domain.alexandros.decide_provinces import default_compensation, levy_symbols, removal
from domain.alexandros.moves import (
    AnyMove,
    ChooseDisplayCard,
    ChooseHandCard,
    EndTurn,
    LevyTaxes,
    March,
    Occupy,
    Recall,
    Resign,
    Slot,
    TakeDisplayCard,
    TakeOver,
    TakeSupplyCard,
)
from domain.alexandros.places import (
    Holding,
    Province,
    Target,
    holdings,
    marchable_symbols,
    payable_paths,
    provinces_of,
    targets_of,
)
from domain.alexandros.state import Phase, State
from domain.alexandros.turns import can_draw
from domain.kernel.decider import MoveList
from domain.wire.kinds import type_of

SLOTS: tuple[Slot, ...] = (0, 1)


def legal_moves(
    state: State, seat: int, limit: int, of_type: str | None = None
) -> MoveList[AnyMove]:
    """Return the seat's legal moves, at most ``limit``.

    Types with few moves come first, then one path or placement of each kind, then another of each,
    and so on. ``resign`` comes last, even in a cut list, but never alone if there is another move.
    """
    if state.turn.phase is Phase.OVER:
        return MoveList((), complete=True)
    # Few before many: a list that is cut at the limit still shows every kind of simple move.
    few = [move for move in _few(state, seat) if of_type in (None, type_of(type(move)))]
    leave = [Resign()] if seat in state.staying() and of_type in (None, "resign") else []
    moves = chain(few, _many(state, seat, of_type))
    # List at least one other move: with `resign` alone, a bot would have to give up.
    listed = list(islice(moves, max(1, limit - len(leave))))
    # Trying for one more move shows whether the list is complete. Counting all moves could take
    # very long.
    is_complete = next(moves, None) is None and len(listed) + len(leave) <= limit
    return MoveList((*listed, *leave)[:limit], is_complete)


def _few(state: State, seat: int) -> list[AnyMove]:
    """Return the moves of the types that never have many moves."""
    if seat != state.turn.seat:
        return []
    match state.turn.phase:
        case Phase.CHOOSE_CARD:
            return _card_choices(state)
        case Phase.ACTIONS:
            actions = _simple_actions(state) if state.turn.actions_left else []
            return [*actions, EndTurn()]
        case _:
            return []


def _card_choices(state: State) -> list[AnyMove]:
    marchable = marchable_symbols(state.table.board, state.pieces)
    choices: list[AnyMove] = []
    for slot in SLOTS:
        card = state.cards.display[slot]
        if card in marchable:
            choices.append(ChooseDisplayCard(slot))
        # A6: a joker only if its own symbol cannot be marched to, as `decide` refuses it otherwise.
        elif card is not None:
            choices.extend(ChooseDisplayCard(slot, joker) for joker in marchable)
    hand = state.cards.hands[state.turn.seat]
    choices.extend(ChooseHandCard(card) for card in marchable if hand[INDEX[card]])
    return choices


def _simple_actions(state: State) -> list[AnyMove]:
    cards, seat = state.cards, state.turn.seat
    actions: list[AnyMove] = []
    if can_draw(cards):
        actions.append(TakeSupplyCard())
    actions.extend(TakeDisplayCard(slot) for slot in SLOTS if cards.display[slot] is not None)
    if not state.turn.levied:
        hand, governed = cards.hands[seat], levy_symbols(state)
        actions.extend(
            LevyTaxes(card) for card in SYMBOLS if hand[INDEX[card]] and governed[INDEX[card]]
        )
    spaces = state.table.board.topology.spaces
    actions.extend(Recall(spaces[space]) for space in state.pieces.governors[seat])
    return actions


def _many(state: State, seat: int, of_type: str | None) -> Iterator[AnyMove]:
    """Return the marches, or the occupations and takeovers; there may be very many."""
    if seat != state.turn.seat:
        return iter(())
    if state.turn.phase is Phase.MARCH and of_type in (None, "march"):
        # In turn, so that a cut list has a path to every point rather than all paths to the first.
        return in_turn(_marches(state))
    if state.turn.phase is Phase.ACTIONS and state.turn.actions_left:
        return in_turn(_conquests(state, of_type))
    return iter(())


def in_turn(streams: Iterable[Iterator[AnyMove]]) -> Iterator[AnyMove]:
    """Yield a move of each stream, then another of each, until all are exhausted."""
    waiting = streams
    while True:
        going = []
        for stream in waiting:
            for move in islice(stream, 1):
                going.append(stream)
                yield move
        if not going:
            return
        waiting = going


def _marches(state: State) -> Iterator[Iterator[AnyMove]]:
    """Yield the paths to each space and point to march to."""
    marching = state.turn.marching
    assert marching is not None
    for target in targets_of(state, marching):
        for point in target.points:
            yield _marches_to(state, target, point)


def _marches_to(state: State, target: Target, point: int) -> Iterator[AnyMove]:
    topology = state.table.board.topology
    space = topology.spaces[target.space]
    for path in payable_paths(state.table.board, state.pieces, point):
        yield March(space, tuple(topology.points[point] for point in path))


def _conquests(state: State, of_type: str | None) -> Iterator[Iterator[AnyMove]]:
    """Yield a stream for each province and split of governors by symbol, fewest first."""
    # Computed once for all numbers of governors: when it was computed for each number, a listing
    # took 98 µs instead of 71 (commit 0c81dfa9).
    prizes = _prizes(state, of_type)
    # Few governors first: those placements are the ones that a levy can score (A16).
    for number in range(1, state.governors_left(state.turn.seat) + 1):
        for prize in prizes:
            # A13: governors stand in for missing cards, and no space takes two.
            if sum(prize.least) <= number <= sum(prize.available):
                yield from _placements_by_symbol(state, prize, number)


@dataclass(frozen=True, slots=True)
class _Prize:
    """A province that a seat can pay for with ``least`` or more governors on each symbol."""

    province: Province
    holding: Holding | None
    toll: Counts
    available: Counts
    least: Counts


def _prizes(state: State, of_type: str | None) -> list[_Prize]:
    """Return the provinces that the seat's hand can pay to occupy or take over."""
    provinces = provinces_of(state.table.board, state.pieces.walls)
    held = holdings(provinces, state.pieces)
    prizes = []
    for index, province in enumerate(provinces.all):
        holding = held.get(index)
        if of_type not in (None, "occupy" if holding is None else "take_over"):
            continue
        if holding is None or holding.seat != state.turn.seat:
            prizes.append(_prize(state, province, holding))
    return [prize for prize in prizes if prize]


def _prize(state: State, province: Province, holding: Holding | None) -> _Prize | None:
    toll = removal(state, holding) if holding else NO_CARDS
    hand = minus(state.cards.hands[state.turn.seat], toll)
    # The toll for the holder's governors must be cards (A14): no governor can stand in for them.
    if min(hand) < 0:
        return None
    available = province.symbols
    least = from_list([max(0, n - cards) for n, cards in zip(available, hand, strict=True)])
    return _Prize(province, holding, toll, available, least)


def _placements_by_symbol(state: State, prize: _Prize, number: int) -> Iterator[Iterator[AnyMove]]:
    """Yield the placements for each affordable split of the governors among the symbols."""
    for shares in _shares(prize.least, prize.available, number):
        paid = plus(prize.toll, minus(prize.available, from_list(shares)))
        yield _placements(state, prize.province, prize.holding, shares, paid)


def _shares(
    least: tuple[int, ...], most: tuple[int, ...], number: int
) -> Iterator[tuple[int, ...]]:
    """Yield every tuple of terms within their bounds that adds up to ``number``."""
    if not least:
        if number == 0:
            yield ()
        return
    # Stop here: the search would otherwise visit shares that can no longer add up to `number`.
    if sum(least) > number:
        return
    for share in range(least[0], min(most[0], number) + 1):
        for rest in _shares(least[1:], most[1:], number - share):
            yield (share, *rest)


def _placements(
    state: State, province: Province, holding: Holding | None, shares: tuple[int, ...], paid: Counts
) -> Iterator[AnyMove]:
    """Yield the moves that put these numbers of governors on spaces of each symbol."""
    spaces = state.table.board.topology.spaces
    # Any of its spaces names a province (A12). If it is always the first, equal moves have the same
    # text and JSON.
    named = spaces[province.spaces[0]]
    cards = default_compensation(state, paid) if holding else None
    compensation = UNSET if cards is None else by_symbol(cards)
    for chosen in _selections(province.symbol_spaces, shares):
        governors = tuple(spaces[space] for space in sorted(chosen))
        yield TakeOver(named, governors, compensation) if holding else Occupy(named, governors)


def _selections(
    groups: tuple[tuple[int, ...], ...], shares: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    """Yield every choice of ``shares`` items from the groups, lazily."""
    # Most shares are 0, and each of them would cost a generator.
    return _choices([pair for pair in zip(groups, shares, strict=True) if pair[1]])


def _choices(parts: Sequence[tuple[tuple[int, ...], int]]) -> Iterator[tuple[int, ...]]:
    """Yield every choice of the given number of items from each group."""
    if not parts:
        yield ()
        return
    (group, number), *others = parts
    for head in combinations(group, number):
        for rest in _choices(others):
            yield head + rest
