"""The refusals of Alexandros, with code, rule and sentence."""

from domain.errors import Refused


class MoveRefused(Refused):
    """A move that the rules of Alexandros, or its board, do not allow."""

    ruleset = "alexandros"


class NotYourTurn(MoveRefused):
    """One seat at a time is on turn."""

    code = "not_your_turn"
    rule = "A19"
    template = "It is seat {acting}'s turn, not seat {seat}'s; out of turn a seat may only resign."


class AlreadyResigned(MoveRefused):
    """A seat leaves once."""

    code = "already_resigned"
    rule = "A23"
    template = "Seat {seat} has left the game; still playing: {staying}."


class NoSuchSpace(MoveRefused):
    """Spaces are named by row and column."""

    code = "no_such_space"
    template = "The board has no space {space}; see the board's spaces as [row, column]."


class NoSuchPoint(MoveRefused):
    """Points are named by x and y."""

    code = "no_such_point"
    template = "The board has no point {point}; see the board's points as [x, y]."


# The order of a turn
class CardNotChosen(MoveRefused):
    """A turn begins with the choice of a card."""

    code = "card_not_chosen"
    rule = "A1"
    template = (
        "Seat {seat} chooses a card first: of the display or, for the special march, its own."
    )


class CardAlreadyChosen(MoveRefused):
    """One card is chosen a turn."""

    code = "card_already_chosen"
    rule = "A1"
    template = "The card is chosen: Alexander marches to a {symbol} space now."


class MarchFirst(MoveRefused):
    """The march comes before the actions."""

    code = "march_first"
    rule = "A4"
    template = "Alexander marches before anything else; a {symbol} space is due."


class CardAndMarchFirst(MarchFirst):
    """The choice of a card comes before the march."""

    case = "card"
    template = "Alexander marches before anything else; the choice of a card is due."


class MarchOver(MoveRefused):
    """There is one march a turn."""

    code = "march_over"
    rule = "A1"
    template = "A turn has one march, and this turn's is done; actions left: {left}."


class MarchSkipped(MoveRefused):
    """If no march is possible, the turn begins with the actions."""

    code = "march_skipped"
    rule = "A9"
    template = "This turn has no march, as no space could be marched to; actions left: {left}."


class NoActionsLeft(MoveRefused):
    """There are two actions a turn."""

    code = "no_actions_left"
    rule = "A19"
    template = "Both actions of turn {turn} are used; end the turn."


# Cards
class DisplaySlotEmpty(MoveRefused):
    """An emptied display slot is refilled at the turn's end."""

    code = "display_slot_empty"
    rule = "A10"
    template = "Display slot {slot} is empty; the display shows: {display}."


class CardNotInHand(MoveRefused):
    """The special march discards a card of one's own."""

    code = "card_not_in_hand"
    rule = "A1"
    template = "There is no {card} card in the hand of seat {seat}, which holds: {hand}."


class SupplyExhausted(MoveRefused):
    """With supply and discard empty there is nothing to draw."""

    code = "supply_exhausted"
    rule = "A11"
    template = "Supply and discard are both empty; the display has: {display}."


# The march
class JokerNeeded(MoveRefused):
    """A display card without a space to march to is a joker."""

    code = "joker_needed"
    rule = "A6"
    template = (
        "No {card} space can be marched to, so this card is a joker: name one of {marchable}."
    )


class JokerNotDue(MoveRefused):
    """A display card with a space to march to is no joker."""

    code = "joker_not_due"
    rule = "A6"
    template = "The {card} card is no joker, as there is a {card} space to march to."


class JokerSymbolUnreachable(MoveRefused):
    """A joker names a symbol that has a space to march to."""

    code = "joker_symbol_unreachable"
    rule = "A6"
    template = "A joker leads to no {joker} space now; it can name: {marchable}."


class HandCardUseless(MoveRefused):
    """A hand card is never a joker."""

    code = "hand_card_useless"
    rule = "A6"
    template = (
        "A hand card is never a joker and no {card} space can be marched to; "
        "hand cards that lead somewhere are of: {marchable}."
    )


class SpaceNotOfSymbol(MoveRefused):
    """The march goes to a space of the symbol chosen."""

    code = "space_not_of_symbol"
    rule = "A4"
    template = (
        "The space {space} shows {found}; the march goes to one of the {symbol} spaces {legal}."
    )


# A case of its own: "shows open" would be no sentence, and translations need one template a case.
class SpaceOpen(SpaceNotOfSymbol):
    """No symbol leads to an open space."""

    case = "open"
    template = (
        "The space {space} is an open space; the march goes to one of the {symbol} spaces {legal}."
    )


# One code for the rule; its three cases choose only the sentence.
class SpaceNotFree(MoveRefused):
    """The march goes to a free space."""

    code = "space_not_free"
    rule = "A2"


class SpaceGoverned(SpaceNotFree):
    """A governor keeps Alexander out."""

    case = "governor"
    template = (
        "The space {space} is not free: a governor of seat {holder} stands on it. "
        "Alexander may march to {legal}."
    )


class SpaceOccupied(SpaceNotFree):
    """Alexander does not march to his own space."""

    case = "alexander"
    template = (
        "The space {space} is not free: Alexander occupies it. Alexander may march to {legal}."
    )


class SpaceWalled(SpaceNotFree):
    """A wall on one side is enough."""

    case = "wall"
    template = (
        "The space {space} is not free: a wall stands on its side {side}. "
        "Alexander may march to {legal}."
    )


class SpaceNotClosest(MoveRefused):
    """The march goes to a closest space."""

    code = "space_not_closest"
    rule = "A4"
    template = (
        "The space {space} is {distance} sides away; the closest free {symbol} spaces that can be "
        "paid for are {legal}, at {closest}."
    )


class SpaceNotPayable(MoveRefused):
    """The remaining walls can pay a path to the space."""

    code = "space_not_payable"
    rule = "A8"
    template = (
        "No path to the space {space} can be paid with the {left} walls left; "
        "Alexander may march to {legal}."
    )


class PathStartsElsewhere(MoveRefused):
    """The path begins where Alexander stands."""

    code = "path_starts_elsewhere"
    rule = "A4"
    template = "The path begins at {start}, but Alexander stands on {point}."


class PathEndsElsewhere(MoveRefused):
    """The path ends on a point of the space."""

    code = "path_ends_elsewhere"
    rule = "A4"
    template = "The path ends at {end}, which is no point of the space {space}; those are {legal}."


class PathBroken(MoveRefused):
    """The path follows the sides of the board."""

    code = "path_broken"
    rule = "A4"
    template = "No side of the board joins {one} and {other}; from {one} sides lead to {legal}."


class PathNotShortest(MoveRefused):
    """The path is a shortest one to its last point."""

    code = "path_not_shortest"
    rule = "A4"
    template = "The path has {length} sides; the shortest paths to {end} have {shortest}."


class NotEnoughWalls(MoveRefused):
    """The remaining walls can pay the path."""

    code = "not_enough_walls"
    rule = "A8"
    template = "The path needs {needed} new walls, but only {left} are left; choose a cheaper path."
