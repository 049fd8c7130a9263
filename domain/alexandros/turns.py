"""Automatic consequences: the deal, draws, the passing of the turn and the end of the game."""

from domain.alexandros.board import Symbol
from domain.alexandros.cards import DECK, NO_CARDS, ONE, in_order
from domain.alexandros.events import Dealt, Pile, TurnEnded
from domain.alexandros.places import is_march_skipped, marchable_symbols
from domain.alexandros.state import Cards, Display, Phase, Pieces, State
from domain.kernel.decider import Situation
from domain.record.chance import Chance
from domain.record.outcome import Outcome
from domain.record.setup import Setup


def deal(setup: Setup, chance: Chance) -> Dealt:
    """Return the opening, recomputable from the game's secret (see ``domain.record.chance``).

    Unless the host chose the first seat, the label ``first_seat`` draws it: a number below the
    number of seats. The deck (11 temples, then 11 amphoras, horses, lyres and soldiers) is shuffled
    with the label ``supply:0``. From its top, item 0, each seat gets one card, from seat 0 on; the
    next two go to display slots 0 and 1; the rest is the supply, top first. The k-th reshuffle
    (k from 1) sorts the discard by symbol, in that same order, and shuffles it with the label
    ``supply:k``.
    """
    board, seats = setup.board, setup.seats
    first = chance.below("first_seat", seats) if setup.first_seat is None else setup.first_seat
    # The labels must not change: a player's audit draws the deal again with the same ones.
    deck = chance.shuffled("supply:0", DECK)
    hands, rest = deck[:seats], deck[seats:]
    display: Display = (rest[0], rest[1])
    # A9: even the first turn may begin without a march, on a board whose symbol spaces cannot be
    # paid for.
    pieces = Pieces(board.start_point, None, 0, 0, ((),) * seats)
    skipped = is_march_skipped(board, pieces, display, ONE[hands[first]])
    return Dealt(first, hands, display, rest[2:], skipped)


def situation(state: State) -> Situation:
    """Return the answers about a position: the active seat alone may move."""
    turn = state.turn
    acting = () if turn.phase is Phase.OVER else (turn.seat,)
    # Nobody else owes a move: in Alexandros no rule asks a seat off turn.
    return Situation(turn.seat, acting, acting, state.staying(), state.result)


def draw(cards: Cards, number: int, chance: Chance) -> tuple[tuple[Symbol, ...], Pile | None]:
    """Return the next cards of the supply, and the reshuffled discard if needed (A11)."""
    # A11: shuffled only when a card is needed; until then the discard stays open to all.
    if len(cards.supply) >= number or cards.discard == NO_CARDS:
        return cards.supply[:number], None
    pile = chance.shuffled(f"supply:{cards.shuffles + 1}", in_order(cards.discard))
    # The rest of the old supply lies on top of the new pile.
    return (cards.supply + pile)[:number], pile


def can_draw(cards: Cards) -> bool:
    """True if a card is left to be drawn (A11)."""
    return bool(cards.supply) or cards.discard != NO_CARDS


def passing(state: State, chance: Chance) -> TurnEnded:
    """Return the end of the turn: refill, next seat clockwise, whether it marches (A19, A9)."""
    refilled, pile = _refill(state.cards, chance)
    seat = _next_seat(state)
    # The refilled display decides whether the next seat can march (A9).
    display = (state.cards.display[0] or refilled[0], state.cards.display[1] or refilled[1])
    hand = state.cards.hands[seat]
    skipped = is_march_skipped(state.table.board, state.pieces, display, hand)
    return TurnEnded(
        refilled=refilled,
        reshuffled=pile is not None,
        supply=pile,
        next_seat=seat,
        march_skipped=skipped,
        # A9: the next turn is the last if all have skipped in succession; else they could forever.
        last_turn=skipped and have_all_skipped(state, state.turn.skipped | 1 << seat),
        result=None,
    )


def depends_on_unseen(before: State, after: State, seat: int) -> bool:
    """True if the next seat's hidden hand may decide whether its march is skipped."""
    turn, cards = after.turn, after.cards
    # A9: the hand decides only if no card is on display. A preview would then show whether another
    # hand has a usable card.
    if turn.number == before.turn.number or turn.seat == seat or cards.display != (None, None):
        return False
    # If nothing can be marched to, or the hand is empty, everybody knows the answer.
    is_marchable = bool(marchable_symbols(after.table.board, after.pieces))
    return is_marchable and cards.hands[turn.seat] != NO_CARDS


def _refill(cards: Cards, chance: Chance) -> tuple[Display, Pile | None]:
    empty = [slot for slot, card in enumerate(cards.display) if card is None]
    drawn, pile = draw(cards, len(empty), chance)
    # Not strict: fewer cards than empty slots may be left (A11).
    by_slot = dict(zip(empty, drawn, strict=False))
    return (by_slot.get(0), by_slot.get(1)), pile


def _next_seat(state: State) -> int:
    seats = state.table.seats
    # The seat itself comes last: it is the next one if all others have left.
    clockwise = ((state.turn.seat + n) % seats for n in range(1, seats + 1))
    return next(seat for seat in clockwise if seat not in state.resigned)


def have_all_skipped(state: State, skipped: int) -> bool:
    """True if ``skipped``, the seats that skipped in succession (bits), has all that stay (A9)."""
    return all(skipped >> seat & 1 for seat in state.staying())


def reason_to_end(state: State) -> str | None:
    """Return the reason if the game ends with this turn, None if it goes on (A7, A9)."""
    # The last turn's reason comes first: views have announced it since it was set.
    if state.turn.last is not None:
        return state.turn.last
    return "no_progress" if state.quiet_turns >= state.quiet_limit else None


def outcome(state: State, scores: tuple[int, ...], reason: str) -> Outcome:
    """Return the outcome: most points of the seats that stayed; a tie is shared (A22, A23)."""
    # A23: a seat that left keeps its score but cannot win.
    staying = state.staying()
    best = max(scores[seat] for seat in staying)
    return Outcome(tuple(seat for seat in staying if scores[seat] == best), scores, reason)
