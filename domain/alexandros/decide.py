"""The rules: a move in a position gives an event or a refusal, here and in ``decide_*`` only."""

from typing import assert_never

from msgspec import UNSET
from msgspec.structs import asdict, replace

from domain.alexandros import decide_march, decide_provinces, events, moves, refusals, turns
from domain.alexandros.board import Symbol
from domain.alexandros.cards import INDEX, by_symbol
from domain.alexandros.events import AnyEvent
from domain.alexandros.evolve import evolve
from domain.alexandros.moves import AnyMove
from domain.alexandros.places import marchable_symbols
from domain.alexandros.state import Phase, State
from domain.record.chance import Chance
from domain.record.outcome import Outcome

Action = (
    moves.TakeSupplyCard
    | moves.TakeDisplayCard
    | moves.Occupy
    | moves.TakeOver
    | moves.LevyTaxes
    | moves.Recall
)


def decide(state: State, seat: int, move: AnyMove, chance: Chance) -> AnyEvent:
    """Return the event of a seat's move. Raises Refused, naming the rule."""
    # Before the turn is checked: A23 allows a seat to resign at any time.
    if isinstance(move, moves.Resign):
        return _resign(state, seat, chance)
    if seat != state.turn.seat:
        raise refusals.NotYourTurn(seat=seat, acting=state.turn.seat)
    match move:
        case moves.ChooseDisplayCard():
            return _choose_display_card(state, move, chance)
        case moves.ChooseHandCard():
            return _choose_hand_card(state, move)
        case moves.March():
            return _march(state, move)
        case moves.EndTurn():
            return _end_turn(state, chance)
        case _:
            return _act(state, move, chance)


def _resign(state: State, seat: int, chance: Chance) -> events.Resigned:
    """Return the resignation; it ends the seat's turn, or the game if one seat is left (A23)."""
    # Other moves need no such check, as a seat that left is never on turn again.
    if seat in state.resigned:
        raise refusals.AlreadyResigned(seat=seat, staying=list(state.staying()))
    spaces = state.table.board.topology.spaces
    governors = tuple(spaces[space] for space in state.pieces.governors[seat])
    leaving = events.Resigned(seat, governors, state.cards.hands[seat], **asdict(events.NO_PASSING))
    # The consequences are judged as if the seat were gone: its governors free provinces, and its
    # hand, now in the discard, may be drawn.
    left = evolve(state, leaving)
    if (result := _end_by_resignation(left, seat)) is not None:
        return replace(leaving, result=result)
    return replace(leaving, **asdict(_passing_by_resignation(left, seat, chance)))


def _end_by_resignation(left: State, seat: int) -> Outcome | None:
    # A23: checked first, even before a reason to end the game with this turn.
    if len(left.staying()) == 1:
        return turns.outcome(left, left.scores, "resignation")
    reason = turns.reason_to_end(left)
    # Only the acting seat's resignation ends its turn (A23), so only it can end a last turn.
    if seat == left.turn.seat and reason is not None:
        return turns.outcome(left, left.scores, reason)
    return None


def _passing_by_resignation(left: State, seat: int, chance: Chance) -> events.TurnEnded:
    if seat == left.turn.seat:
        return turns.passing(left, chance)
    # If the seat that left was the only one that still marched, the present turn becomes the last.
    if left.turn.last is None and turns.have_all_skipped(left, left.turn.skipped):  # A9
        return replace(events.NO_PASSING, last_turn=True)
    return events.NO_PASSING


def _choose_display_card(
    state: State, move: moves.ChooseDisplayCard, chance: Chance
) -> events.CardChosen:
    _check_choice_due(state)
    card = _display_card(state, move.slot)
    # Judged before the refill: the card that is turned up now cannot make this one a joker.
    marchable = marchable_symbols(state.table.board, state.pieces)
    joker = None if move.joker is UNSET else move.joker
    _check_joker(card, joker, marchable)
    # Drawn last: a refused move must use no chance.
    refill, pile = turns.draw(state.cards, 1, chance)  # A1
    return events.CardChosen(
        from_="display",
        slot=move.slot,
        card=card,
        joker=joker,
        refill=refill[0] if refill else None,
        reshuffled=pile is not None,
        supply=pile,
    )


def _check_joker(card: Symbol, joker: Symbol | None, marchable: tuple[Symbol, ...]) -> None:
    """Raise Refused if a joker names no reachable symbol, or another card names any (A6, A8)."""
    # A6, A8: the card's own symbol comes first; a joker may not be chosen over it.
    if card in marchable:
        if joker is not None:
            raise refusals.JokerNotDue(card=card)
    elif joker is None:
        raise refusals.JokerNeeded(card=card, marchable=list(marchable))
    elif joker not in marchable:
        raise refusals.JokerSymbolUnreachable(joker=joker, marchable=list(marchable))


def _choose_hand_card(state: State, move: moves.ChooseHandCard) -> events.CardChosen:
    _check_choice_due(state)
    seat = state.turn.seat
    hand = state.cards.hands[seat]
    if not hand[INDEX[move.card]]:
        raise refusals.CardNotInHand(card=move.card, seat=seat, hand=by_symbol(hand))
    marchable = marchable_symbols(state.table.board, state.pieces)
    if move.card not in marchable:
        # Only symbols of the seat's own cards are named: one that it lacks would be no help.
        useful = [symbol for symbol in marchable if hand[INDEX[symbol]]]
        raise refusals.HandCardUseless(card=move.card, marchable=useful)
    return events.CardChosen(
        from_="hand",
        slot=None,
        card=move.card,
        joker=None,
        refill=None,
        reshuffled=False,
        supply=None,
    )


def _check_choice_due(state: State) -> None:
    if state.turn.marching is not None:
        raise refusals.CardAlreadyChosen(symbol=state.turn.marching.symbol)
    _check_march_due(state)


def _march(state: State, move: moves.March) -> AnyEvent:
    # A1: the card decides the symbol, so without it no space can be judged.
    if state.turn.phase is Phase.CHOOSE_CARD:
        raise refusals.CardNotChosen(seat=state.turn.seat)
    _check_march_due(state)
    return decide_march.march(state, move)


def _check_march_due(state: State) -> None:
    if state.turn.phase is Phase.ACTIONS:
        # The seat's own bit is set only if this very turn began without a march (A9).
        is_skipped = state.turn.skipped >> state.turn.seat & 1
        refusal = refusals.MarchSkipped if is_skipped else refusals.MarchOver
        raise refusal(left=state.turn.actions_left)


def _end_turn(state: State, chance: Chance) -> events.TurnEnded:
    _check_marched(state)
    # Before the refill: a game that ends draws no further card (A20).
    reason = turns.reason_to_end(state)
    if reason is not None:  # A21; no refill after the end (A20)
        return replace(events.NO_PASSING, result=turns.outcome(state, state.scores, reason))
    return turns.passing(state, chance)


def _act(state: State, move: Action, chance: Chance) -> AnyEvent:
    # A1 before A19: while the march is due, the number of actions left does not matter.
    _check_marched(state)
    if state.turn.actions_left == 0:
        raise refusals.NoActionsLeft(turn=state.turn.number)
    match move:
        case moves.TakeSupplyCard():
            return _take_supply_card(state, chance)
        case moves.TakeDisplayCard():
            return _take_display_card(state, move.slot)
        case moves.Occupy():
            return decide_provinces.occupy(state, move)
        case moves.TakeOver():
            return decide_provinces.take_over(state, move)
        case moves.LevyTaxes():
            return decide_provinces.levy_taxes(state, move)
        case moves.Recall():
            return decide_provinces.recall(state, move)
        case _:
            assert_never(move)


def _check_marched(state: State) -> None:
    if state.turn.phase is not Phase.ACTIONS:
        if state.turn.marching is None:
            raise refusals.CardAndMarchFirst
        raise refusals.MarchFirst(symbol=state.turn.marching.symbol)


def _take_supply_card(state: State, chance: Chance) -> events.CardTaken:
    drawn, pile = turns.draw(state.cards, 1, chance)
    if not drawn:
        raise refusals.SupplyExhausted(display=list(state.cards.display))
    return events.CardTaken(
        from_="supply",
        slot=None,
        card=None,
        drawn=drawn[0],
        reshuffled=pile is not None,
        supply=pile,
    )


def _take_display_card(state: State, slot: moves.Slot) -> events.CardTaken:
    return events.CardTaken(
        from_="display",
        slot=slot,
        card=_display_card(state, slot),
        drawn=None,
        reshuffled=False,
        supply=None,
    )


def _display_card(state: State, slot: int) -> Symbol:
    card = state.cards.display[slot]
    if card is None:
        raise refusals.DisplaySlotEmpty(slot=slot, display=list(state.cards.display))
    return card
