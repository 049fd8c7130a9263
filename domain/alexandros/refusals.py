"""Every refusal of Alexandros: one class a rule, with its code, rule and sentence."""

from domain.errors import Refused


class NotYourTurn(Refused):
    code = "not_your_turn"
    rule = "A19"
    template = "It is seat {acting}'s turn, not seat {seat}'s; out of turn a seat may only resign."


class AlreadyResigned(Refused):
    code = "already_resigned"
    rule = "A23"
    template = "Seat {seat} has left the game; still playing are: {staying}."


class NoSuchSpace(Refused):
    code = "no_such_space"
    template = "The board has no space {space}; see the board's spaces as [row, column]."


class NoSuchPoint(Refused):
    code = "no_such_point"
    template = "The board has no point {point}; see the board's points as [x, y]."


# The order of a turn
class CardNotChosen(Refused):
    code = "card_not_chosen"
    rule = "A1"
    template = (
        "Seat {seat} chooses a card first: of the display or, for the special march, its own."
    )


class CardAlreadyChosen(Refused):
    code = "card_already_chosen"
    rule = "A1"
    template = "The card is chosen: Alexander marches to a {symbol} space now."


class MarchFirst(Refused):
    code = "march_first"
    rule = "A4"
    template = "Alexander marches before anything else; {due} is due."


class MarchOver(Refused):
    code = "march_over"
    rule = "A1"
    template = "A turn has one march, and this turn's is done; {left} actions are left."


class MarchSkipped(Refused):
    code = "march_skipped"
    rule = "A9"
    template = "This turn has no march, as no space could be marched to; {left} actions are left."


class NoActionsLeft(Refused):
    code = "no_actions_left"
    rule = "A19"
    template = "Both actions of turn {turn} are used; what is left is to end the turn."


# Cards
class DisplaySlotEmpty(Refused):
    code = "display_slot_empty"
    rule = "A10"
    template = "Display slot {slot} is empty; the display shows: {display}."


class CardNotInHand(Refused):
    code = "card_not_in_hand"
    rule = "A1"
    template = "There is no {card} card in the hand of seat {seat}, which holds: {hand}."


class SupplyExhausted(Refused):
    code = "supply_exhausted"
    rule = "A11"
    template = "Supply and discard are both empty; there are the display's cards: {display}."


# The march
class JokerNeeded(Refused):
    code = "joker_needed"
    rule = "A6"
    template = (
        "No {card} space can be marched to, so this card is a joker: name one of {marchable}."
    )


class JokerNotDue(Refused):
    code = "joker_not_due"
    rule = "A6"
    template = "The {card} card is no joker, as there is a {card} space to march to."


class JokerSymbolUnreachable(Refused):
    code = "joker_symbol_unreachable"
    rule = "A6"
    template = "A joker leads to no {joker} space now; it can name: {marchable}."


class HandCardUseless(Refused):
    code = "hand_card_useless"
    rule = "A6"
    template = (
        "A hand card is never a joker and no {card} space can be marched to; "
        "hand cards that lead somewhere are of: {marchable}."
    )


class SpaceNotOfSymbol(Refused):
    code = "space_not_of_symbol"
    rule = "A4"
    template = "The space {space} is {found}; the march goes to one of the {symbol} spaces {legal}."


class SpaceNotFree(Refused):
    code = "space_not_free"
    rule = "A2"
    template = "The space {space} is not free: {why}. Alexander may march to {legal}."


class SpaceNotClosest(Refused):
    code = "space_not_closest"
    rule = "A4"
    template = (
        "The space {space} is {distance} sides away; the closest free {symbol} spaces that can be "
        "paid for are {legal}, at {closest}."
    )


class SpaceNotPayable(Refused):
    code = "space_not_payable"
    rule = "A8"
    template = (
        "No way to the space {space} can be paid with the {left} walls left; "
        "Alexander may march to {legal}."
    )


class PathStartsElsewhere(Refused):
    code = "path_starts_elsewhere"
    rule = "A4"
    template = "The path begins at {start}, but Alexander stands on {point}."


class PathEndsElsewhere(Refused):
    code = "path_ends_elsewhere"
    rule = "A4"
    template = "The path ends at {end}, which is no point of the space {space}; those are {legal}."


class PathBroken(Refused):
    code = "path_broken"
    rule = "A4"
    template = "No side of the board joins {one} and {other}; from {one} sides lead to {legal}."


class PathNotShortest(Refused):
    code = "path_not_shortest"
    rule = "A4"
    template = "The path has {length} sides; the shortest ways to {end} have {shortest}."


class NotEnoughWalls(Refused):
    code = "not_enough_walls"
    rule = "A8"
    template = "The path needs {needed} new walls, but only {left} are left; choose a cheaper way."


# Provinces
class ProvinceWithoutSymbol(Refused):
    code = "province_without_symbol"
    rule = "A13"
    template = "The province around {space} has no symbol space, so it cannot be occupied."


class ProvinceHeld(Refused):
    code = "province_held"
    rule = "A13"
    template = "The province around {space} is held by seat {holder}: only {legal}."


class ProvinceNotHeld(Refused):
    code = "province_not_held"
    rule = "A14"
    template = "Nobody holds the province around {space}: it is occupied, not taken over."


class ProvinceYourOwn(Refused):
    code = "province_your_own"
    rule = "A14"
    template = "The province around {space} is your own; one takes over those of other seats."


class GovernorOutside(Refused):
    code = "governor_outside"
    rule = "A13"
    template = "The space {space} is not in that province; its symbol spaces are {legal}."


class GovernorOnOpenSpace(Refused):
    code = "governor_on_open_space"
    rule = "A13"
    template = "The space {space} is open; governors stand on symbol spaces: {legal}."


class GovernorsMissing(Refused):
    code = "governors_missing"
    rule = "A13"
    template = "That takes {needed} governors; seat {seat} has {left} in supply."


class CardsMissing(Refused):
    code = "cards_missing"
    rule = "A13"
    template = (
        "The other symbol spaces cost {needed}; the hand lacks {lacking}. "
        "Another governor may stand in for a card."
    )


class TakeoverCardsMissing(Refused):
    code = "takeover_cards_missing"
    rule = "A14"
    template = (
        "Two cards for each governor of the holder and one for each symbol space without one of "
        "yours are {needed}; the hand lacks {lacking}."
    )


class CompensationMissing(Refused):
    code = "compensation_missing"
    rule = "A15"
    template = "Seat {loser} is due {due} of the cards played ({paid}) as compensation."


class CompensationNotDue(Refused):
    code = "compensation_not_due"
    rule = "A15"
    template = "In a game for two the loser of a province gets no cards; leave compensation out."


class CompensationWrongNumber(Refused):
    code = "compensation_wrong_number"
    rule = "A15"
    template = "A compensation of {given} cards was named; due are {due} of those played ({paid})."


class CompensationNotPlayed(Refused):
    code = "compensation_not_played"
    rule = "A15"
    template = "The compensation ({given}) is taken from the cards played, which are: {paid}."


# Taxes and recall
class AlreadyLevied(Refused):
    code = "already_levied"
    rule = "A16"
    template = "Taxes are levied once a turn, and turn {turn} has had its levy."


class LevyCardMissing(Refused):
    code = "levy_card_missing"
    rule = "A16"
    template = "There is no {card} card in the hand of seat {seat}, which holds: {hand}."


class LevyCardUnmatched(Refused):
    code = "levy_card_unmatched"
    rule = "A16"
    template = "No governor of seat {seat} stands on a {card} space; they stand on: {legal}."


class GovernorNotThere(Refused):
    code = "governor_not_there"
    rule = "A17"
    template = "Seat {seat} has no governor on {space}; its governors stand on {legal}."
