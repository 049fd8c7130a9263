"""Every refusal of heap."""

from domain.errors import Refused


class MoveRefused(Refused):
    """A move that the rules of heap do not allow."""

    ruleset = "heap"


class NotYourTurn(MoveRefused):
    """Seats take in turn."""

    code = "not_your_turn"
    rule = "H1"
    template = "It is seat {acting}'s turn, not seat {seat}'s."


class TooMany(MoveRefused):
    """A seat takes no more than the heap and the option allow."""

    code = "too_many"
    rule = "H1"
    template = "{number} stones are too many; at most {most} can be taken."


class AlreadyResigned(MoveRefused):
    """A seat leaves once."""

    code = "already_resigned"
    rule = "H2"
    template = "Seat {seat} has left the game."
