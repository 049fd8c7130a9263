"""The effect of each event on a position. Total: applies facts, refuses nothing."""

from typing import assert_never

from msgspec.structs import replace

from domain.alexander_the_great import auctions, turns
from domain.alexander_the_great.advisors import Held, after_leaving, after_takeovers
from domain.alexander_the_great.cards import EDITION, GOLD
from domain.alexander_the_great.events import (
    AdvisorChosen,
    AnyEvent,
    AuctionPaid,
    BidForfeited,
    BidMade,
    Dealt,
    Draws,
    Marched,
    OwnEvent,
    Passed,
    Resigned,
    TurnEnded,
)
from domain.alexander_the_great.state import (
    CHIP_INDEX,
    NO_CHIPS,
    Auction,
    Journey,
    Occasion,
    State,
    Table,
)
from domain.grids.hexagonal import bits
from domain.settlers import evolve as base_evolve
from domain.settlers import rules as base_rules
from domain.settlers import state as base_state
from domain.settlers.cards import (
    Counts,
    Development,
    GoodAt,
    minus,
    plus,
)
from domain.settlers.declined import forgetting
from domain.settlers.events import Honours, SettlementBuilt
from domain.settlers.state import with_cards, with_item


def initial_state(table: Table, dealt: Dealt) -> State:
    """Return the position after the deal: the first turn begins, without a roll (G4, G9)."""
    seats = table.seats
    # The first draws go back on top, so that they are drawn as in every later turn.
    reserve = (*(card for card in dealt.draws if card is not None), *dealt.reserve)
    journey = Journey(
        crossing=-1,
        has_to_march=True,
        chips=dealt.chips,
        won=(NO_CHIPS,) * seats,
        removed=0,
        advisors=(None,) * seats,
        chooser=None,
        auction=None,
        reserve=reserve,
    )
    return _drawn(State(table, _base(table, dealt), journey), dealt.draws)


def _base(table: Table, dealt: Dealt) -> base_state.State:
    seats, board = table.seats, table.board
    empty = base_state.empty_state(table_of(table, dealt.first_seat), dealt.deck)
    hands, bank = _hands_and_bank(table, dealt)
    return replace(
        empty,
        # G1: no set-up, so to settlers all foundings have to look done. G9: no roll in the first
        # turn.
        turn=replace(empty.turn, phase=base_state.Phase.PLAY, founded=2 * seats),
        pieces=replace(
            empty.pieces,
            # G22 uses S9: corners ahead are closed as if a building stood beside them.
            closed=board.closed_ahead[0],
            robber=board.topology.hex_index[dealt.robber],
        ),
        cards=replace(empty.cards, hands=hands, bank=bank),
    )


def table_of(table: Table, first_seat: int) -> base_state.Table:
    """Return the table for the rules of settlers."""
    options = base_rules.Options(target_points=table.options.target_points)
    return base_state.Table(
        board=table.board,
        land=table.board.land,
        options=options,
        rules=table.rules.base,
        seats=table.seats,
        first_seat=first_seat,
        edition=EDITION,
    )


def _hands_and_bank(table: Table, dealt: Dealt) -> tuple[tuple[Counts, ...], Counts]:
    """Return the hands and the bank: the goods neither in hands nor in the reserve (G4, G5)."""
    gold = EDITION.times(table.options.starting_gold, GOLD)
    hands = tuple(plus(hand, gold) for hand in dealt.hands)
    # G4: the bank is what neither hands nor reserve hold; with four seats that is gold alone.
    bank = EDITION.bank
    cards = (card for card in (*dealt.draws, *dealt.reserve) if card is not None)
    for held in (*hands, EDITION.tally(cards)):
        bank = minus(bank, held)
    return hands, bank


def evolve(state: State, event: AnyEvent) -> State:
    """Return the position after an event."""
    match event:
        case Marched() | BidMade() | Passed() | AuctionPaid() | BidForfeited() | AdvisorChosen():
            after = _own(state, event)
        case TurnEnded():
            # Drawn after the turn has passed: the draws belong to the turn that begins (G8).
            after = _drawn(replace(state, base=base_evolve.evolve(state.base, event)), event.draws)
        case Resigned():
            after = _resigned(state, event)
        case Dealt():
            after = initial_state(state.table, event)
        case _:
            # Every other event is one of settlers; it may end the roll, and then a march is due.
            after = _march_begun(state, base_evolve.evolve(state.base, event))
    # The scenario's draws and payments change hands after settlers has compared them.
    if after.base.declined:
        after = replace(after, base=forgetting(state.base, after.base))
    return after if event.result is None else _over(after, event)


def _own(state: State, event: OwnEvent) -> State:
    match event:
        case Marched():
            return _marched(state, event)
        case BidMade():
            return _bidding(state, auctions.after_bid(_auction(state), event.bid))
        case Passed():
            return _bidding(state, auctions.after_pass(_auction(state)))
        case AuctionPaid():
            return _auction_paid(state, event)
        case BidForfeited():
            return _forfeited(state, event)
        case AdvisorChosen():
            return _with_advisors(state, event.advisors, event.chooser)
        case _:
            assert_never(event)


def _over(state: State, event: AnyEvent) -> State:
    journey = replace(state.journey, has_to_march=False, chooser=None, auction=None)
    base = state.base
    # An event of settlers has already ended the base; an event of the scenario has not.
    if base.standing.result is None and event.result is not None:
        base = base_evolve.over(base, event.result)
    return replace(state, base=base, journey=journey)


def _auction(state: State) -> Auction:
    assert state.journey.auction is not None
    return state.journey.auction


# The march
_DICE = (base_state.Phase.ROLL, base_state.Phase.DISCARD, base_state.Phase.ROBBER)


def _march_begun(state: State, base: base_state.State) -> State:
    """Return the position after a base event; if play would begin, a march is due first (G11)."""
    after = replace(state, base=base)
    # Only when play begins: a card played before the march must not cause a second march.
    begins = base.turn.phase is base_state.Phase.PLAY and state.base.turn.phase in _DICE
    if not begins or not turns.can_march(after):
        return after
    return replace(after, journey=replace(state.journey, has_to_march=True))


def _marched(state: State, event: Marched) -> State:
    board, base, crossing = state.table.board, state.base, event.crossing
    auction = None
    if event.auction is not None:
        auction = auctions.new_auction(event.auction, crossing, base.turn.seat, base.staying())
    journey = replace(
        state.journey,
        crossing=crossing,
        has_to_march=False,
        auction=auction,
        # Otherwise Alexander would be shown as barred in the turn in which he came to a gate.
        marched_in=base.turn.number,
    )
    # Recomputed from the buildings: a corner that the crossing kept closed may be free now (G22).
    closed = board.closed_ahead[crossing + 1]
    for corner in bits(base.pieces.buildings):
        closed |= board.topology.near_bits[corner]
    base = replace(base, pieces=replace(base.pieces, closed=closed))
    return replace(state, base=base, journey=journey)


# Auctions
def _bidding(state: State, auction: Auction | None) -> State:
    """Return the position with the auction; without one, its chip leaves the game (G17)."""
    journey = state.journey
    was_chip = _auction(state).occasion is not Occasion.FOUNDING
    # G17: without a bid a chip leaves the game, but a temple only stays empty.
    removed = journey.removed + (auction is None and was_chip)
    return replace(state, journey=replace(journey, auction=auction, removed=removed))


def _auction_paid(state: State, event: AuctionPaid) -> State:
    journey, seat = state.journey, _auction(state).seat
    base = _paid(state.base, seat, event)
    won = journey.won
    if event.chip is not None:
        own, kind = won[seat], CHIP_INDEX[event.chip]
        won = with_item(won, seat, with_item(own, kind, own[kind] + 1))
    journey = replace(journey, won=won, auction=None)
    paid = replace(state, base=base, journey=journey)
    return _with_advisors(paid, event.advisors, event.chooser)


def _paid(base: base_state.State, seat: int, event: AuctionPaid) -> base_state.State:
    """Return the base after the payment, with the settlement it founds, if any (G15, G18)."""
    if event.corner is None:
        base = base_evolve.paid(base, seat, event.cards)
        return _knights_spent(base, seat, event.knights, event.honours)
    built = SettlementBuilt(
        corner=event.corner, paid=event.cards, gains=EDITION.nothing, honours=event.honours
    )
    # Settlers builds for the active seat, which need not be the winner of the auction.
    after = base_evolve.evolve(turns.acting(base, seat), built)
    # The turn of the seat that marched goes on, even if another seat built.
    return replace(after, turn=base.turn)


def _knights_spent(
    base: base_state.State, seat: int, knights: int, honours: Honours
) -> base_state.State:
    """Return the base with knights put under the deck, out of the army (G15, G24)."""
    if not knights:
        return base
    cards = base.cards
    left = with_item(cards.knights, seat, cards.knights[seat] - knights)
    # G15: under the deck, where they can be bought again.
    base = with_cards(base, deck=cards.deck + (Development.KNIGHT,) * knights, knights=left)
    return replace(base, standing=replace(base.standing, largest_army=honours.largest_army))


def _forfeited(state: State, event: BidForfeited) -> State:
    auction, base = _auction(state), state.base
    # The base before the payment is enough: the payment does not change which seats stay.
    left = auctions.without(auction, auction.seat, base)
    paid = replace(state, base=base_evolve.paid(base, auction.seat, event.cards))
    return _bidding(paid, left)


def _with_advisors(state: State, advisors: Held, chooser: int | None) -> State:
    return replace(state, journey=replace(state.journey, advisors=advisors, chooser=chooser))


# Turns
def _drawn(state: State, draws: Draws) -> State:
    """Return the position after the draws; without any, the reserve is closed permanently (G8)."""
    reserve = state.journey.reserve
    if reserve is None:
        return state
    drawn = sum(card is not None for card in draws)
    # G8: the reserve serves all seats or is closed, so no draw at all means closed.
    if not drawn:
        return _reserve_closed(state, reserve)
    base, journey = state.base, replace(state.journey, reserve=reserve[drawn:])
    hands = tuple(
        hand if card is None else plus(hand, EDITION.one[card])
        for hand, card in zip(base.cards.hands, draws, strict=True)
    )
    return replace(state, base=with_cards(base, hands=hands), journey=journey)


def _reserve_closed(state: State, reserve: tuple[GoodAt, ...]) -> State:
    base = state.base
    base = with_cards(base, bank=plus(base.cards.bank, EDITION.tally(reserve)))
    return replace(state, base=base, journey=replace(state.journey, reserve=None))


def _resigned(state: State, event: Resigned) -> State:
    """Return the position after a seat left the game, and any auction or choice with it.

    If it was its own turn, the turn passes on; an auction of the other seats continues.
    """
    seat, journey = event.seat, state.journey
    is_own_turn = seat == state.base.turn.seat
    journey = replace(
        journey,
        has_to_march=journey.has_to_march and not is_own_turn,
        chooser=None if journey.chooser == seat else journey.chooser,
    )
    after = replace(state, base=base_evolve.evolve(state.base, event), journey=journey)
    # The base is the one after the seat left: it is no bidder any more.
    if journey.auction is not None:
        after = _bidding(after, auctions.without(journey.auction, seat, after.base))
    # In version 1 the seat kept its advisor: games of that version fold as they were played.
    if state.table.rules.leaving_frees_advisor:
        after = _advisor_freed(after, seat)
    # If no turn begins, the event has no draws, and must not close the reserve.
    return _drawn(after, event.draws) if is_own_turn and event.result is None else after


def _advisor_freed(state: State, seat: int) -> State:
    """Return the position after a leaving seat's advisor went to its heir, if any (G21)."""
    chips = tuple(state.chips(n) for n in range(state.table.seats))
    staying = state.base.staying()
    held = after_leaving(chips, state.journey.advisors, seat, staying)
    # Decided again from the start: a pending choice may have changed when the seat left.
    return _with_advisors(state, *after_takeovers(chips, held, staying))
