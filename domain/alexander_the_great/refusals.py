"""The refusals that the scenario adds to those of settlers."""

from domain.errors import Refused


class MoveRefused(Refused):
    """A move that the rules of the scenario do not allow."""

    ruleset = "alexander_the_great"


class NotNow(MoveRefused):
    """A turn has its order: roll, Alexander's march, the auction, then trade and build (G9-G13)."""

    code = "not_now"
    rule = "G13"
    template = "This cannot be done now; due: {due}."


class NotYourTurn(MoveRefused):
    """In an auction it is one seat's turn to bid, pass or pay (G14)."""

    code = "not_your_turn"
    rule = "G14"
    template = "Seat {seat} cannot do this now; seats to act: {acting}."


class BidTooLow(MoveRefused):
    """Each bid is higher than the last; the first is 1 or more (G14)."""

    code = "bid_too_low"
    rule = "G14"
    template = "The bid {bid} is too low; it must be {least} or more."


class BidTooHigh(MoveRefused):
    """Bids stay within the seat's means, unless the option says otherwise (G16)."""

    code = "bid_too_high"
    rule = "G16"
    template = "The bid {bid} cannot be paid; what you hold is worth {most} here."


class NotOfUse(MoveRefused):
    """Each occasion takes its own goods, and gold (G15)."""

    code = "not_of_use"
    rule = "G15"
    template = "This event takes no {goods}; it takes: {useful}."


class NotInHand(MoveRefused):
    """Payments come from the hand (G15)."""

    code = "not_in_hand"
    rule = "G15"
    template = "This payment takes {price}; the hand has {hand}."


class TooManyKnights(MoveRefused):
    """A battle takes knights that lie face up (G15)."""

    code = "too_many_knights"
    rule = "G15"
    template = "{knights} knights cannot be paid with here; there may be at most {most}."


class WrongPayment(MoveRefused):
    """A payment meets the bid; only knights may overpay (G15)."""

    code = "wrong_payment"
    rule = "G15"
    template = "With {knights} knights the bid takes {due} cards and gold, not {given}."


class WrongForfeit(MoveRefused):
    """A seat that cannot pay its bid loses half of its resource cards (G16)."""

    code = "wrong_forfeit"
    rule = "G16"
    template = "The bid cannot be paid; {due} resource cards are lost, not {given}."


class RouteAhead(MoveRefused):
    """Nothing is built on or beside a crossing that Alexander has not passed (G22)."""

    code = "route_ahead"
    rule = "G22"
    template = (
        "Alexander has not yet passed the corner {corner} or one beside it; open to you: {legal}."
    )


class NotTheirAdvisor(MoveRefused):
    """The advisor is taken from a holder with equally many chips (G21)."""

    code = "not_their_advisor"
    rule = "G21"
    template = "The advisor cannot be taken from seat {seat}; name one of: {legal}."
