"""The refusals of settlers, with code, rule and sentence."""

from domain.errors import Refused


class MoveRefused(Refused):
    """A move that the rules of settlers, or the board, do not allow."""

    ruleset = "settlers"


class NotYourTurn(MoveRefused):
    """The active seat moves; others answer offers, discard, or resign."""

    code = "not_your_turn"
    rule = "S5"
    template = "Seat {seat} cannot do this now; seats to act: {acting}."


class AlreadyResigned(MoveRefused):
    """A seat leaves once."""

    code = "already_resigned"
    template = "Seat {seat} has left the game; still playing: {staying}."


# Names the phase that is due instead of the legal moves, which depend on the hand.
class NotNow(MoveRefused):
    """A turn has its order: roll, then trade and build (S5)."""

    code = "not_now"
    rule = "S5"
    template = "This cannot be done now; due: {due}."


class NoSuchCorner(MoveRefused):
    """Corners are named by the board's numbers."""

    code = "no_such_corner"
    template = "The board has no corner {corner}; it has 0 to {last}."


class NoSuchEdge(MoveRefused):
    """Edges are named by the board's numbers."""

    code = "no_such_edge"
    template = "The board has no edge {edge}; it has 0 to {last}."


class NoSuchHex(MoveRefused):
    """Hexes are named by their coordinates."""

    code = "no_such_hex"
    template = "The board has no hex {hex}; see the board's hexes as [q, r]."


class CornerTaken(MoveRefused):
    """A corner and its neighbours must be empty (S9)."""

    code = "corner_taken"
    rule = "S9"
    template = "The corner {corner} or one beside it is built on; open to you: {legal}."


class CornerNotReached(MoveRefused):
    """A settlement stands on one's own road (S9)."""

    code = "corner_not_reached"
    rule = "S9"
    template = "No road of yours leads to the corner {corner}; open to you: {legal}."


class EdgeTaken(MoveRefused):
    """An edge has one road (S9)."""

    code = "edge_taken"
    rule = "S9"
    template = "The edge {edge} has a road; open to you: {legal}."


class EdgeNotJoined(MoveRefused):
    """A road joins one's own roads or buildings, not through another's building (S9)."""

    code = "edge_not_joined"
    rule = "S9"
    template = "The edge {edge} joins nothing of yours; open to you: {legal}."


class NoSettlementThere(MoveRefused):
    """A city replaces a settlement of one's own (S2)."""

    code = "no_settlement_there"
    rule = "S2"
    template = "There is no settlement of yours on the corner {corner}; yours are on: {legal}."


class NoPieceLeft(MoveRefused):
    """Pieces are limited (S2)."""

    code = "no_piece_left"
    rule = "S2"
    template = "All {number} pieces of this kind are on the board."


# Shows a hand to its own seat only: a refusal goes to the seat that asked.
class CannotPay(MoveRefused):
    """Building and buying cost cards (S8)."""

    code = "cannot_pay"
    rule = "S8"
    template = "This costs {price}; the hand has {hand}."


class DeckEmpty(MoveRefused):
    """There are 25 development cards (S2)."""

    code = "deck_empty"
    rule = "S2"
    template = "All development cards are bought."


class CardNotInHand(MoveRefused):
    """A development card is played from the hand, not in the turn it was bought (S5)."""

    code = "card_not_in_hand"
    rule = "S5"
    template = "There is no {card} card that may be played this turn."


class CardAlreadyPlayed(MoveRefused):
    """One development card a turn (S5)."""

    code = "card_already_played"
    rule = "S5"
    template = "A development card was played this turn; the next can be played in your next turn."


class NoRoomForRoads(MoveRefused):
    """The road building card needs a place and a piece (S2)."""

    code = "no_room_for_roads"
    rule = "S9"
    template = "There is no edge, or no road left, for this card."


class WrongNumber(MoveRefused):
    """Half of the cards are discarded, two taken from the bank (S7, S2)."""

    code = "wrong_number"
    rule = "S7"
    template = "{given} cards were named; {due} are due."


class NothingOwed(MoveRefused):
    """Seats with seven cards or fewer discard nothing (S7)."""

    code = "nothing_owed"
    rule = "S7"
    template = "Seat {seat} has nothing to discard."


class RobberStays(MoveRefused):
    """The robber moves to another hex (S7)."""

    code = "robber_stays"
    rule = "S7"
    template = "The robber stands on {hex} already; it moves to another hex."


class VictimNotThere(MoveRefused):
    """The victim has cards and a building beside the hex (S7)."""

    code = "victim_not_there"
    rule = "S7"
    template = "Nothing can be robbed there of that seat; name one of: {legal}."


class BankCannotPay(MoveRefused):
    """The bank gives what it has (S2, S10)."""

    code = "bank_cannot_pay"
    rule = "S10"
    template = "The bank cannot give {wanted}; it has {bank}."


class TradeOfLikes(MoveRefused):
    """Goods are not traded for the same, nor for nothing (S10)."""

    code = "trade_of_likes"
    rule = "S10"
    template = "A trade gives something for something else: not nothing, nor a resource for itself."


class NoOffer(MoveRefused):
    """There must be an offer to answer, close or withdraw (S10)."""

    code = "no_offer"
    rule = "S10"
    template = "There is no offer that this would be for."


# One sentence for both reasons: two would reveal whether the other seat can still pay.
class NotAccepted(MoveRefused):
    """The other seat has accepted or countered, and can still pay (S10)."""

    code = "not_accepted"
    rule = "S10"
    template = "Seat {seat} has not accepted, or cannot pay any more."
