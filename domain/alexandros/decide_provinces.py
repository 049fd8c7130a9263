"""The rules of provinces: occupying, taking over, levying taxes and recalling (A12 to A18)."""

from collections.abc import Iterable
from dataclasses import dataclass

from msgspec import UNSET

from domain.alexandros import refusals, refusals_provinces, turns
from domain.alexandros.board import SYMBOLS
from domain.alexandros.cards import (
    INDEX,
    NO_CARDS,
    ONE,
    Counts,
    by_symbol,
    count_cards,
    counts_of,
    lacking,
    plus,
)
from domain.alexandros.events import (
    GovernorRecalled,
    ProvinceOccupied,
    ProvinceTakenOver,
    TaxesLevied,
)
from domain.alexandros.moves import LevyTaxes, Occupy, Recall, TakeOver
from domain.alexandros.places import Holding, Province, gains, holdings, provinces_of
from domain.alexandros.state import State
from domain.grids.triangular import Space


@dataclass(frozen=True, slots=True)
class Site:
    """A province named by a move, and its holding."""

    province: Province
    holding: Holding | None


def site(state: State, space: int) -> Site:
    """Return the province around a space, and its holding (A12)."""
    # Not kept in the state: provinces follow from the walls (A18) and are memoized by them.
    provinces = provinces_of(state.table.board, state.pieces.walls)
    index = provinces.at[space]
    return Site(provinces.all[index], holdings(provinces, state.pieces).get(index))


def occupy(state: State, move: Occupy) -> ProvinceOccupied:
    """Return the occupation of a free province with governors and cards (A13)."""
    target = site(state, _space(state, move.province))
    if target.holding is not None:
        # Two refusals, as the remedies differ: another seat's province can be taken over, one's own
        # cannot.
        own = target.holding.seat == state.turn.seat
        refusal = (
            refusals_provinces.ProvinceYoursAlready if own else refusals_provinces.ProvinceHeld
        )
        raise refusal(space=move.province, holder=target.holding.seat)
    paid = _payment(state, target.province, move)
    # The cards last, as their number is known only once the governors are valid.
    if any(missing := lacking(state.cards.hands[state.turn.seat], paid)):
        raise refusals_provinces.CardsMissing(needed=by_symbol(paid), lacking=by_symbol(missing))
    return ProvinceOccupied(move.province, move.governors, paid, target.province.yields)


def _payment(state: State, province: Province, move: Occupy | TakeOver) -> Counts:
    """Return the cards for the symbol spaces without a governor (A13)."""
    if not any(province.symbol_spaces):
        raise refusals_provinces.ProvinceWithoutSymbol(space=move.province)
    # A set: a space named twice takes one governor.
    chosen = {_governor_space(state, province, space) for space in move.governors}
    seat = state.turn.seat
    # A14: the loser's governors go home to the loser, so a takeover frees none of one's own.
    if len(chosen) > state.governors_left(seat):
        raise refusals_provinces.GovernorsMissing(
            needed=len(chosen), seat=seat, left=state.governors_left(seat)
        )
    a, b, c, d, e = (
        sum(space not in chosen for space in spaces) for spaces in province.symbol_spaces
    )
    return (a, b, c, d, e)


def _governor_space(state: State, province: Province, named: Space) -> int:
    """Return the index of a symbol space of the province, named for a governor."""
    space = _space(state, named)
    if any(space in spaces for spaces in province.symbol_spaces):
        return space
    refusal = (
        refusals_provinces.GovernorOnOpenSpace
        # Inside the province, the fault is only that the space is open.
        if space in province.spaces
        else refusals_provinces.GovernorOutside
    )
    legal = sorted(space for spaces in province.symbol_spaces for space in spaces)
    raise refusal(space=named, legal=_coordinates(state, legal))


def take_over(state: State, move: TakeOver) -> ProvinceTakenOver:
    """Return the takeover of another seat's province, all or nothing (A14, A15)."""
    target = site(state, _space(state, move.province))
    holding = target.holding
    if holding is None:
        raise refusals_provinces.ProvinceNotHeld(space=move.province)
    if holding.seat == state.turn.seat:
        raise refusals_provinces.ProvinceYourOwn(space=move.province)
    # A14: all or nothing, so both parts are summed before the hand is checked.
    paid = plus(removal(state, holding), _payment(state, target.province, move))
    if any(missing := lacking(state.cards.hands[state.turn.seat], paid)):
        raise refusals_provinces.TakeoverCardsMissing(
            needed=by_symbol(paid), lacking=by_symbol(missing)
        )
    compensation = None if move.compensation is UNSET else counts_of(move.compensation)
    # After the cards: the number due is half of a payment that must be possible (A15).
    _check_compensation(state, holding.seat, paid, compensation)
    spaces = state.table.board.topology.spaces
    return ProvinceTakenOver(
        province=move.province,
        governors=move.governors,
        loser=holding.seat,
        removed=tuple(spaces[space] for space in holding.governors),
        paid=paid,
        compensation=compensation,
        yield_=target.province.yields,
    )


def removal(state: State, holding: Holding) -> Counts:
    """Return two cards of the symbol of each governor's space (A14)."""
    symbols = state.table.board.symbols
    matching = [symbol for space in holding.governors if (symbol := symbols[space])]
    # Two cards for each governor (A14). Every governor stands on a symbol space (A13).
    return count_cards(matching + matching)


def compensation_due(state: State, paid: Counts) -> int:
    """Return the number of played cards due to the loser; for two seats an option decides (A15)."""
    options = state.table.options
    # A15 counts the seats at the start, including those that have resigned.
    if state.table.seats == 2 and not options.two_seat_compensation:
        return 0
    played = sum(paid)
    return (played + 1) // 2 if options.compensation_rounding == "up" else played // 2


def default_compensation(state: State, paid: Counts) -> Counts | None:
    """Return a legal compensation, most played symbols first; ties in the order of symbols."""
    due = compensation_due(state, paid)
    compensation = NO_CARDS
    # One choice of many: listing all would multiply the legal moves, and `decide` accepts the
    # others too.
    for symbol in sorted(SYMBOLS, key=lambda symbol: -paid[INDEX[symbol]]):
        for _ in range(min(paid[INDEX[symbol]], due - sum(compensation))):
            compensation = plus(compensation, ONE[symbol])
    return compensation if due else None


def _check_compensation(
    state: State, loser: int, paid: Counts, compensation: Counts | None
) -> None:
    due = compensation_due(state, paid)
    if due == 0:
        if compensation is not None:
            raise refusals_provinces.CompensationNotDue
        return
    if compensation is None:
        raise refusals_provinces.CompensationMissing(loser=loser, due=due, paid=by_symbol(paid))
    # Checked before the number: cards that were not played are wrong in any number.
    if any(lacking(paid, compensation)):
        raise refusals_provinces.CompensationNotPlayed(
            given=by_symbol(compensation), paid=by_symbol(paid)
        )
    if sum(compensation) != due:
        raise refusals_provinces.CompensationWrongNumber(
            given=sum(compensation), due=due, paid=by_symbol(paid)
        )


def levy_taxes(state: State, move: LevyTaxes) -> TaxesLevied:
    """Return the levy: provinces with one governor score; the target ends the game (A16, A20)."""
    seat, card = state.turn.seat, move.card
    # Checked before the cards: no card makes a second levy legal.
    if state.turn.levied:
        raise refusals_provinces.AlreadyLevied(turn=state.turn.number)
    hand = state.cards.hands[seat]
    if not hand[INDEX[card]]:
        raise refusals_provinces.LevyCardMissing(card=card, seat=seat, hand=by_symbol(hand))
    governed = levy_symbols(state)
    if not governed[INDEX[card]]:
        raise refusals_provinces.LevyCardUnmatched(card=card, seat=seat, legal=by_symbol(governed))
    gained = gains(state.table.board, state.pieces)
    scores = tuple(score + gain for score, gain in zip(state.scores, gained, strict=True))
    # A20: any seat's score ends the game, after the whole levy is scored for everyone.
    is_over = max(scores) >= state.table.options.target_score
    result = turns.outcome(state, scores, "target_score") if is_over else None
    return TaxesLevied(card=card, gains=gained, scores=scores, result=result)


def levy_symbols(state: State) -> Counts:
    """Return the symbols under the acting seat's governors."""
    symbols = state.table.board.symbols
    own = state.pieces.governors[state.turn.seat]
    return count_cards(symbol for space in own if (symbol := symbols[space]))


def recall(state: State, move: Recall) -> GovernorRecalled:
    """Return the recall of one of the seat's governors (A17)."""
    own = state.pieces.governors[state.turn.seat]
    if _space(state, move.space) not in own:
        raise refusals_provinces.GovernorNotThere(
            seat=state.turn.seat, space=move.space, legal=_coordinates(state, own)
        )
    return GovernorRecalled(move.space)


def _space(state: State, named: Space) -> int:
    space = state.table.board.topology.space_index.get(named)
    if space is None:
        raise refusals.NoSuchSpace(space=named)
    return space


def _coordinates(state: State, spaces: Iterable[int]) -> list[Space]:
    return [state.table.board.topology.spaces[space] for space in spaces]
