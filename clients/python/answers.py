"""The API's answers as types, made from its document by `make types`; do not edit."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class AbandonedData(TypedDict):
    """The data of `abandoned`."""

    reason: Literal["never_filled", "nobody_moved"]
    since: str


class AbandonedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["abandoned"]
    seat: int | None
    data: AbandonedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AccessToken(TypedDict):
    """A player's named token for a program."""

    id: str
    name: str
    scopes: list[Literal["account", "bot", "notices", "play", "read"]]
    created_at: str
    expires_at: str
    last_used: str | None
    current: bool


class AccessTokenMade(TypedDict):
    """A new token with its secret."""

    id: str
    name: str
    scopes: list[Literal["account", "bot", "notices", "play", "read"]]
    created_at: str
    expires_at: str
    last_used: str | None
    current: bool
    token: str


class AccessTokens(TypedDict):
    """The player's tokens with scopes."""

    tokens: list[AccessToken]


class AccountEvent(TypedDict):
    """An event of a player's stream."""

    kind: str
    at: str
    game_id: NotRequired[str]
    challenge_id: NotRequired[str]
    notice: NotRequired[str]
    version: NotRequired[int]
    game: NotRequired[MyGame | None]


class AccountInvitation(TypedDict):
    """An invitation to make an account here; it has nothing to do with a game."""

    invitation_id: str
    uses: int
    uses_left: int
    created_at: str
    expires_at: str
    players: list[str]


class AccountInvitationMade(TypedDict):
    """A new invitation, with its token."""

    invitation_id: str
    uses: int
    uses_left: int
    created_at: str
    expires_at: str
    players: list[str]
    token: str
    link: str


class AccountInvitationMailed(TypedDict):
    """An invitation to make an account is on its way by mail."""

    expires_at: str


class ActDone(TypedDict):
    """An act that was done."""

    action: str
    subject: str
    logged: Literal["new", "reason_changed", "known"]


class AlexanderTheGreatAccepted(TypedDict):
    """The result of a command."""

    version: int
    latest: int
    events: list[AlexanderTheGreatEvent]
    view: AlexanderTheGreatView
    moves: NotRequired[list[AlexanderTheGreatMove]]


AlexanderTheGreatAdvisorChosenData = TypedDict(
    "AlexanderTheGreatAdvisorChosenData",
    {
        "from": "int",
        "advisors": "list[AlexanderTheGreatAdvisor | None]",
        "chooser": "int | None",
        "result": NotRequired["Result"],
        "luck": NotRequired["list[Draw] | None"],
    },
)


class AlexanderTheGreatAdvisorChosenEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["advisor_chosen"]
    seat: int | None
    data: AlexanderTheGreatAdvisorChosenData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexanderTheGreatAdvisorFacts(TypedDict):
    """The advisor that `choose_advisor` takes."""

    notation: str
    advisor: AlexanderTheGreatAdvisor | None


class AlexanderTheGreatAlexandersPlace(TypedDict):
    """Alexander's place: the last crossing he passed, -1 at the start."""

    crossing: int
    corner: int
    barred: bool


class AlexanderTheGreatAnswerTradeMove(TypedDict):
    """Accept, refuse or counter the offer, in goods this seat would get and give (S10)."""

    type: Literal["answer_trade"]
    accept: bool
    get: NotRequired[AlexanderTheGreatTradedCards | None]
    give: NotRequired[AlexanderTheGreatTradedCards | None]


AlexanderTheGreatAuction = TypedDict(
    "AlexanderTheGreatAuction",
    {
        "event": "AlexanderTheGreatOccasion",
        "takes": "list[AlexanderTheGreatGood]",
        "crossing": "int",
        "seat": "int",
        "bids": "list[AlexanderTheGreatSeatBid]",
        "high": "AlexanderTheGreatHighBid | None",
        "in": "list[int]",
        "knights": "list[int]",
    },
)


class AlexanderTheGreatAuctionPaidData(TypedDict):
    """The winner paid, and got a settlement on `corner` (G18) or the chip (G19).      `advisors`
    are those held then, by seat; `chooser` has to choose a holder (G21)."""

    cards: AlexanderTheGreatGoods
    knights: int
    corner: int | None
    chip: AlexanderTheGreatOccasion | None
    advisors: list[AlexanderTheGreatAdvisor | None]
    chooser: int | None
    honours: AlexanderTheGreatHonours
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class AlexanderTheGreatAuctionPaidEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["auction_paid"]
    seat: int | None
    data: AlexanderTheGreatAuctionPaidData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexanderTheGreatBidFacts(TypedDict):
    """The means for a `bid`; one with `may_be` stands for all bids up to that (G16)."""

    notation: str
    affordable: bool
    may_be: NotRequired[int]


class AlexanderTheGreatBidForfeitedData(TypedDict):
    """The winner could not pay and lost half of its resource cards; the others bid again (G16)."""

    cards: AlexanderTheGreatGoods
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class AlexanderTheGreatBidForfeitedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["bid_forfeited"]
    seat: int | None
    data: AlexanderTheGreatBidForfeitedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexanderTheGreatBidMadeData(TypedDict):
    """A seat bid; `winner` if no other seat is left to bid (G14)."""

    bid: int
    winner: int | None
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class AlexanderTheGreatBidMadeEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["bid_made"]
    seat: int | None
    data: AlexanderTheGreatBidMadeData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexanderTheGreatBidMove(TypedDict):
    """Bid more than the highest bid (G14)."""

    type: Literal["bid"]
    bid: int


class AlexanderTheGreatBoard(TypedDict):
    """A board as `POST /games` accepts it; `id` is null for a board of one's own."""

    id: str | None
    title: str
    hexes: list[AlexanderTheGreatBoardHex]
    harbours: list[AlexanderTheGreatBoardHarbour]
    names: list[AlexanderTheGreatBoardName]
    start: int
    route: list[AlexanderTheGreatBoardCrossing]


class AlexanderTheGreatBoardCrossing(TypedDict):
    """A crossing of the route."""

    corner: int
    kind: AlexanderTheGreatKind
    name: str


class AlexanderTheGreatBoardHarbour(TypedDict):
    """A harbour on an edge; the resource is null if it takes any."""

    edge: int
    resource: AlexanderTheGreatResource | None


class AlexanderTheGreatBoardHex(TypedDict):
    """A hex of a board."""

    hex: list[int]
    terrain: AlexanderTheGreatTerrain
    token: int | None


class AlexanderTheGreatBoardName(TypedDict):
    """A name on the map, of a hex or of a corner."""

    name: str
    hex: NotRequired[list[int]]
    corner: NotRequired[int]


class AlexanderTheGreatBuildCityMove(TypedDict):
    """Replace a settlement with a city (S2, S8)."""

    type: Literal["build_city"]
    corner: int


class AlexanderTheGreatBuildRoadMove(TypedDict):
    """Build a road on an edge; free in the set-up and by a card (S4, S9)."""

    type: Literal["build_road"]
    edge: int


class AlexanderTheGreatBuildSettlementMove(TypedDict):
    """Build a settlement on a corner; free in the set-up (S4, S9)."""

    type: Literal["build_settlement"]
    corner: int


class AlexanderTheGreatBuyDevelopmentCardMove(TypedDict):
    """Buy the deck's top card (S8)."""

    type: Literal["buy_development_card"]


class AlexanderTheGreatCardsDiscardedData(TypedDict):
    """A seat discarded (S7)."""

    seat: int
    cards: AlexanderTheGreatGoods
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class AlexanderTheGreatCardsDiscardedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["cards_discarded"]
    seat: int | None
    data: AlexanderTheGreatCardsDiscardedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexanderTheGreatChipCounts(TypedDict):
    """Chips by kind, zeros included."""

    hunger: int
    bridge: int
    battle: int
    statue: int


AlexanderTheGreatChooseAdvisorMove = TypedDict(
    "AlexanderTheGreatChooseAdvisorMove", {"type": "Literal['choose_advisor']", "from": "int"}
)


class AlexanderTheGreatCityBuiltData(TypedDict):
    """A settlement was replaced with a city."""

    corner: int
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class AlexanderTheGreatCityBuiltEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["city_built"]
    seat: int | None
    data: AlexanderTheGreatCityBuiltData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexanderTheGreatCloseTradeMove(TypedDict):
    """Trade with a seat on the terms of its answer (S10)."""

    type: Literal["close_trade"]
    seat: int


class AlexanderTheGreatCreatedData(TypedDict):
    """The first event's data; `secret` (hex) is hidden from everyone until the game is over.
    `game_id` is None in games of schema 1. `server_key` (hex) is the public key that the server
    signed with as the game was made, where its maker asked for it."""

    ruleset: Literal["alexander_the_great"]
    rules_version: int
    board: AlexanderTheGreatBoard
    options: AlexanderTheGreatOptions
    seats: int
    first_seat: int | None
    undo: Literal["consent", "drawn_stays", "free", "off"] | Literal["by_seats"]
    title: str
    listed: bool
    deadline: RecordedDeadline | None
    creator: str
    chance: RecordedChanceTerms
    secret: str | None
    study: NotRequired[RecordedStudy | None]
    game_id: NotRequired[str]
    server_key: NotRequired[str]


class AlexanderTheGreatCreatedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["created"]
    seat: int | None
    data: AlexanderTheGreatCreatedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexanderTheGreatCrossing(TypedDict):
    """A crossing of the route; its chip is null until Alexander has passed it."""

    corner: int
    kind: AlexanderTheGreatKind
    name: str
    passed: bool
    chip: AlexanderTheGreatOccasion | None


class AlexanderTheGreatDealtData(TypedDict):
    """The opening: first seat, robber, deck, chips, hands, the draws for the first turn, and the
    reserve after them."""

    first_seat: int
    robber: list[int]
    deck: list[AlexanderTheGreatDevelopment] | None
    chips: list[AlexanderTheGreatOccasion] | None
    hands: list[AlexanderTheGreatGoods | None]
    draws: list[AlexanderTheGreatGood | None]
    reserve: list[AlexanderTheGreatGood] | None
    result: NotRequired[Result]


class AlexanderTheGreatDeclined(TypedDict):
    """The terms of an offer, and the seats that have refused them and whose hands have not changed
    since."""

    give: AlexanderTheGreatGoods
    get: AlexanderTheGreatGoods
    seats: list[int]


class AlexanderTheGreatDevelopmentCardBoughtData(TypedDict):
    """The deck's top card was bought (S8)."""

    card: AlexanderTheGreatDevelopment | None
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class AlexanderTheGreatDevelopmentCardBoughtEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["development_card_bought"]
    seat: int | None
    data: AlexanderTheGreatDevelopmentCardBoughtData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexanderTheGreatDevelopmentCounts(TypedDict):
    """Development cards by kind, zeros included."""

    knight: int
    victory_point: int
    road_building: int
    year_of_plenty: int
    monopoly: int


class AlexanderTheGreatDiceRolledData(TypedDict):
    """The dice were rolled; by seat the gains (S6), or the number of cards to discard (S7)."""

    dice: list[int]
    gains: list[AlexanderTheGreatGoods]
    owed: list[int]
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class AlexanderTheGreatDiceRolledEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["dice_rolled"]
    seat: int | None
    data: AlexanderTheGreatDiceRolledData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexanderTheGreatDiscardMove(TypedDict):
    """Discard half of the hand after a seven (S7)."""

    type: Literal["discard"]
    cards: AlexanderTheGreatCards


class AlexanderTheGreatEndTurnMove(TypedDict):
    """End the turn (S5)."""

    type: Literal["end_turn"]


class AlexanderTheGreatExport(TypedDict):
    """A game as one document."""

    format: str
    game_id: str
    ruleset: Literal["alexander_the_great"]
    rules_version: int
    status: Literal["open", "live", "finished", "cancelled", "abandoned"]
    complete: bool
    redacted: bool
    seats: list[Seat]
    version: int
    hash: str
    events: list[AlexanderTheGreatEvent]
    broken: NotRequired[Broken]
    imported: NotRequired[Imported]


class AlexanderTheGreatGoodCounts(TypedDict):
    """Cards by resource, and gold, zeros included."""

    brick: int
    lumber: int
    wool: int
    grain: int
    ore: int
    gold: int


class AlexanderTheGreatGoods(TypedDict):
    """Cards by resource, and gold, without zeros."""

    brick: NotRequired[int]
    lumber: NotRequired[int]
    wool: NotRequired[int]
    grain: NotRequired[int]
    ore: NotRequired[int]
    gold: NotRequired[int]


class AlexanderTheGreatHighBid(TypedDict):
    """The highest bid."""

    seat: int
    bid: int


class AlexanderTheGreatHonours(TypedDict):
    """Each seat's longest road, and the holders of the longest road and largest army (S11)."""

    roads: list[int]
    longest_road: int | None
    largest_army: int | None


class AlexanderTheGreatMarchFacts(TypedDict):
    """The crossing that `march` leads to."""

    notation: str
    crossing: int


class AlexanderTheGreatMarchMove(TypedDict):
    """Move Alexander over the next crossing (G11)."""

    type: Literal["march"]


class AlexanderTheGreatMarchedData(TypedDict):
    """Alexander passed a crossing; its chip was turned up, its auction began (G12)."""

    crossing: int
    chip: AlexanderTheGreatOccasion | None
    auction: AlexanderTheGreatOccasion | None
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class AlexanderTheGreatMarchedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["marched"]
    seat: int | None
    data: AlexanderTheGreatMarchedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexanderTheGreatMonopolyPlayedData(TypedDict):
    """All cards of a resource were taken; `taken` is their number by seat (S2)."""

    resource: AlexanderTheGreatGood
    taken: list[int]
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class AlexanderTheGreatMonopolyPlayedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["monopoly_played"]
    seat: int | None
    data: AlexanderTheGreatMonopolyPlayedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexanderTheGreatMoveRobberMove(TypedDict):
    """Move the robber after a seven, and rob a seat beside it (S7)."""

    type: Literal["move_robber"]
    hex: list[int]
    victim: NotRequired[int | None]


class AlexanderTheGreatMoves(TypedDict):
    """Legal moves of the viewer's seat."""

    version: int
    complete: bool
    moves: list[AlexanderTheGreatMove]
    facts: list[AlexanderTheGreatFacts]
    view: NotRequired[AlexanderTheGreatView]


class AlexanderTheGreatNotationFacts(TypedDict):
    """The facts of any move: its notation."""

    notation: str


class AlexanderTheGreatOffer(TypedDict):
    """The active seat's offer; each seat's answer: null until it comes, `refused`, or the     terms
    accepted."""

    give: AlexanderTheGreatGoods
    get: AlexanderTheGreatGoods
    answers: list[Literal["refused"] | AlexanderTheGreatTerms | None]


class AlexanderTheGreatOfferTradeMove(TypedDict):
    """Offer goods to all other seats, for other goods (S10)."""

    type: Literal["offer_trade"]
    give: AlexanderTheGreatTradedCards
    get: AlexanderTheGreatTradedCards


class AlexanderTheGreatOptions(TypedDict):
    """The options, defaults included."""

    target_points: int
    starting_gold: Literal[8, 0]
    overbidding: Literal["capped", "penalty"]
    robber: int


class AlexanderTheGreatPassMove(TypedDict):
    """Bid no more in this auction (G14)."""

    type: Literal["pass"]


class AlexanderTheGreatPassedData(TypedDict):
    """A seat passed; `winner` now has to pay, `nobody` if no seat has bid (G17)."""

    winner: int | None
    nobody: bool
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class AlexanderTheGreatPassedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["passed"]
    seat: int | None
    data: AlexanderTheGreatPassedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexanderTheGreatPayMove(TypedDict):
    """Pay the bid (G15), or half of the resource cards if the bid cannot be paid (G16)."""

    type: Literal["pay"]
    cards: AlexanderTheGreatTradedCards
    knights: NotRequired[int]


class AlexanderTheGreatPaymentFacts(TypedDict):
    """The cost of `pay`; true if it is the forfeit of a seat that cannot pay (G16)."""

    notation: str
    cost: AlexanderTheGreatGoods
    knights: int
    forfeit: bool


class AlexanderTheGreatPlayKnightMove(TypedDict):
    """Play a knight: move the robber and rob a seat beside it (S5, S7)."""

    type: Literal["play_knight"]
    hex: list[int]
    victim: NotRequired[int | None]


class AlexanderTheGreatPlayMonopolyMove(TypedDict):
    """Take all cards of a resource from the other seats (S2)."""

    type: Literal["play_monopoly"]
    resource: Literal["brick", "grain", "lumber", "ore", "wool"]


class AlexanderTheGreatPlayRoadBuildingMove(TypedDict):
    """Play the card for two free roads, to be built at once (S5)."""

    type: Literal["play_road_building"]


class AlexanderTheGreatPlayYearOfPlentyMove(TypedDict):
    """Take two cards from the bank (S2)."""

    type: Literal["play_year_of_plenty"]
    cards: AlexanderTheGreatCards


class AlexanderTheGreatPrices(TypedDict):
    """The prices of moves, by type (S8)."""

    build_road: AlexanderTheGreatGoods
    build_settlement: AlexanderTheGreatGoods
    build_city: AlexanderTheGreatGoods
    buy_development_card: AlexanderTheGreatGoods


class AlexanderTheGreatResignMove(TypedDict):
    """Leave the game."""

    type: Literal["resign"]


class AlexanderTheGreatResignedData(TypedDict):
    """A seat left; if its own turn passed on, the others drew from the reserve (G8)."""

    seat: int
    honours: AlexanderTheGreatHonours
    draws: list[AlexanderTheGreatGood | None]
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class AlexanderTheGreatResignedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["resigned"]
    seat: int | None
    data: AlexanderTheGreatResignedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexanderTheGreatResourceCounts(TypedDict):
    """Cards by resource, zeros included."""

    brick: int
    lumber: int
    wool: int
    grain: int
    ore: int


class AlexanderTheGreatRoadBuildingPlayedData(TypedDict):
    """Free roads are due: two, or as many as can be laid (S5)."""

    roads: int
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class AlexanderTheGreatRoadBuildingPlayedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["road_building_played"]
    seat: int | None
    data: AlexanderTheGreatRoadBuildingPlayedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexanderTheGreatRoadBuiltData(TypedDict):
    """A road was built; in the set-up the next settlement is then due (S4)."""

    edge: int
    paid: AlexanderTheGreatGoods
    honours: AlexanderTheGreatHonours
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class AlexanderTheGreatRoadBuiltEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["road_built"]
    seat: int | None
    data: AlexanderTheGreatRoadBuiltData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexanderTheGreatRobberMovedData(TypedDict):
    """The robber was moved, by a seven or a knight (S7); `stolen` is the resource     taken, at the
    thief's and the victim's seat, None at every other."""

    hex: list[int]
    victim: int | None
    stolen: list[AlexanderTheGreatGood | None]
    by_knight: bool
    honours: AlexanderTheGreatHonours
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class AlexanderTheGreatRobberMovedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["robber_moved"]
    seat: int | None
    data: AlexanderTheGreatRobberMovedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexanderTheGreatRollMove(TypedDict):
    """Roll the dice (S5)."""

    type: Literal["roll"]


class AlexanderTheGreatSeatBid(TypedDict):
    """A seat's bid; null for a pass."""

    seat: int
    bid: int | None


class AlexanderTheGreatSeatState(TypedDict):
    """A seat's points, pieces, cards, gold, chips, advisor and rates of trade; null if hidden
    from the viewer."""

    points: int
    hidden_points: int | None
    settlements: list[int]
    cities: list[int]
    roads: list[int]
    settlements_left: int
    cities_left: int
    roads_left: int
    cards: int
    hand: AlexanderTheGreatResourceCounts | None
    development_cards: int
    developments: AlexanderTheGreatDevelopmentCounts | None
    bought: AlexanderTheGreatDevelopmentCounts | None
    knights: int
    road_length: int
    owed: int
    resigned: bool
    gold: int
    chips: AlexanderTheGreatChipCounts
    advisor: AlexanderTheGreatAdvisor | None
    rates: AlexanderTheGreatGoodCounts


class AlexanderTheGreatSeatTakenData(TypedDict):
    """The data of a taken seat; in the event of the last one, `dealt` is the opening."""

    seat: int
    player: str | None
    bot: str | None
    contribution: str | None
    dealt: AlexanderTheGreatDealtData | None
    luck: NotRequired[list[Draw] | None]


class AlexanderTheGreatSeatTakenEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["seat_taken"]
    seat: int | None
    data: AlexanderTheGreatSeatTakenData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexanderTheGreatSettlementBuiltData(TypedDict):
    """A settlement was built; the second of the set-up brings `gains` (S4)."""

    corner: int
    paid: AlexanderTheGreatGoods
    gains: AlexanderTheGreatGoods
    honours: AlexanderTheGreatHonours
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class AlexanderTheGreatSettlementBuiltEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["settlement_built"]
    seat: int | None
    data: AlexanderTheGreatSettlementBuiltData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexanderTheGreatState(TypedDict):
    """A position of Alexander the Great."""

    harbours: list[AlexanderTheGreatBoardHarbour]
    robber: list[int]
    bank: AlexanderTheGreatResourceCounts
    deck: int
    dice: list[int] | None
    founded_corner: int | None
    free_roads: int
    prices: AlexanderTheGreatPrices
    card_played: bool
    offer: AlexanderTheGreatOffer | None
    declined: list[AlexanderTheGreatDeclined]
    longest_road: int | None
    largest_army: int | None
    hexes: list[AlexanderTheGreatBoardHex]
    gold_bank: int
    reserve: int
    reserve_closed: bool
    alexander: AlexanderTheGreatAlexandersPlace
    route: list[AlexanderTheGreatCrossing]
    chips_removed: int
    auction: AlexanderTheGreatAuction | None
    seats: list[AlexanderTheGreatSeatState]


class AlexanderTheGreatTerms(TypedDict):
    """The goods the offering seat would give and get."""

    give: AlexanderTheGreatGoods
    get: AlexanderTheGreatGoods


class AlexanderTheGreatTopology(TypedDict):
    """Places of hexes and corners, edges by their two corners, and the edges of the coast."""

    hexes: list[AlexanderTheGreatTopologyHex]
    corners: list[list[int]]
    edges: list[list[int]]
    coast: list[int]


class AlexanderTheGreatTopologyHex(TypedDict):
    """A hex, its centre (x in half widths, y in quarters of heights) and its six corners."""

    hex: list[int]
    centre: list[int]
    corners: list[int]


class AlexanderTheGreatTradeAnsweredData(TypedDict):
    """A seat accepted, refused or countered; `give` and `get` are the offering seat's side."""

    seat: int
    accepted: bool
    give: AlexanderTheGreatGoods
    get: AlexanderTheGreatGoods
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class AlexanderTheGreatTradeAnsweredEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["trade_answered"]
    seat: int | None
    data: AlexanderTheGreatTradeAnsweredData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexanderTheGreatTradeClosedData(TypedDict):
    """The active seat traded with another; `give` and `get` are the active seat's (S10)."""

    seat: int
    give: AlexanderTheGreatGoods
    get: AlexanderTheGreatGoods
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class AlexanderTheGreatTradeClosedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["trade_closed"]
    seat: int | None
    data: AlexanderTheGreatTradeClosedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexanderTheGreatTradeFacts(TypedDict):
    """The cost of a move, and its gains as far as they are known."""

    notation: str
    cost: AlexanderTheGreatGoods
    gains: NotRequired[AlexanderTheGreatGoods]


class AlexanderTheGreatTradeOfferedData(TypedDict):
    """Goods were offered for others (S10)."""

    give: AlexanderTheGreatGoods
    get: AlexanderTheGreatGoods
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class AlexanderTheGreatTradeOfferedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["trade_offered"]
    seat: int | None
    data: AlexanderTheGreatTradeOfferedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexanderTheGreatTradeWithBankMove(TypedDict):
    """Give the bank equal goods for one of another kind (S10)."""

    type: Literal["trade_with_bank"]
    give: Literal["brick", "gold", "grain", "lumber", "ore", "wool"]
    get: Literal["brick", "gold", "grain", "lumber", "ore", "wool"]


class AlexanderTheGreatTradeWithdrawnData(TypedDict):
    """The offer was withdrawn."""

    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class AlexanderTheGreatTradeWithdrawnEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["trade_withdrawn"]
    seat: int | None
    data: AlexanderTheGreatTradeWithdrawnData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexanderTheGreatTradedWithBankData(TypedDict):
    """Goods were traded with the bank (S10)."""

    give: AlexanderTheGreatGoods
    get: AlexanderTheGreatGoods
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class AlexanderTheGreatTradedWithBankEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["traded_with_bank"]
    seat: int | None
    data: AlexanderTheGreatTradedWithBankData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexanderTheGreatTurnEndedData(TypedDict):
    """The turn passed on, and each seat drew from the reserve (G8)."""

    draws: list[AlexanderTheGreatGood | None]
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class AlexanderTheGreatTurnEndedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["turn_ended"]
    seat: int | None
    data: AlexanderTheGreatTurnEndedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexanderTheGreatView(TypedDict):
    """A game as the viewer may see it."""

    game_id: str
    ruleset: Literal["alexander_the_great"]
    rules_version: int
    version: int
    head: int
    hash: str
    status: Literal["open", "live", "finished", "cancelled", "abandoned"]
    title: str
    listed: bool
    fair: bool
    study: Study | None
    host: Host
    options: AlexanderTheGreatOptions
    deadline: Deadline | None
    clock: NotRequired[Clock]
    created_at: str
    updated_at: str
    undo: Undo
    stand_ins: list[StandIn]
    seats: list[Seat]
    viewer: Viewer
    to_act: list[int]
    turn: int
    phase: AlexanderTheGreatPhase | None
    state: AlexanderTheGreatState | None
    board: AlexanderTheGreatBoard
    result: Result | None
    join_code: str | None
    kept: list[KeptSeat]
    closed: NotRequired[Closed]
    broken: NotRequired[Broken]
    imported: NotRequired[Imported]


class AlexanderTheGreatWithdrawTradeMove(TypedDict):
    """Withdraw the offer (S10)."""

    type: Literal["withdraw_trade"]


class AlexanderTheGreatYearOfPlentyPlayedData(TypedDict):
    """Two cards were taken from the bank (S2)."""

    cards: AlexanderTheGreatGoods
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class AlexanderTheGreatYearOfPlentyPlayedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["year_of_plenty_played"]
    seat: int | None
    data: AlexanderTheGreatYearOfPlentyPlayedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexandrosAccepted(TypedDict):
    """The result of a command."""

    version: int
    latest: int
    events: list[AlexandrosEvent]
    view: AlexandrosView
    moves: NotRequired[list[AlexandrosMove]]


class AlexandrosAlexandersPlace(TypedDict):
    """Alexander's point and space; `space` is null before the first march."""

    point: list[int]
    space: list[int] | None


class AlexandrosBoard(TypedDict):
    """A board as `POST /games` accepts it; `id` is null for a board of one's own."""

    id: str | None
    title: str
    rows: list[str]
    start: list[int]
    places: list[AlexandrosPlace]


AlexandrosCardChosenData = TypedDict(
    "AlexandrosCardChosenData",
    {
        "from": "Literal['display', 'hand']",
        "slot": "Literal[0, 1] | None",
        "card": "AlexandrosSymbol",
        "joker": "AlexandrosSymbol | None",
        "refill": "AlexandrosSymbol | None",
        "reshuffled": "bool",
        "supply": "list[AlexandrosSymbol] | None",
        "result": NotRequired["Result"],
        "luck": NotRequired["list[Draw] | None"],
    },
)


class AlexandrosCardChosenEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["card_chosen"]
    seat: int | None
    data: AlexandrosCardChosenData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexandrosCardFacts(TypedDict):
    """Whether `choose_card` or `take_card` turns up a card, which only some undo policies undo."""

    notation: str
    reveals: bool


AlexandrosCardTakenData = TypedDict(
    "AlexandrosCardTakenData",
    {
        "from": "Literal['display', 'supply']",
        "slot": "Literal[0, 1] | None",
        "card": "AlexandrosSymbol | None",
        "drawn": "AlexandrosSymbol | None",
        "reshuffled": "bool",
        "supply": "list[AlexandrosSymbol] | None",
        "result": NotRequired["Result"],
        "luck": NotRequired["list[Draw] | None"],
    },
)


class AlexandrosCardTakenEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["card_taken"]
    seat: int | None
    data: AlexandrosCardTakenData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


AlexandrosChooseCardFromDisplayMove = TypedDict(
    "AlexandrosChooseCardFromDisplayMove",
    {
        "type": "Literal['choose_card']",
        "from": "Literal['display']",
        "slot": "Literal[0, 1]",
        "joker": NotRequired["Literal['amphora', 'horse', 'lyre', 'soldier', 'temple']"],
    },
)

AlexandrosChooseCardFromHandMove = TypedDict(
    "AlexandrosChooseCardFromHandMove",
    {
        "type": "Literal['choose_card']",
        "from": "Literal['hand']",
        "card": "Literal['amphora', 'horse', 'lyre', 'soldier', 'temple']",
    },
)


class AlexandrosChosenCardFacts(TypedDict):
    """Whether `choose_card` turns up a card, and the spaces that Alexander may then march to.
    They are the closest free ones that the walls can pay for (A4, A8). A joker has a move for each
    symbol that it may name, with the spaces of that symbol (A6)."""

    notation: str
    reveals: bool
    spaces: list[list[int]]


AlexandrosConquestFacts = TypedDict(
    "AlexandrosConquestFacts",
    {
        "notation": "str",
        "governors": "int",
        "cards": "AlexandrosSomeSymbols",
        "yield": "int",
        "holder": NotRequired["int"],
        "compensation": NotRequired["int"],
    },
)


class AlexandrosCreatedData(TypedDict):
    """The first event's data; `secret` (hex) is hidden from everyone until the game is over.
    `game_id` is None in games of schema 1. `server_key` (hex) is the public key that the server
    signed with as the game was made, where its maker asked for it."""

    ruleset: Literal["alexandros"]
    rules_version: int
    board: AlexandrosBoard
    options: AlexandrosOptions
    seats: int
    first_seat: int | None
    undo: Literal["consent", "drawn_stays", "free", "off"] | Literal["by_seats"]
    title: str
    listed: bool
    deadline: RecordedDeadline | None
    creator: str
    chance: RecordedChanceTerms
    secret: str | None
    study: NotRequired[RecordedStudy | None]
    game_id: NotRequired[str]
    server_key: NotRequired[str]


class AlexandrosCreatedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["created"]
    seat: int | None
    data: AlexandrosCreatedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexandrosDealtData(TypedDict):
    """The opening: one card a seat, two on display, the supply."""

    first_seat: int
    hands: list[AlexandrosSymbol | None]
    display: list[AlexandrosSymbol | None]
    supply: list[AlexandrosSymbol] | None
    march_skipped: bool
    result: NotRequired[Result]


class AlexandrosEndTurnMove(TypedDict):
    """A19: end your turn, even before both actions are used; the display is refilled to two and the
    next seat plays."""

    type: Literal["end_turn"]


class AlexandrosExport(TypedDict):
    """A game as one document."""

    format: str
    game_id: str
    ruleset: Literal["alexandros"]
    rules_version: int
    status: Literal["open", "live", "finished", "cancelled", "abandoned"]
    complete: bool
    redacted: bool
    seats: list[Seat]
    version: int
    hash: str
    events: list[AlexandrosEvent]
    broken: NotRequired[Broken]
    imported: NotRequired[Imported]


class AlexandrosGovernorRecalledData(TypedDict):
    """A governor was taken back (A17)."""

    space: list[int]
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class AlexandrosGovernorRecalledEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["governor_recalled"]
    seat: int | None
    data: AlexandrosGovernorRecalledData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexandrosLevyFacts(TypedDict):
    """The points that `levy_taxes` brings, by seat (A16)."""

    notation: str
    gains: list[int]


class AlexandrosLevyTaxesMove(TypedDict):
    """A16: an action, once a turn. Discard a card that matches the space of one of your governors;
    then every seat scores the open spaces of its provinces with exactly one governor. The target
    score ends the game (A20)."""

    type: Literal["levy_taxes"]
    card: Literal["amphora", "horse", "lyre", "soldier", "temple"]


class AlexandrosMarchFacts(TypedDict):
    """The new walls of a `march`: all, black and red ones (A5, A7)."""

    notation: str
    walls: int
    black: int
    red: int


class AlexandrosMarchMove(TypedDict):
    """A4: march to a closest free space of the symbol, to any of its three points, along any
    shortest path; walls go on every side of the path that has none (A5)."""

    type: Literal["march"]
    space: list[int]
    path: list[list[int]]


class AlexandrosMarchedData(TypedDict):
    """Alexander marched; the new walls are in the order of the path (A5), red ones last (A7)."""

    space: list[int]
    path: list[list[int]]
    black_walls: list[list[list[int]]]
    red_walls: list[list[list[int]]]
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class AlexandrosMarchedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["marched"]
    seat: int | None
    data: AlexandrosMarchedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexandrosMarching(TypedDict):
    """The symbol to march to; `joker` if a joker named it (A6)."""

    symbol: AlexandrosSymbol
    joker: bool


class AlexandrosMoves(TypedDict):
    """Legal moves of the viewer's seat."""

    version: int
    complete: bool
    moves: list[AlexandrosMove]
    facts: list[AlexandrosFacts]
    view: NotRequired[AlexandrosView]


class AlexandrosNotationFacts(TypedDict):
    """The facts of any move: its notation."""

    notation: str


class AlexandrosOccupyMove(TypedDict):
    """A13: an action. Occupy a province nobody holds, with at least one governor of yours. Each of
    its other symbol spaces costs a matching card or another governor; any set of them may get the
    governors."""

    type: Literal["occupy"]
    province: list[int]
    governors: list[list[int]]


class AlexandrosOptions(TypedDict):
    """The options, defaults included."""

    joker: Literal["closest", "any"]
    compensation_rounding: Literal["up", "down"]
    two_seat_compensation: bool
    target_score: int


class AlexandrosPlace(TypedDict):
    """A name on the map."""

    point: list[int]
    name: str


AlexandrosProvince = TypedDict(
    "AlexandrosProvince",
    {
        "spaces": "list[list[int]]",
        "yield": "int",
        "holder": "int | None",
        "governors": "list[list[int]]",
    },
)

AlexandrosProvinceOccupiedData = TypedDict(
    "AlexandrosProvinceOccupiedData",
    {
        "province": "list[int]",
        "governors": "list[list[int]]",
        "paid": "AlexandrosSymbolCounts",
        "yield": "int",
        "result": NotRequired["Result"],
        "luck": NotRequired["list[Draw] | None"],
    },
)


class AlexandrosProvinceOccupiedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["province_occupied"]
    seat: int | None
    data: AlexandrosProvinceOccupiedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


AlexandrosProvinceTakenOverData = TypedDict(
    "AlexandrosProvinceTakenOverData",
    {
        "province": "list[int]",
        "governors": "list[list[int]]",
        "paid": "AlexandrosSymbolCounts",
        "yield": "int",
        "loser": "int",
        "removed": "list[list[int]]",
        "compensation": "AlexandrosSymbolCounts | None",
        "result": NotRequired["Result"],
        "luck": NotRequired["list[Draw] | None"],
    },
)


class AlexandrosProvinceTakenOverEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["province_taken_over"]
    seat: int | None
    data: AlexandrosProvinceTakenOverData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexandrosRecallMove(TypedDict):
    """A17: an action. Take one of your governors back; without any the province is free."""

    type: Literal["recall"]
    space: list[int]


class AlexandrosResignMove(TypedDict):
    """A23: leave the game, at any time while it goes on; your governors and cards leave with you,
    and your score cannot win."""

    type: Literal["resign"]


class AlexandrosResignedData(TypedDict):
    """A seat left with its governors and cards (A23); if it was on turn, the turn passed."""

    seat: int
    governors: list[list[int]]
    cards: AlexandrosSymbolCounts
    refilled: list[AlexandrosSymbol | None]
    reshuffled: bool
    supply: list[AlexandrosSymbol] | None
    next_seat: int | None
    march_skipped: bool
    last_turn: bool
    result: Result | None
    luck: NotRequired[list[Draw] | None]


class AlexandrosResignedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["resigned"]
    seat: int | None
    data: AlexandrosResignedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexandrosSeatState(TypedDict):
    """A seat's score, governors and cards; `hand` is null if hidden from the viewer."""

    score: int
    governors: list[list[int]]
    governors_left: int
    cards: int
    hand: AlexandrosSymbolCounts | None
    resigned: bool


class AlexandrosSeatTakenData(TypedDict):
    """The data of a taken seat; in the event of the last one, `dealt` is the opening."""

    seat: int
    player: str | None
    bot: str | None
    contribution: str | None
    dealt: AlexandrosDealtData | None
    luck: NotRequired[list[Draw] | None]


class AlexandrosSeatTakenEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["seat_taken"]
    seat: int | None
    data: AlexandrosSeatTakenData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexandrosSomeSymbols(TypedDict):
    """Cards by symbol, without zeros."""

    temple: NotRequired[int]
    amphora: NotRequired[int]
    horse: NotRequired[int]
    lyre: NotRequired[int]
    soldier: NotRequired[int]


class AlexandrosState(TypedDict):
    """A position of Alexandros; all lists of spaces, walls and provinces are sorted."""

    alexander: AlexandrosAlexandersPlace
    walls: list[AlexandrosWall]
    walls_left: AlexandrosWallsLeft
    display: list[AlexandrosSymbol | None]
    supply: int
    discard: AlexandrosSymbolCounts
    marching: AlexandrosMarching | None
    actions_left: int
    levied: bool
    last_turn: bool
    quiet_turns: int
    quiet_limit: int
    seats: list[AlexandrosSeatState]
    provinces: list[AlexandrosProvince]


class AlexandrosSymbolCounts(TypedDict):
    """Cards by symbol, zeros included."""

    temple: int
    amphora: int
    horse: int
    lyre: int
    soldier: int


AlexandrosTakeCardFromDisplayMove = TypedDict(
    "AlexandrosTakeCardFromDisplayMove",
    {"type": "Literal['take_card']", "from": "Literal['display']", "slot": "Literal[0, 1]"},
)

AlexandrosTakeCardFromSupplyMove = TypedDict(
    "AlexandrosTakeCardFromSupplyMove",
    {"type": "Literal['take_card']", "from": "Literal['supply']"},
)


class AlexandrosTakeOverMoveCompensation(TypedDict):
    """A15: the cards for the loser: half of all the cards you play, rounded by option, of your
    choice; the moves listed name one choice. Leave it out in a game for two, unless the option says
    otherwise."""

    temple: NotRequired[int]
    amphora: NotRequired[int]
    horse: NotRequired[int]
    lyre: NotRequired[int]
    soldier: NotRequired[int]


class AlexandrosTakeOverMove(TypedDict):
    """A14: an action, all or nothing. Take over another seat's province: pay two cards matching the
    space of each of its governors, which go home, then occupy it as in A13."""

    type: Literal["take_over"]
    province: list[int]
    governors: list[list[int]]
    compensation: NotRequired[AlexandrosTakeOverMoveCompensation]


class AlexandrosTaxesLeviedData(TypedDict):
    """Every seat scored its provinces with one governor (A16)."""

    card: AlexandrosSymbol
    gains: list[int]
    scores: list[int]
    result: Result | None
    luck: NotRequired[list[Draw] | None]


class AlexandrosTaxesLeviedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["taxes_levied"]
    seat: int | None
    data: AlexandrosTaxesLeviedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexandrosTopology(TypedDict):
    """The spaces, points and sides of a board."""

    spaces: list[AlexandrosTopologySpace]
    points: list[AlexandrosTopologyPoint]
    sides: list[AlexandrosTopologySide]


class AlexandrosTopologyPoint(TypedDict):
    """A point, and where it is drawn, in lengths of a side."""

    point: list[int]
    at: list[float]


class AlexandrosTopologySide(TypedDict):
    """A side; `coast` if it is part of the coast."""

    side: list[list[int]]
    coast: bool


class AlexandrosTopologySpace(TypedDict):
    """A space, its symbol and its three points."""

    space: list[int]
    up: bool
    symbol: AlexandrosSymbol | None
    points: list[list[int]]


class AlexandrosTurnEndedData(TypedDict):
    """A turn passed (A19), or ended the game (A21); `next_seat` is null if no turn followed.
    `march_skipped` and `last_turn` describe the next turn (A8, A9)."""

    refilled: list[AlexandrosSymbol | None]
    reshuffled: bool
    supply: list[AlexandrosSymbol] | None
    next_seat: int | None
    march_skipped: bool
    last_turn: bool
    result: Result | None
    luck: NotRequired[list[Draw] | None]


class AlexandrosTurnEndedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["turn_ended"]
    seat: int | None
    data: AlexandrosTurnEndedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class AlexandrosView(TypedDict):
    """A game as the viewer may see it."""

    game_id: str
    ruleset: Literal["alexandros"]
    rules_version: int
    version: int
    head: int
    hash: str
    status: Literal["open", "live", "finished", "cancelled", "abandoned"]
    title: str
    listed: bool
    fair: bool
    study: Study | None
    host: Host
    options: AlexandrosOptions
    deadline: Deadline | None
    clock: NotRequired[Clock]
    created_at: str
    updated_at: str
    undo: Undo
    stand_ins: list[StandIn]
    seats: list[Seat]
    viewer: Viewer
    to_act: list[int]
    turn: int
    phase: AlexandrosPhase | None
    state: AlexandrosState | None
    board: AlexandrosBoard
    result: Result | None
    join_code: str | None
    kept: list[KeptSeat]
    closed: NotRequired[Closed]
    broken: NotRequired[Broken]
    imported: NotRequired[Imported]


class AlexandrosWall(TypedDict):
    """A wall."""

    side: list[list[int]]
    colour: Literal["black", "red"]


class AlexandrosWallsLeft(TypedDict):
    """Walls left to build, by colour."""

    black: int
    red: int


class Animation(TypedDict):
    """An animation of a finished game, and its progress."""

    game_id: str
    status: Literal["queued", "working", "done", "failed"]
    done: int
    of: int
    href: str | None
    reason: str | None


class AnnouncementShown(TypedDict):
    """What the host says to everybody."""

    id: str
    texts: dict[str, str]
    until: str


class AnswerByOrder(TypedDict):
    """An event of the seat that followed from an order."""

    version: int
    code: str


class ArchiveEnd(TypedDict):
    """The end of an answer with an archive."""

    games: int
    failures: int
    next: str | None
    began_at: str
    stopped: str | None


class ArchiveFailure(TypedDict):
    """A game that could not be read; the lines after it are not affected."""

    game_id: str
    failed: str
    cursor: NotRequired[str]


class ArchivedGame(TypedDict):
    """A game of an archive: its export, and the cursor to go on after it."""

    format: str
    game_id: str
    ruleset: str
    rules_version: int
    status: Literal["open", "live", "finished", "cancelled", "abandoned"]
    complete: bool
    redacted: bool
    seats: list[Seat]
    version: int
    hash: str
    events: list[Event]
    broken: NotRequired[Broken]
    imported: NotRequired[Imported]
    cursor: str


class Audit(TypedDict):
    """The result of recomputing the record."""

    valid: bool
    events: int
    hash: str
    fair: bool
    broken_at: int | None
    reason: str | None
    signed: Signature | None


class Awaited(TypedDict):
    """A seat that a game waits for, to move or to answer an undo request."""

    seat: int
    since: str
    due: NotRequired[str]


class Board(TypedDict):
    """A board and its topology."""

    board: AlexanderTheGreatBoard | AlexandrosBoard | SettlersBoard
    topology: SettlersTopology | AlexanderTheGreatTopology | AlexandrosTopology


class BoardCheck(TypedDict):
    """The problems of a board, and the board with its topology if it has none."""

    valid: bool
    problems: list[BoardProblem]
    board: AlexanderTheGreatBoard | AlexandrosBoard | SettlersBoard | None
    topology: SettlersTopology | AlexanderTheGreatTopology | AlexandrosTopology | None


class BoardOffered(TypedDict):
    """A board."""

    id: str
    title: str


class BoardProblem(TypedDict):
    """A reason why a board cannot be played on."""

    code: str
    detail: str
    place: dict[str, Any] | None


class BotAccount(TypedDict):
    """A program's account, and the games that it takes when it is challenged."""

    owner: str
    since: str
    rulesets: list[str] | None
    seats: list[int] | None
    paces: list[str] | None
    games: int


class Broken(TypedDict):
    """Present if the game's record is broken: the answer goes up to the last sound event, and the
    game takes no more events."""

    version: int
    reason: str


class BrokenGames(TypedDict):
    """Present in `readyz` if the records of some games are broken: those are closed, and all others
    go on."""

    count: int
    games: list[str]


class CameBackEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["came_back"]
    seat: int | None
    data: CameBackData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class CancelledData(TypedDict):
    """The data of `cancelled`."""

    by: str


class CancelledEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["cancelled"]
    seat: int | None
    data: CancelledData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class CardsDrawn(TypedDict):
    """The number of times that a card was drawn or taken."""

    card: str
    seats: list[int]


class Challenger(TypedDict):
    """A player in a challenge."""

    player_id: str
    name: str | None
    handle: str | None
    account: Literal["person", "bot"]


class Channel(TypedDict):
    """A way for notices to reach a player."""

    id: str
    kind: Literal["email", "push", "webhook"]
    target: str
    label: str
    state: Literal["active", "paused", "unconfirmed"]
    reason: str | None
    shape: Literal["discord", "slack", "standard"]
    digest: Literal["daily", "hourly"] | None
    always: bool
    created_at: str
    last: LastDelivery | None
    secret: NotRequired[str]


class Clock(TypedDict):
    """The clocks of the seats; they follow from the record alone."""

    seats: list[SeatClock]
    abandoned_at: str | None
    request: TimeRequest | None
    paused: Pause | None


class Closed(TypedDict):
    """Present while the host has closed the game: nothing is recorded, and no time runs."""

    since: str
    reason: str


class Deadline(TypedDict):
    """The time that seats have, in seconds, and the consequence of its end."""

    at_zero: Literal["nudge", "skip", "bot", "resign"]
    per_move: NotRequired[int]
    reserve: NotRequired[int]
    increment: NotRequired[int]
    bot: NotRequired[str]
    open_for: NotRequired[int]
    idle_for: NotRequired[int]
    quiet_hours: NotRequired[bool]
    vacation: NotRequired[int]
    absent_wait: NotRequired[int]
    least: NotRequired[int]


class DeadlineTerms(TypedDict):
    """The time that a seat has, and the consequence of its end."""

    per_move: NotRequired[str | int]
    reserve: NotRequired[str | int]
    increment: NotRequired[str | int]
    least: NotRequired[str | int]
    open_for: NotRequired[str | int]
    idle_for: NotRequired[str | int]
    at_zero: NotRequired[Literal["nudge", "skip", "bot", "resign"]]
    bot: NotRequired[str]
    quiet_hours: NotRequired[bool]
    vacation: NotRequired[int]


class Device(TypedDict):
    """A token of the player's, by the device that it was made for."""

    id: str
    name: str | None
    since: str | None
    last_seen: str | None
    current: bool


class Devices(TypedDict):
    """The devices that are signed in."""

    devices: list[Device]


class Draw(TypedDict):
    """A number that chance gave, or the order of a shuffle."""

    label: str
    below: int
    result: int | list[int]


class Events(TypedDict):
    """A page of the record."""

    version: int
    events: list[Event]
    more: bool
    broken: NotRequired[Broken]


class Feeds(TypedDict):
    """The addresses of a player's feeds; anybody who knows them can read the feeds."""

    atom: str
    calendar: str


class GameChallenge(TypedDict):
    """A game proposed to a player, or to anybody with the link."""

    id: str
    status: Literal["pending", "accepted", "declined", "cancelled", "expired"]
    sender: Challenger
    to: Challenger | None
    terms: dict[str, Any]
    deadline: Deadline | None
    made_at: str
    until: str
    reason: str | None
    taken_by: Challenger | None
    game_id: str | None


class Handle(TypedDict):
    """The player's own handle."""

    handle: str | None
    changeable_at: str | None


class Health(TypedDict):
    """The health of the service."""

    status: Literal["alive", "ready"]
    instance: NotRequired[str]
    appendfsync: NotRequired[str]
    broken: NotRequired[BrokenGames]


class Host(TypedDict):
    """The player who created the game, seated or not."""

    player_id: str
    name: str | None
    forgotten: bool


class HostAct(TypedDict):
    """An act in the log."""

    number: int
    at: str
    by: str
    by_name: str | None
    action: str
    subject: str
    reason: str
    until: str | None


class HostActs(TypedDict):
    """A page of the log."""

    acts: list[HostAct]
    next: int | None


class HostGame(TypedDict):
    """A game, to hosts and moderators: nothing of it that its table alone may know."""

    game_id: str
    ruleset: str
    title: str
    status: Literal["abandoned", "cancelled", "finished", "live", "open"]
    listed: bool
    unlisted: bool
    title_removed: bool
    own_board: bool
    board_removed: bool
    closed: str | None
    creator: str | None
    creator_name: str | None
    seats: list[HostGameSeat | None]
    created_at: str
    updated_at: str


class HostGameSeat(TypedDict):
    """A seat that is taken, by a player or a bot."""

    player_id: str | None
    name: str | None
    bot: str | None


class HostGames(TypedDict):
    """A page of games."""

    games: list[HostGame]
    next: str | None
    complete: bool


class HostPlayer(TypedDict):
    """A player, to hosts and moderators."""

    player_id: str
    name: str
    own_name: str | None
    handle: str | None
    account: Literal["person", "bot"]
    role: str | None
    muted: bool
    suspended: PlayerSuspended | None
    banned: PlayerSuspended | None
    created_at: str
    last_seen: str | None
    invited_by: str | None
    games: int
    open_games: int


class HostPlayers(TypedDict):
    """A page of players."""

    players: list[HostPlayer]
    next: str | None
    complete: bool


class HostStorage(TypedDict):
    """What the store holds, what lags and what is broken."""

    players: int
    games: int
    memory: int
    memory_limit: int
    disk_free: int | None
    disk_total: int | None
    backed_up_at: str | None
    late_sync: str | None
    workers: int
    lag: dict[str, Lag]
    bots: dict[str, Lag]
    notices: int
    notices_late: float
    deliveries_late: float
    broken_games: int
    disputed_games: int
    verified_age: float


class ImportProgress(TypedDict):
    """How far the check of a game has come that the player imports now."""

    game_id: str
    checked: int
    events: int


class Imported(TypedDict):
    """Present if the game was played elsewhere and imported here from a file. Its record was
    recomputed, but nothing proves who its players were: their names are those of the file, and none
    of them is taken for a player of this server."""

    at: str
    by: str


class ImportedRow(TypedDict):
    """A game that the player has imported."""

    game_id: str
    ruleset: str
    title: str
    at: str
    bytes: int


class Imports(TypedDict):
    """The games that the player has imported, and how many there may be."""

    imports: list[ImportedRow]
    most: int
    most_bytes: int
    checking: ImportProgress | None


class Index(TypedDict):
    """Where to begin."""

    name: str
    version: str
    links: dict[str, str]
    registration: Literal["open", "invite", "closed"]
    invitations: Literal["host", "members"]
    mail_domains: list[str]
    watching: Literal["open", "members"]


class Invitation(TypedDict):
    """An invitation to a game."""

    game_id: str
    ruleset: str
    title: str
    seats: list[TakenSeat | None]
    seat: int
    host: str | None
    invited_at: str
    join_code: str | None


class Invitations(TypedDict):
    """A player's invitations, the newest first."""

    invitations: list[Invitation]
    challenges: int


class KeptSeat(TypedDict):
    """A free seat of a rematch that is kept for an invited player."""

    seat: int
    player_id: str
    name: str | None


class Key(TypedDict):
    """A key that signs heads, or has signed them."""

    key_id: str
    public_key: str
    since: str
    until: str | None
    endorsement: str | None


class Keys(TypedDict):
    """The keys of this server, oldest first."""

    keys: list[Key]


class Lag(TypedDict):
    """Something that waits for a worker."""

    number: int
    seconds: float


class LastDelivery(TypedDict):
    """The latest message to a channel."""

    at: str
    state: Literal["delivered", "dropped", "failed", "waiting"]


class ListedGame(TypedDict):
    """A listed game."""

    waiting_for: list[Awaited]
    game_id: str
    ruleset: str
    title: str
    board: str | None
    board_title: str | None
    seats: list[TakenSeat | None]
    status: Literal["open", "live", "finished", "cancelled", "abandoned"]
    options: dict[str, Any]
    undo: Literal["free", "consent", "off", "drawn_stays"]
    fair: bool
    turn: int | None
    version: int
    created_at: str
    updated_at: str
    result: Result | None
    deadline: NotRequired[Deadline]
    paused: NotRequired[bool]
    due: NotRequired[str]
    host: Host | None
    kept: list[KeptSeat]


class Lobby(TypedDict):
    """A page of listed games."""

    games: list[ListedGame]
    page: NotRequired[int]
    per_page: int
    total: NotRequired[int]
    next: str | None


class LogHead(TypedDict):
    """The log as it is now. The signed text is the lines `anabasis log 1`, `size` and `root`, each
    with a line feed."""

    size: int
    root: str
    key_id: str
    public_key: str
    signature: str
    since: NotRequired[int]
    proof: NotRequired[list[str]]


class LogLeaves(TypedDict):
    """Leaves of the log, as hashes."""

    size: int
    leaves: list[str]


class LoggedDelivery(TypedDict):
    """A message to a channel."""

    at: str
    kind: Literal[
        "challenge_accepted",
        "challenge_declined",
        "challenged",
        "confirm",
        "digest",
        "ended",
        "idle",
        "invitation",
        "reminder",
        "sign_in",
        "test",
        "turn",
    ]
    channel: str
    channel_kind: Literal["email", "push", "webhook"]
    target: str
    games: list[str]
    state: Literal["delivered", "dropped", "failed", "waiting"]
    reason: str | None
    attempts: int
    key: str
    asked: bool


class MyAccountInvitations(TypedDict):
    """A member's invitations to make an account."""

    invitations: list[AccountInvitation]


class MyChallenges(TypedDict):
    """The player's challenges."""

    received: list[GameChallenge]
    sent: list[GameChallenge]


class MyGame(TypedDict):
    """A game of the player's; `waiting` if it is the player's move."""

    waiting_for: list[Awaited]
    game_id: str
    ruleset: str
    title: str
    board: str | None
    board_title: str | None
    seats: list[TakenSeat | None]
    status: Literal["open", "live", "finished", "cancelled", "abandoned"]
    options: dict[str, Any]
    undo: Literal["free", "consent", "off", "drawn_stays"]
    fair: bool
    turn: int | None
    version: int
    created_at: str
    updated_at: str
    result: Result | None
    deadline: NotRequired[Deadline]
    paused: NotRequired[bool]
    due: NotRequired[str]
    study: Study | None
    seat: int
    waiting: bool
    waiting_since: str | None
    host: Host | None
    kept: list[KeptSeat]


class MyGames(TypedDict):
    """A page of the games that a player sits in."""

    games: list[MyGame]
    page: NotRequired[int]
    per_page: int
    total: NotRequired[int]
    next: str | None
    last_event_id: str


class NewGame(TypedDict):
    ruleset: str
    seats: NotRequired[int]
    board: NotRequired[str | dict[str, Any] | None]
    options: NotRequired[dict[str, Any]]
    title: NotRequired[str | None]
    listed: NotRequired[bool]
    undo: NotRequired[Literal["free", "consent", "off", "drawn_stays"]]
    join: NotRequired[bool]
    server_key: NotRequired[bool]
    bots: NotRequired[list[str]]
    first_seat: NotRequired[int | None]
    seed: NotRequired[str | None]
    contribution: NotRequired[str | None]
    deadline: NotRequired[str | int | DeadlineTerms | None]


class NewPlayerMade(TypedDict):
    """A player and the key to every seat they take."""

    player_id: str
    name: str
    token: str


class NoticeLog(TypedDict):
    """A page of the messages to a player, the newest first: at most 200, of 30 days."""

    deliveries: list[LoggedDelivery]
    page: int
    per_page: int
    total: int


class Notices(TypedDict):
    """A player's channels and settings for notices."""

    channels: list[Channel]
    muted: list[str]
    feeds: bool
    push_key: str
    email: bool


class OEmbed(TypedDict):
    """A game to be shown in another page (oEmbed 1.0, of the type `rich`)."""

    version: Literal["1.0"]
    type: Literal["rich"]
    title: str
    provider_name: str
    provider_url: str
    cache_age: int
    html: str
    width: int
    height: int
    thumbnail_url: str
    thumbnail_width: int
    thumbnail_height: int


class OpenAccountInvitation(TypedDict):
    """An invitation to make an account that is good."""

    uses_left: int
    expires_at: str


class OrderOffered(TypedDict):
    """A standing order that a seat may give."""

    code: str
    title: str
    description: str
    until: Literal["auction", "turn", "round", "game"]
    values: dict[str, Any]


class OwnData(TypedDict):
    """Everything kept about a player; parts after the one that failed are left out."""

    player_id: str
    made_at: str
    stopped: str | None
    account: NotRequired[dict[str, Any]]
    stored: NotRequired[dict[str, str]]
    handle: NotRequired[dict[str, Any]]
    bot: NotRequired[dict[str, Any] | None]
    devices: NotRequired[dict[str, Any]]
    tokens: NotRequired[dict[str, Any]]
    passkeys: NotRequired[dict[str, Any]]
    notices: NotRequired[dict[str, Any]]
    messages: NotRequired[list[dict[str, Any]]]
    challenges: NotRequired[dict[str, Any]]
    account_invitations: NotRequired[dict[str, Any]]
    game_invitations: NotRequired[list[str]]
    visited_games: NotRequired[list[str]]
    reports: NotRequired[list[str]]
    imports: NotRequired[dict[str, Any]]
    games: NotRequired[list[dict[str, Any]]]
    standing_orders: NotRequired[list[dict[str, Any]]]


class Passkey(TypedDict):
    """A passkey of the player's."""

    id: str
    name: str | None
    created_at: str
    last_used: str | None


class PasskeyOptions(TypedDict):
    """Options of WebAuthn in JSON, for the browser."""

    options: dict[str, Any]


class Passkeys(TypedDict):
    """The player's passkeys."""

    passkeys: list[Passkey]


class Pause(TypedDict):
    """A pause, in which no time runs."""

    since: str
    ends: str


class PausedData(TypedDict):
    """The data of `paused`."""

    asker: int


class PausedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["paused"]
    seat: int | None
    data: PausedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class Player(TypedDict):
    """A player, to themselves."""

    player_id: str
    name: str
    locale: str
    notifications: bool
    created_at: str
    time_zone: str | None
    quiet_hours: QuietHours | None
    account: Literal["person", "bot"]
    handle: str | None
    can_return: bool
    role: str | None
    suspended: NotRequired[PlayerSuspended]


class PlayerSuspended(TypedDict):
    """A suspension by the host."""

    until: str
    reason: str


class PointsFrom(TypedDict):
    """The points from a source."""

    source: str
    seats: list[int]


class PresentAnnouncement(TypedDict):
    """The present announcement."""

    announcement: AnnouncementShown | None


class Preview(TypedDict):
    """The position after a move, as a preview."""

    version: int
    turn: int
    phase: AlexandrosPhase | SettlersPhase | AlexanderTheGreatPhase
    state: AlexanderTheGreatState | SettlersState | AlexandrosState


class Profile(TypedDict):
    """What a player with a handle shows of themselves."""

    handle: str
    name: str
    player_id: str
    account: Literal["person", "bot"]
    bot: BotAccount | None


QuietHours = TypedDict("QuietHours", {"from": "str", "to": "str", "weekends": "bool"})


class Recorded(TypedDict):
    """A head of the game in the log, and the proof; the signature is that of the log's head."""

    version: int
    hash: str
    index: int
    size: int
    root: str
    key_id: str
    public_key: str
    signature: str
    proof: list[str]


class RecordedChanceTerms(TypedDict):
    """The terms of a game's chance: version, SHA-256 of the secret, and fairness.      A game from
    a seed is not fair: its host knows every card beforehand."""

    version: int
    commitment: str
    fair: bool


class RecordedDeadline(TypedDict):
    """A time for each turn, or a reserve with an increment (Fischer), in seconds.      A turn adds
    `increment` to the seat's reserve, never beyond `reserve`; `bot` plays for     seats whose time
    is up, where `at_zero` says so. A game that is still open after `open_for`,     or in which no
    player moves for `idle_for`, ends without a winner. With `quiet_hours` no     time runs in those
    of a seat's player; `vacation` is how many days a seat may take in a     calendar year. No wait
    begins with less than `least`, or ten minutes if it is null. Further     waits for a seat whose
    time ran out last `absent_wait` until its player is back; older games     have no such waits.
    Fields at their defaults are left out of the record, so that new ones change     no stored
    game."""

    at_zero: Literal["bot", "nudge", "resign", "skip"]
    per_move: NotRequired[int | None]
    reserve: NotRequired[int | None]
    increment: NotRequired[int]
    bot: NotRequired[str | None]
    open_for: NotRequired[int | None]
    idle_for: NotRequired[int | None]
    quiet_hours: NotRequired[bool]
    vacation: NotRequired[int]
    absent_wait: NotRequired[int | None]
    least: NotRequired[int | None]


class RecordedStudy(TypedDict):
    """The origin of a study: event `at` of the game `of`, and the position it begins with.      Its
    creator plays all seats and sees everything."""

    of: str
    at: int
    position: dict[str, Any]


class RedoneData(TypedDict):
    """The data of `redone`."""

    to: int


class RedoneEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["redone"]
    seat: int | None
    data: RedoneData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class Rematch(TypedDict):
    """A rematch."""

    game_id: str
    status: Literal["open", "live", "finished", "cancelled", "abandoned"]
    seats: list[TakenSeat | None]
    seat: int | None
    join_code: str | None


class RematchOf(TypedDict):
    """The rematch of a finished game, if there is one."""

    game_id: str
    rematch: Rematch | None


class Replay(TypedDict):
    """A view, and the changes by each later event."""

    game_id: str
    version: int
    event: Event
    first: View
    steps: list[Step]
    more: bool
    broken: NotRequired[Broken]


class ReportInFull(TypedDict):
    """A line of the queue, with what was reported and its surroundings."""

    report: ReportLine
    player: ReportedPlayer
    text: str | None
    earlier: HostAct | None
    game: NotRequired[View]


class ReportLine(TypedDict):
    """The reports of one target that wait for a moderator."""

    report_id: str
    target: Literal["game", "player", "title", "board"]
    id: str
    player_id: str
    player_name: str | None
    count: int
    first_at: str
    last_at: str
    reasons: dict[str, int]
    texts: list[ReportText]


class ReportQueue(TypedDict):
    """A page of the queue of reports."""

    reports: list[ReportLine]
    page: int
    per_page: int
    total: int


class ReportText(TypedDict):
    """What somebody wrote beside a report."""

    by: str
    by_name: str | None
    text: str


class Reported(TypedDict):
    """A report that the host has."""

    target: Literal["game", "player", "title", "board"]
    id: str


class ReportedPlayer(TypedDict):
    """The names of a reported player."""

    name: str | None
    own_name: str | None
    handle: str | None


class Result(TypedDict):
    """The result of the game."""

    winners: list[int]
    scores: list[int]
    reason: str


class ResumedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["resumed"]
    seat: int | None
    data: ResumedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class Roll(TypedDict):
    """The number of times that the dice showed a total."""

    total: int
    seats: list[int]


class Rule(TypedDict):
    """A numbered rule."""

    id: str
    title: str
    text: str


class RuleSection(TypedDict):
    """A part of the rules."""

    id: str
    title: str
    text: str | None
    rules: list[Rule]


class Rules(TypedDict):
    """The rules of a game."""

    ruleset: str
    language: Literal["en", "de", "nl", "da"]
    sections: list[RuleSection]


class Ruleset(TypedDict):
    """A ruleset and how to play it."""

    id: str
    title: str
    rules_version: int
    seats: list[int]
    options: dict[str, Any]
    boards: list[BoardOffered]
    bots: list[str]
    strength: str | None
    moves: dict[str, Any]
    orders: list[OrderOffered]


class RulesetOffered(TypedDict):
    """A ruleset."""

    id: str
    title: str
    rules_version: int
    seats: list[int]
    options: dict[str, Any]
    boards: list[BoardOffered]
    bots: list[str]
    strength: str | None


class Rulesets(TypedDict):
    """All rulesets."""

    rulesets: list[RulesetOffered]


class Seat(TypedDict):
    """A seat."""

    seat: int
    name: str | None
    bot: str | None
    player_id: str | None
    forgotten: bool
    colour: str
    name_twin: NotRequired[bool]
    handle: NotRequired[str]
    account: NotRequired[Literal["bot"]]


class SeatClock(TypedDict):
    """The clock of a seat."""

    seat: int
    since: str | None
    due: str | None
    expired: bool
    bot: str | None
    reserve: int | None
    vacation_until: NotRequired[str | None]
    vacation_left: NotRequired[int]


class SeatFreedData(TypedDict):
    """The data of `seat_freed`."""

    seat: int
    removed: bool


class SeatFreedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["seat_freed"]
    seat: int | None
    data: SeatFreedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class Session(TypedDict):
    """The player; the token is in the cookie."""

    player_id: str
    name: str


class SettledClock(TypedDict):
    """A seat's clock after an event, as far as quiet hours change it."""

    due: NotRequired[str]
    left: NotRequired[int]


class SettlersAccepted(TypedDict):
    """The result of a command."""

    version: int
    latest: int
    events: list[SettlersEvent]
    view: SettlersView
    moves: NotRequired[list[SettlersMove]]


class SettlersAnswerTradeMove(TypedDict):
    """Accept, refuse or counter the offer, in goods this seat would get and give (S10)."""

    type: Literal["answer_trade"]
    accept: bool
    get: NotRequired[SettlersTradedCards | None]
    give: NotRequired[SettlersTradedCards | None]


class SettlersBoard(TypedDict):
    """A board as `POST /games` accepts it; `id` is null for a board of one's own."""

    id: str | None
    title: str
    hexes: list[SettlersBoardHex]
    harbours: list[SettlersBoardHarbour]


class SettlersBoardHarbour(TypedDict):
    """A harbour on an edge; the resource is null if it takes any."""

    edge: int
    resource: SettlersResource | None


class SettlersBoardHex(TypedDict):
    """A hex of a board; terrain and token are null if each game shuffles them."""

    hex: list[int]
    terrain: SettlersTerrain | None
    token: int | None


class SettlersBuildCityMove(TypedDict):
    """Replace a settlement with a city (S2, S8)."""

    type: Literal["build_city"]
    corner: int


class SettlersBuildRoadMove(TypedDict):
    """Build a road on an edge; free in the set-up and by a card (S4, S9)."""

    type: Literal["build_road"]
    edge: int


class SettlersBuildSettlementMove(TypedDict):
    """Build a settlement on a corner; free in the set-up (S4, S9)."""

    type: Literal["build_settlement"]
    corner: int


class SettlersBuyDevelopmentCardMove(TypedDict):
    """Buy the deck's top card (S8)."""

    type: Literal["buy_development_card"]


class SettlersCardsDiscardedData(TypedDict):
    """A seat discarded (S7)."""

    seat: int
    cards: SettlersGoods
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class SettlersCardsDiscardedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["cards_discarded"]
    seat: int | None
    data: SettlersCardsDiscardedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class SettlersCityBuiltData(TypedDict):
    """A settlement was replaced with a city."""

    corner: int
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class SettlersCityBuiltEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["city_built"]
    seat: int | None
    data: SettlersCityBuiltData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class SettlersCloseTradeMove(TypedDict):
    """Trade with a seat on the terms of its answer (S10)."""

    type: Literal["close_trade"]
    seat: int


class SettlersCreatedData(TypedDict):
    """The first event's data; `secret` (hex) is hidden from everyone until the game is over.
    `game_id` is None in games of schema 1. `server_key` (hex) is the public key that the server
    signed with as the game was made, where its maker asked for it."""

    ruleset: Literal["settlers"]
    rules_version: int
    board: SettlersBoard
    options: SettlersOptions
    seats: int
    first_seat: int | None
    undo: Literal["consent", "drawn_stays", "free", "off"] | Literal["by_seats"]
    title: str
    listed: bool
    deadline: RecordedDeadline | None
    creator: str
    chance: RecordedChanceTerms
    secret: str | None
    study: NotRequired[RecordedStudy | None]
    game_id: NotRequired[str]
    server_key: NotRequired[str]


class SettlersCreatedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["created"]
    seat: int | None
    data: SettlersCreatedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class SettlersDealtData(TypedDict):
    """The opening: the first seat, the layout of the board, the development cards, top first."""

    first_seat: int
    layout: SettlersLayout
    deck: list[SettlersDevelopment] | None
    result: NotRequired[Result]


class SettlersDeclined(TypedDict):
    """The terms of an offer, and the seats that have refused them and whose hands have not changed
    since."""

    give: SettlersGoods
    get: SettlersGoods
    seats: list[int]


class SettlersDevelopmentCardBoughtData(TypedDict):
    """The deck's top card was bought (S8)."""

    card: SettlersDevelopment | None
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class SettlersDevelopmentCardBoughtEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["development_card_bought"]
    seat: int | None
    data: SettlersDevelopmentCardBoughtData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class SettlersDevelopmentCounts(TypedDict):
    """Development cards by kind, zeros included."""

    knight: int
    victory_point: int
    road_building: int
    year_of_plenty: int
    monopoly: int


class SettlersDiceRolledData(TypedDict):
    """The dice were rolled; by seat the gains (S6), or the number of cards to discard (S7)."""

    dice: list[int]
    gains: list[SettlersGoods]
    owed: list[int]
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class SettlersDiceRolledEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["dice_rolled"]
    seat: int | None
    data: SettlersDiceRolledData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class SettlersDiscardMove(TypedDict):
    """Discard half of the hand after a seven (S7)."""

    type: Literal["discard"]
    cards: SettlersCards


class SettlersEndTurnMove(TypedDict):
    """End the turn (S5)."""

    type: Literal["end_turn"]


class SettlersExport(TypedDict):
    """A game as one document."""

    format: str
    game_id: str
    ruleset: Literal["settlers"]
    rules_version: int
    status: Literal["open", "live", "finished", "cancelled", "abandoned"]
    complete: bool
    redacted: bool
    seats: list[Seat]
    version: int
    hash: str
    events: list[SettlersEvent]
    broken: NotRequired[Broken]
    imported: NotRequired[Imported]


class SettlersGoods(TypedDict):
    """Cards by resource, without zeros."""

    brick: NotRequired[int]
    lumber: NotRequired[int]
    wool: NotRequired[int]
    grain: NotRequired[int]
    ore: NotRequired[int]


class SettlersHonours(TypedDict):
    """Each seat's longest road, and the holders of the longest road and largest army (S11)."""

    roads: list[int]
    longest_road: int | None
    largest_army: int | None


class SettlersLaidHex(TypedDict):
    """A hex with its terrain and token."""

    hex: list[int]
    terrain: SettlersTerrain
    token: int | None


class SettlersLayout(TypedDict):
    """The layout of a board: terrains and tokens in the order of its hexes, and harbours."""

    terrains: list[SettlersTerrain]
    tokens: list[int | None]
    harbours: list[SettlersBoardHarbour]


class SettlersMonopolyPlayedData(TypedDict):
    """All cards of a resource were taken; `taken` is their number by seat (S2)."""

    resource: SettlersResource
    taken: list[int]
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class SettlersMonopolyPlayedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["monopoly_played"]
    seat: int | None
    data: SettlersMonopolyPlayedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class SettlersMoveRobberMove(TypedDict):
    """Move the robber after a seven, and rob a seat beside it (S7)."""

    type: Literal["move_robber"]
    hex: list[int]
    victim: NotRequired[int | None]


class SettlersMoves(TypedDict):
    """Legal moves of the viewer's seat."""

    version: int
    complete: bool
    moves: list[SettlersMove]
    facts: list[SettlersFacts]
    view: NotRequired[SettlersView]


class SettlersNotationFacts(TypedDict):
    """The facts of any move: its notation."""

    notation: str


class SettlersOffer(TypedDict):
    """The active seat's offer; each seat's answer: null until it comes, `refused`, or the     terms
    accepted."""

    give: SettlersGoods
    get: SettlersGoods
    answers: list[Literal["refused"] | SettlersTerms | None]


class SettlersOfferTradeMove(TypedDict):
    """Offer goods to all other seats, for other goods (S10)."""

    type: Literal["offer_trade"]
    give: SettlersTradedCards
    get: SettlersTradedCards


class SettlersOptions(TypedDict):
    """The options, defaults included."""

    target_points: int
    reds_apart: bool


class SettlersPlayKnightMove(TypedDict):
    """Play a knight: move the robber and rob a seat beside it (S5, S7)."""

    type: Literal["play_knight"]
    hex: list[int]
    victim: NotRequired[int | None]


class SettlersPlayMonopolyMove(TypedDict):
    """Take all cards of a resource from the other seats (S2)."""

    type: Literal["play_monopoly"]
    resource: Literal["brick", "grain", "lumber", "ore", "wool"]


class SettlersPlayRoadBuildingMove(TypedDict):
    """Play the card for two free roads, to be built at once (S5)."""

    type: Literal["play_road_building"]


class SettlersPlayYearOfPlentyMove(TypedDict):
    """Take two cards from the bank (S2)."""

    type: Literal["play_year_of_plenty"]
    cards: SettlersCards


class SettlersPrices(TypedDict):
    """The prices of moves, by type (S8)."""

    build_road: SettlersGoods
    build_settlement: SettlersGoods
    build_city: SettlersGoods
    buy_development_card: SettlersGoods


class SettlersResignMove(TypedDict):
    """Leave the game."""

    type: Literal["resign"]


class SettlersResignedData(TypedDict):
    """A seat left: its cards went to the bank, its pieces stayed, its own turn passed on."""

    seat: int
    honours: SettlersHonours
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class SettlersResignedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["resigned"]
    seat: int | None
    data: SettlersResignedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class SettlersResourceCounts(TypedDict):
    """Cards by resource, zeros included."""

    brick: int
    lumber: int
    wool: int
    grain: int
    ore: int


class SettlersRoadBuildingPlayedData(TypedDict):
    """Free roads are due: two, or as many as can be laid (S5)."""

    roads: int
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class SettlersRoadBuildingPlayedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["road_building_played"]
    seat: int | None
    data: SettlersRoadBuildingPlayedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class SettlersRoadBuiltData(TypedDict):
    """A road was built; in the set-up the next settlement is then due (S4)."""

    edge: int
    paid: SettlersGoods
    honours: SettlersHonours
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class SettlersRoadBuiltEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["road_built"]
    seat: int | None
    data: SettlersRoadBuiltData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class SettlersRobberMovedData(TypedDict):
    """The robber was moved, by a seven or a knight (S7); `stolen` is the resource     taken, at the
    thief's and the victim's seat, None at every other."""

    hex: list[int]
    victim: int | None
    stolen: list[SettlersResource | None]
    by_knight: bool
    honours: SettlersHonours
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class SettlersRobberMovedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["robber_moved"]
    seat: int | None
    data: SettlersRobberMovedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class SettlersRollMove(TypedDict):
    """Roll the dice (S5)."""

    type: Literal["roll"]


class SettlersSeatState(TypedDict):
    """A seat's points, pieces, cards and rates of trade; null if hidden from the viewer."""

    points: int
    hidden_points: int | None
    settlements: list[int]
    cities: list[int]
    roads: list[int]
    settlements_left: int
    cities_left: int
    roads_left: int
    cards: int
    hand: SettlersResourceCounts | None
    development_cards: int
    developments: SettlersDevelopmentCounts | None
    bought: SettlersDevelopmentCounts | None
    knights: int
    road_length: int
    owed: int
    resigned: bool
    rates: SettlersResourceCounts


class SettlersSeatTakenData(TypedDict):
    """The data of a taken seat; in the event of the last one, `dealt` is the opening."""

    seat: int
    player: str | None
    bot: str | None
    contribution: str | None
    dealt: SettlersDealtData | None
    luck: NotRequired[list[Draw] | None]


class SettlersSeatTakenEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["seat_taken"]
    seat: int | None
    data: SettlersSeatTakenData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class SettlersSettlementBuiltData(TypedDict):
    """A settlement was built; the second of the set-up brings `gains` (S4)."""

    corner: int
    paid: SettlersGoods
    gains: SettlersGoods
    honours: SettlersHonours
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class SettlersSettlementBuiltEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["settlement_built"]
    seat: int | None
    data: SettlersSettlementBuiltData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class SettlersState(TypedDict):
    """A position of settlers."""

    harbours: list[SettlersBoardHarbour]
    robber: list[int]
    bank: SettlersResourceCounts
    deck: int
    dice: list[int] | None
    founded_corner: int | None
    free_roads: int
    prices: SettlersPrices
    card_played: bool
    offer: SettlersOffer | None
    declined: list[SettlersDeclined]
    longest_road: int | None
    largest_army: int | None
    hexes: list[SettlersLaidHex]
    seats: list[SettlersSeatState]


class SettlersTerms(TypedDict):
    """The goods the offering seat would give and get."""

    give: SettlersGoods
    get: SettlersGoods


class SettlersTopology(TypedDict):
    """Places of hexes and corners, edges by their two corners, and the edges of the coast."""

    hexes: list[SettlersTopologyHex]
    corners: list[list[int]]
    edges: list[list[int]]
    coast: list[int]


class SettlersTopologyHex(TypedDict):
    """A hex, its centre (x in half widths, y in quarters of heights) and its six corners."""

    hex: list[int]
    centre: list[int]
    corners: list[int]


class SettlersTradeAnsweredData(TypedDict):
    """A seat accepted, refused or countered; `give` and `get` are the offering seat's side."""

    seat: int
    accepted: bool
    give: SettlersGoods
    get: SettlersGoods
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class SettlersTradeAnsweredEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["trade_answered"]
    seat: int | None
    data: SettlersTradeAnsweredData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class SettlersTradeClosedData(TypedDict):
    """The active seat traded with another; `give` and `get` are the active seat's (S10)."""

    seat: int
    give: SettlersGoods
    get: SettlersGoods
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class SettlersTradeClosedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["trade_closed"]
    seat: int | None
    data: SettlersTradeClosedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class SettlersTradeFacts(TypedDict):
    """The cost of a move, and its gains as far as they are known."""

    notation: str
    cost: SettlersGoods
    gains: NotRequired[SettlersGoods]


class SettlersTradeOfferedData(TypedDict):
    """Goods were offered for others (S10)."""

    give: SettlersGoods
    get: SettlersGoods
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class SettlersTradeOfferedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["trade_offered"]
    seat: int | None
    data: SettlersTradeOfferedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class SettlersTradeWithBankMove(TypedDict):
    """Give the bank equal goods for one of another kind (S10)."""

    type: Literal["trade_with_bank"]
    give: Literal["brick", "grain", "lumber", "ore", "wool"]
    get: Literal["brick", "grain", "lumber", "ore", "wool"]


class SettlersTradeWithdrawnData(TypedDict):
    """The offer was withdrawn."""

    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class SettlersTradeWithdrawnEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["trade_withdrawn"]
    seat: int | None
    data: SettlersTradeWithdrawnData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class SettlersTradedWithBankData(TypedDict):
    """Goods were traded with the bank (S10)."""

    give: SettlersGoods
    get: SettlersGoods
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class SettlersTradedWithBankEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["traded_with_bank"]
    seat: int | None
    data: SettlersTradedWithBankData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class SettlersTurnEndedData(TypedDict):
    """The turn passed clockwise to the next seat that has not left."""

    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class SettlersTurnEndedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["turn_ended"]
    seat: int | None
    data: SettlersTurnEndedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class SettlersView(TypedDict):
    """A game as the viewer may see it."""

    game_id: str
    ruleset: Literal["settlers"]
    rules_version: int
    version: int
    head: int
    hash: str
    status: Literal["open", "live", "finished", "cancelled", "abandoned"]
    title: str
    listed: bool
    fair: bool
    study: Study | None
    host: Host
    options: SettlersOptions
    deadline: Deadline | None
    clock: NotRequired[Clock]
    created_at: str
    updated_at: str
    undo: Undo
    stand_ins: list[StandIn]
    seats: list[Seat]
    viewer: Viewer
    to_act: list[int]
    turn: int
    phase: SettlersPhase | None
    state: SettlersState | None
    board: SettlersBoard
    result: Result | None
    join_code: str | None
    kept: list[KeptSeat]
    closed: NotRequired[Closed]
    broken: NotRequired[Broken]
    imported: NotRequired[Imported]


class SettlersWithdrawTradeMove(TypedDict):
    """Withdraw the offer (S10)."""

    type: Literal["withdraw_trade"]


class SettlersYearOfPlentyPlayedData(TypedDict):
    """Two cards were taken from the bank (S2)."""

    cards: SettlersGoods
    result: NotRequired[Result]
    luck: NotRequired[list[Draw] | None]


class SettlersYearOfPlentyPlayedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["year_of_plenty_played"]
    seat: int | None
    data: SettlersYearOfPlentyPlayedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class SignInAsked(TypedDict):
    """A sign-in link was asked for."""

    code: str
    seconds: int


class SignInChoice(TypedDict):
    """Players who have the same e-mail address."""

    players: list[Session]


class SignInWays(TypedDict):
    """The ways to come back that the host offers."""

    email: bool
    passkeys: bool


class Signature(TypedDict):
    """A signature, and its key."""

    key_id: str
    public_key: str
    signature: str


class SignedHead(TypedDict):
    """The game's head, signed. The signed text is the lines `anabasis head 1`, `game_id`, `version`
    and `hash`, each with a line feed."""

    game_id: str
    version: int
    hash: str
    key_id: str
    public_key: str
    signature: str
    recorded: Recorded | None


class StandIn(TypedDict):
    """A bot for a player who is suspended, banned or gone permanently, or the offer of one.
    Stand-ins that play are public. The others are listed only for players of the game who may play,
    and only in games that would wait for the stopped player forever."""

    seat: int
    bot: str | None
    agreed: list[int]
    waiting_for: list[int]
    plays: bool
    possible: bool


class StandInAgreedData(TypedDict):
    """The data of `stand_in_agreed`."""

    absent: int
    stopped: list[int]
    bot: str
    begins: bool


class StandInAgreedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["stand_in_agreed"]
    seat: int | None
    data: StandInAgreedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class StandingOrder(TypedDict):
    """An answer that a seat has given in advance."""

    code: str
    values: dict[str, Any]
    until: Literal["auction", "turn", "round", "game"]
    asleep: bool


class StandingOrders(TypedDict):
    """The standing orders of the asker's seat."""

    version: int
    orders: list[StandingOrder]
    withdrawn: list[WithdrawnOrder]
    answered: list[AnswerByOrder]


class Statistics(TypedDict):
    """The statistics of a finished game; undone moves do not count."""

    game_id: str
    version: int
    turns: int
    started_at: str
    ended_at: str
    points: list[PointsFrom]
    dice: list[Roll]
    cards: list[CardsDrawn]
    yields: Yields
    waits: list[Wait]
    moves: list[int]
    undos: list[int]
    broken: NotRequired[Broken]


class Step(TypedDict):
    """An event, and its changes to the view."""

    event: Event
    changes: dict[str, Any]


class Study(TypedDict):
    """The origin of a study."""

    of: str
    at: int


class TakenSeat(TypedDict):
    """A seat taken."""

    seat: int
    name: str | None
    bot: str | None
    player_id: str | None
    forgotten: bool
    name_twin: NotRequired[bool]
    handle: NotRequired[str]
    account: NotRequired[Literal["bot"]]


class TimeAskedData(TypedDict):
    """The data of `time_asked`."""

    seconds: int | None


class TimeAskedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["time_asked"]
    seat: int | None
    data: TimeAskedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class TimeExpiredData(TypedDict):
    """The data of `time_expired`."""

    policy: Literal["nudge", "skip", "bot", "resign"]
    turn: int
    since: str
    due: str


class TimeExpiredEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["time_expired"]
    seat: int | None
    data: TimeExpiredData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class TimeGrantedData(TypedDict):
    """The data of `time_granted`."""

    asker: int
    seconds: int | None


class TimeGrantedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["time_granted"]
    seat: int | None
    data: TimeGrantedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class TimeRefusedData(TypedDict):
    """The data of `time_refused`."""

    asker: int


class TimeRefusedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["time_refused"]
    seat: int | None
    data: TimeRefusedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class TimeRequest(TypedDict):
    """A request for more time or a pause that awaits consent."""

    seat: int
    seconds: int | None
    accepted: list[int]
    waiting_for: list[int]


class Token(TypedDict):
    """A token."""

    token: str


class Transfer(TypedDict):
    """A transfer code for another device."""

    transfer: str


class TurnYield(TypedDict):
    """The yields of a turn."""

    turn: int
    seats: list[int]


class Undo(TypedDict):
    """The state of undo and redo."""

    policy: Literal["free", "consent", "off", "drawn_stays"]
    floor: int
    request: UndoRequest | None
    redo: int | None
    you: Ways | None


class UndoAcceptedData(TypedDict):
    """The data of `undo_accepted`."""

    to: int


class UndoAcceptedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["undo_accepted"]
    seat: int | None
    data: UndoAcceptedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class UndoDeclinedData(TypedDict):
    """The data of `undo_declined`."""

    to: int


class UndoDeclinedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["undo_declined"]
    seat: int | None
    data: UndoDeclinedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class UndoRequest(TypedDict):
    """A request to undo that awaits consent."""

    seat: int
    to: int
    accepted: list[int]
    waiting_for: list[int]


class UndoRequestedData(TypedDict):
    """The data of `undo_requested`."""

    to: int


class UndoRequestedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["undo_requested"]
    seat: int | None
    data: UndoRequestedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class UndoneData(TypedDict):
    """The data of `undone`."""

    to: int
    requested_by: int
    with_consent: bool


class UndoneEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["undone"]
    seat: int | None
    data: UndoneData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class Vacation(TypedDict):
    """A game's part of a vacation."""

    game_id: str
    days: int
    until: str | None
    reason: str | None


class VacationEndedEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["vacation_ended"]
    seat: int | None
    data: VacationEndedData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class VacationTakenData(TypedDict):
    """The data of `vacation_taken`."""

    days: int


class VacationTakenEvent(TypedDict):
    """An accepted action with all its consequences; never changed."""

    version: int
    schema: int
    recorded_at: str
    type: Literal["vacation_taken"]
    seat: int | None
    data: VacationTakenData
    commitments: Hashes
    prev: str
    by: NotRequired[Literal["bot", "clock"]]
    settled: NotRequired[dict[str, SettledClock]]
    salts: Hashes
    hash: str
    undone: bool


class Vacations(TypedDict):
    """A vacation in all games of a player that are under way."""

    games: list[Vacation]


class Viewer(TypedDict):
    """The viewer of the answer."""

    seat: int | None


class Visit(TypedDict):
    """A player who opened the invitation and has no seat in the game."""

    player_id: str
    name: str
    at: str


class Visits(TypedDict):
    """Visitors of an open game: players with a name, and the number of others."""

    visits: list[Visit]
    others: int


class Wait(TypedDict):
    """The time for which the game waited for a seat."""

    longest: int
    event: int | None
    total: int


class Way(TypedDict):
    """An undo or redo open to the seat: one decision back, to its turn's start, or a redo."""

    to: int | None
    leave: Literal[None, "consent", "free"]
    refused: str | None


class Ways(TypedDict):
    """The undos and redos of the viewer's seat; null without a seat, or after the end."""

    back: Way
    restart: Way
    redo: Way


class WithdrawnOrder(TypedDict):
    """An order of a kind that no longer exists: it answers no more."""

    code: str
    values: dict[str, Any]
    successor: str


class Yields(TypedDict):
    """The yields of all turns that had some."""

    unit: Literal["cards", "points"]
    turns: list[TurnYield]


Accepted: TypeAlias = "AlexandrosAccepted | SettlersAccepted | AlexanderTheGreatAccepted"

AlexanderTheGreatAdvisor: TypeAlias = "Literal['first', 'second', 'third']"

AlexanderTheGreatCards: TypeAlias = "dict[str, int]"

AlexanderTheGreatDevelopment: TypeAlias = (
    "Literal['knight', 'monopoly', 'road_building', 'victory_point', 'year_of_plenty']"
)

AlexanderTheGreatEvent: TypeAlias = "AlexanderTheGreatSettlementBuiltEvent | AlexanderTheGreatRoadBuiltEvent | AlexanderTheGreatCityBuiltEvent | AlexanderTheGreatDiceRolledEvent | AlexanderTheGreatCardsDiscardedEvent | AlexanderTheGreatRobberMovedEvent | AlexanderTheGreatDevelopmentCardBoughtEvent | AlexanderTheGreatRoadBuildingPlayedEvent | AlexanderTheGreatYearOfPlentyPlayedEvent | AlexanderTheGreatMonopolyPlayedEvent | AlexanderTheGreatTradedWithBankEvent | AlexanderTheGreatTradeOfferedEvent | AlexanderTheGreatTradeAnsweredEvent | AlexanderTheGreatTradeClosedEvent | AlexanderTheGreatTradeWithdrawnEvent | AlexanderTheGreatTurnEndedEvent | AlexanderTheGreatResignedEvent | AlexanderTheGreatMarchedEvent | AlexanderTheGreatBidMadeEvent | AlexanderTheGreatPassedEvent | AlexanderTheGreatAuctionPaidEvent | AlexanderTheGreatBidForfeitedEvent | AlexanderTheGreatAdvisorChosenEvent | AlexanderTheGreatCreatedEvent | AlexanderTheGreatSeatTakenEvent | AbandonedEvent | CameBackEvent | CancelledEvent | PausedEvent | RedoneEvent | ResumedEvent | SeatFreedEvent | StandInAgreedEvent | TimeAskedEvent | TimeExpiredEvent | TimeGrantedEvent | TimeRefusedEvent | UndoAcceptedEvent | UndoDeclinedEvent | UndoRequestedEvent | UndoneEvent | VacationEndedEvent | VacationTakenEvent"

AlexanderTheGreatFacts: TypeAlias = "AlexanderTheGreatPaymentFacts | AlexanderTheGreatMarchFacts | AlexanderTheGreatBidFacts | AlexanderTheGreatAdvisorFacts | AlexanderTheGreatTradeFacts | AlexanderTheGreatNotationFacts"

AlexanderTheGreatGood: TypeAlias = "Literal['brick', 'gold', 'grain', 'lumber', 'ore', 'wool']"

AlexanderTheGreatKind: TypeAlias = "Literal['chip', 'empty', 'gate', 'persepolis', 'temple']"

AlexanderTheGreatMove: TypeAlias = "AlexanderTheGreatBuildSettlementMove | AlexanderTheGreatBuildRoadMove | AlexanderTheGreatBuildCityMove | AlexanderTheGreatRollMove | AlexanderTheGreatDiscardMove | AlexanderTheGreatMoveRobberMove | AlexanderTheGreatBuyDevelopmentCardMove | AlexanderTheGreatPlayKnightMove | AlexanderTheGreatPlayRoadBuildingMove | AlexanderTheGreatPlayYearOfPlentyMove | AlexanderTheGreatPlayMonopolyMove | AlexanderTheGreatTradeWithBankMove | AlexanderTheGreatOfferTradeMove | AlexanderTheGreatAnswerTradeMove | AlexanderTheGreatCloseTradeMove | AlexanderTheGreatWithdrawTradeMove | AlexanderTheGreatEndTurnMove | AlexanderTheGreatResignMove | AlexanderTheGreatMarchMove | AlexanderTheGreatBidMove | AlexanderTheGreatPassMove | AlexanderTheGreatPayMove | AlexanderTheGreatChooseAdvisorMove"

AlexanderTheGreatOccasion: TypeAlias = "Literal['battle', 'bridge', 'founding', 'hunger', 'statue']"

AlexanderTheGreatPhase: TypeAlias = "Literal['advisor', 'bid', 'discard', 'march', 'over', 'pay', 'play', 'roads', 'robber', 'roll']"

AlexanderTheGreatResource: TypeAlias = "Literal['brick', 'grain', 'lumber', 'ore', 'wool']"

AlexanderTheGreatTerrain: TypeAlias = (
    "Literal['desert', 'fields', 'forest', 'gold_river', 'hills', 'mountains', 'pasture']"
)

AlexanderTheGreatTradedCards: TypeAlias = "dict[str, int]"

AlexandrosChooseCardMove: TypeAlias = (
    "AlexandrosChooseCardFromDisplayMove | AlexandrosChooseCardFromHandMove"
)

AlexandrosEvent: TypeAlias = "AlexandrosCardChosenEvent | AlexandrosMarchedEvent | AlexandrosCardTakenEvent | AlexandrosProvinceOccupiedEvent | AlexandrosProvinceTakenOverEvent | AlexandrosTaxesLeviedEvent | AlexandrosGovernorRecalledEvent | AlexandrosTurnEndedEvent | AlexandrosResignedEvent | AlexandrosCreatedEvent | AlexandrosSeatTakenEvent | AbandonedEvent | CameBackEvent | CancelledEvent | PausedEvent | RedoneEvent | ResumedEvent | SeatFreedEvent | StandInAgreedEvent | TimeAskedEvent | TimeExpiredEvent | TimeGrantedEvent | TimeRefusedEvent | UndoAcceptedEvent | UndoDeclinedEvent | UndoRequestedEvent | UndoneEvent | VacationEndedEvent | VacationTakenEvent"

AlexandrosFacts: TypeAlias = "AlexandrosChosenCardFacts | AlexandrosCardFacts | AlexandrosMarchFacts | AlexandrosConquestFacts | AlexandrosLevyFacts | AlexandrosNotationFacts"

AlexandrosMove: TypeAlias = "AlexandrosChooseCardMove | AlexandrosMarchMove | AlexandrosTakeCardMove | AlexandrosOccupyMove | AlexandrosTakeOverMove | AlexandrosLevyTaxesMove | AlexandrosRecallMove | AlexandrosEndTurnMove | AlexandrosResignMove"

AlexandrosPhase: TypeAlias = "Literal['actions', 'choose_card', 'march', 'over']"

AlexandrosSymbol: TypeAlias = "Literal['amphora', 'horse', 'lyre', 'soldier', 'temple']"

AlexandrosTakeCardMove: TypeAlias = (
    "AlexandrosTakeCardFromSupplyMove | AlexandrosTakeCardFromDisplayMove"
)

CameBackData: TypeAlias = "dict[str, Any]"

Event: TypeAlias = "AlexandrosCreatedEvent | SettlersCreatedEvent | AlexanderTheGreatCreatedEvent | AlexandrosResignedEvent | AlexandrosCardChosenEvent | AlexandrosProvinceTakenOverEvent | AlexandrosTurnEndedEvent | AlexanderTheGreatAuctionPaidEvent | AlexandrosCardTakenEvent | AlexandrosSeatTakenEvent | SettlersRobberMovedEvent | SettlersSeatTakenEvent | AlexanderTheGreatRobberMovedEvent | AlexanderTheGreatSeatTakenEvent | AlexandrosMarchedEvent | AlexandrosProvinceOccupiedEvent | AlexandrosTaxesLeviedEvent | StandInAgreedEvent | TimeExpiredEvent | SettlersSettlementBuiltEvent | SettlersTradeAnsweredEvent | AlexanderTheGreatSettlementBuiltEvent | AlexanderTheGreatTradeAnsweredEvent | UndoneEvent | SettlersRoadBuiltEvent | SettlersDiceRolledEvent | SettlersTradeClosedEvent | AlexanderTheGreatRoadBuiltEvent | AlexanderTheGreatDiceRolledEvent | AlexanderTheGreatTradeClosedEvent | AlexanderTheGreatResignedEvent | AlexanderTheGreatMarchedEvent | AlexanderTheGreatAdvisorChosenEvent | AbandonedEvent | SeatFreedEvent | TimeGrantedEvent | SettlersCardsDiscardedEvent | SettlersMonopolyPlayedEvent | SettlersTradedWithBankEvent | SettlersTradeOfferedEvent | SettlersResignedEvent | AlexanderTheGreatCardsDiscardedEvent | AlexanderTheGreatMonopolyPlayedEvent | AlexanderTheGreatTradedWithBankEvent | AlexanderTheGreatTradeOfferedEvent | AlexanderTheGreatBidMadeEvent | AlexanderTheGreatPassedEvent | AlexandrosGovernorRecalledEvent | CancelledEvent | PausedEvent | RedoneEvent | TimeAskedEvent | TimeRefusedEvent | UndoAcceptedEvent | UndoDeclinedEvent | UndoRequestedEvent | VacationTakenEvent | SettlersCityBuiltEvent | SettlersDevelopmentCardBoughtEvent | SettlersRoadBuildingPlayedEvent | SettlersYearOfPlentyPlayedEvent | AlexanderTheGreatCityBuiltEvent | AlexanderTheGreatDevelopmentCardBoughtEvent | AlexanderTheGreatRoadBuildingPlayedEvent | AlexanderTheGreatYearOfPlentyPlayedEvent | AlexanderTheGreatTurnEndedEvent | AlexanderTheGreatBidForfeitedEvent | CameBackEvent | ResumedEvent | VacationEndedEvent | SettlersTradeWithdrawnEvent | SettlersTurnEndedEvent | AlexanderTheGreatTradeWithdrawnEvent"

Export: TypeAlias = "AlexandrosExport | SettlersExport | AlexanderTheGreatExport"

Hashes: TypeAlias = "dict[str, str]"

Moves: TypeAlias = "AlexandrosMoves | SettlersMoves | AlexanderTheGreatMoves"

ResumedData: TypeAlias = "dict[str, Any]"

SettlersCards: TypeAlias = "dict[str, int]"

SettlersDevelopment: TypeAlias = (
    "Literal['knight', 'monopoly', 'road_building', 'victory_point', 'year_of_plenty']"
)

SettlersEvent: TypeAlias = "SettlersSettlementBuiltEvent | SettlersRoadBuiltEvent | SettlersCityBuiltEvent | SettlersDiceRolledEvent | SettlersCardsDiscardedEvent | SettlersRobberMovedEvent | SettlersDevelopmentCardBoughtEvent | SettlersRoadBuildingPlayedEvent | SettlersYearOfPlentyPlayedEvent | SettlersMonopolyPlayedEvent | SettlersTradedWithBankEvent | SettlersTradeOfferedEvent | SettlersTradeAnsweredEvent | SettlersTradeClosedEvent | SettlersTradeWithdrawnEvent | SettlersTurnEndedEvent | SettlersResignedEvent | SettlersCreatedEvent | SettlersSeatTakenEvent | AbandonedEvent | CameBackEvent | CancelledEvent | PausedEvent | RedoneEvent | ResumedEvent | SeatFreedEvent | StandInAgreedEvent | TimeAskedEvent | TimeExpiredEvent | TimeGrantedEvent | TimeRefusedEvent | UndoAcceptedEvent | UndoDeclinedEvent | UndoRequestedEvent | UndoneEvent | VacationEndedEvent | VacationTakenEvent"

SettlersFacts: TypeAlias = "SettlersTradeFacts | SettlersNotationFacts"

SettlersMove: TypeAlias = "SettlersBuildSettlementMove | SettlersBuildRoadMove | SettlersBuildCityMove | SettlersRollMove | SettlersDiscardMove | SettlersMoveRobberMove | SettlersBuyDevelopmentCardMove | SettlersPlayKnightMove | SettlersPlayRoadBuildingMove | SettlersPlayYearOfPlentyMove | SettlersPlayMonopolyMove | SettlersTradeWithBankMove | SettlersOfferTradeMove | SettlersAnswerTradeMove | SettlersCloseTradeMove | SettlersWithdrawTradeMove | SettlersEndTurnMove | SettlersResignMove"

SettlersPhase: TypeAlias = "Literal['discard', 'found_road', 'found_settlement', 'over', 'play', 'roads', 'robber', 'roll']"

SettlersResource: TypeAlias = "Literal['brick', 'grain', 'lumber', 'ore', 'wool']"

SettlersTerrain: TypeAlias = (
    "Literal['desert', 'fields', 'forest', 'hills', 'mountains', 'pasture']"
)

SettlersTradedCards: TypeAlias = "dict[str, int]"

VacationEndedData: TypeAlias = "dict[str, Any]"

View: TypeAlias = "AlexandrosView | SettlersView | AlexanderTheGreatView"
