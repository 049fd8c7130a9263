"""Audits a game by the README's "Auditing a game" alone: python audit_by_hand.py < EXPORT.json"""

import json
import sys
from collections import Counter
from hashlib import sha256
from hmac import digest

HASHED = ["schema", "recorded_at", "type", "seat", "data", "commitments"]
SYMBOLS = ["temple", "amphora", "horse", "lyre", "soldier"]
RESOURCES = ["brick", "lumber", "wool", "grain", "ore"]
TERRAINS = {"fields": 4, "forest": 4, "pasture": 4, "hills": 3, "mountains": 3, "desert": 1}
TOKENS = [2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12]
DECK = {"knight": 14, "victory_point": 5, "road_building": 2, "year_of_plenty": 2, "monopoly": 2}
CHIPS = {"hunger": 7, "bridge": 7, "battle": 7, "statue": 7}
PRICES = {"city_built": {"grain": 2, "ore": 3}}
PRICES["development_card_bought"] = {"wool": 1, "grain": 1, "ore": 1}
GIVEN = dict.fromkeys(["cards_discarded", "auction_paid", "bid_forfeited"], "cards")
GIVEN |= dict.fromkeys(["settlement_built", "road_built"], "paid")
GIVEN |= dict.fromkeys(["traded_with_bank", "trade_closed"], "give")
GOT = {"settlement_built": "gains", "year_of_plenty_played": "cards"}
GOT |= dict.fromkeys(["traded_with_bank", "trade_closed"], "get")
DEALT = "dealt/hands/* dealt/supply dealt/deck dealt/chips dealt/reserve dealt/draws/*"
HIDDEN = {"created": "secret", "seat_taken": DEALT, "card_taken": "drawn supply"}
HIDDEN |= {"card_chosen": "supply", "turn_ended": "supply draws/*", "resigned": "supply draws/*"}
HIDDEN |= {"development_card_bought": "card", "robber_moved": "stolen/*"}
BACK = ["undone", "redone"]
canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


def below(key, label, *bounds):
    blocks = (digest(key, f"{label}:{i}".encode(), "sha256") for i in range(2**32))
    words = (int.from_bytes(b[k : k + 4], "big") for b in blocks for k in range(0, 32, 4))
    return [next(w for w in words if w < 2**32 - 2**32 % n) % n for n in bounds]


def shuffled(key, label, cards):
    pile = [*Counter(cards).elements()]
    places = range(len(pile) - 1, 0, -1)
    for i, j in zip(places, below(key, label, *(i + 1 for i in places)), strict=True):
        pile[i], pile[j] = pile[j], pile[i]
    return pile


# Alexandros: what is dealt, and the table; what an event says, should say, and leaves
def deal_alexandros(key, terms):
    n, deck = terms["seats"], shuffled(key, "supply:0", dict.fromkeys(SYMBOLS, 11))
    dealt = {"hands": deck[:n], "display": deck[n : n + 2], "supply": deck[n + 2 :]}
    return dealt, {"supply": deck[n + 2 :], "discard": [], "k": 1}


def draw_alexandros(key, was, event):
    supply, k, data = was["supply"], was["k"], event["data"]
    spent = event["type"] == "taxes_levied" or data.get("from") == "hand"
    paid = {data["card"]: 1} if spent else data.get("paid") or data.get("cards")
    kept = Counter(data.get("compensation"))
    discard = [*was["discard"], *(Counter(paid) - kept).elements()]
    told = [data.get("refill"), data.get("drawn"), *data.get("refilled", [])]
    told = [card for card in told if card]
    is_short = len(told) > len(supply)
    pile = shuffled(key, f"supply:{k}", sorted(discard, key=SYMBOLS.index)) if is_short else []
    drawn, supply = (supply + pile)[: len(told)], (supply + pile)[len(told) :]
    now = {"supply": supply, "discard": [] if is_short else discard, "k": k + is_short}
    return [data.get("supply") or [], told], [pile, drawn], now


# Settlers
def deal_settlers(key, terms):
    dealt = {"deck": shuffled(key, "developments", DECK), "layout": layout(key, terms)}
    return dealt, {**dealt, "hands": Counter(), "dice": 0, "thefts": 0}


def layout(key, terms):
    hexes, harbours = terms["board"]["hexes"], terms["board"]["harbours"]
    terrains, tokens = [h["terrain"] for h in hexes], [h["token"] for h in hexes]
    if terrains[0] is None:
        terrains, n = shuffled(key, "terrains", TERRAINS), 0
        while n == 0 or (terms["options"]["reds_apart"] and touch(hexes, tokens)):
            rest, n = iter(shuffled(key, f"tokens:{n}", TOKENS)), n + 1
            tokens = [None if terrain == "desert" else next(rest) for terrain in terrains]
        kinds = shuffled(key, "harbours", [None] * 4 + RESOURCES)
        harbours = [{**h, "resource": kind} for h, kind in zip(harbours, kinds, strict=True)]
    return {"terrains": terrains, "tokens": tokens, "harbours": harbours}


def touch(hexes, tokens):
    reds = [h["hex"] for h, token in zip(hexes, tokens, strict=True) if token in (6, 8)]
    return any([q + a, r + b] in reds for q, r in reds for a, b in [(1, 0), (0, 1), (-1, 1)])


def draw_settlers(key, was, event):
    kind, seat, data, due, now = event["type"], event["seat"], event["data"], {}, dict(was)
    if kind == "dice_rolled":
        due["dice"] = [1 + below(key, f"die:{was['dice'] + n}", 6)[0] for n in (1, 2)]
        now["dice"] += 2
    if kind == "development_card_bought":
        due["card"], now["deck"] = [*was["deck"], None][0], was["deck"][1:]
    if kind == "robber_moved":
        its, stock = (seat, data["victim"]), was["hands"]
        laid = [card for card in RESOURCES for _ in range(stock[data["victim"], card])]
        card = laid[below(key, f"theft:{was['thefts']}", len(laid))[0]] if laid else None
        due["stolen"] = [card if n in its else None for n in range(len(data["stolen"]))]
        now["thefts"] += bool(laid)
    now["hands"] = Counter(was["hands"])
    for who, sign, cards in changes(kind, seat, data):
        now["hands"].update({(who, card): sign * n for card, n in cards.items()})
    return {name: data[name] for name in due}, due, now


def changes(kind, seat, data):
    """Which cards come to a seat's hand (1) and leave it (-1)."""
    yield seat, -1, PRICES.get(kind) or data.get(GIVEN.get(kind), {})
    yield seat, 1, data.get(GOT.get(kind), {})
    yield from ((n, 1, gain) for n, gain in enumerate(data["gains"] if "dice" in data else []))
    yield from ((n, 1, {card: 1}) for n, card in enumerate(data.get("draws", [])))
    for n, number in enumerate(data.get("taken", [])):
        yield from ((who, sign, {data["resource"]: number}) for who, sign in [(seat, 1), (n, -1)])
    if kind == "trade_closed":
        yield from [(data["seat"], 1, data["give"]), (data["seat"], -1, data["get"])]
    if kind == "robber_moved":
        stolen = {data["stolen"][seat]: 1}
        yield from [(seat, 1, stolen), (data["victim"], -1, stolen)]


# Alexander the Great
def deal_campaign(key, terms):
    n, chosen, board = terms["seats"], terms["options"]["robber"], terms["board"]
    deserts = [h["hex"] for h in board["hexes"] if h["terrain"] == "desert"]
    by_lot = below(key, "robber", len(deserts))[0]
    robber = deserts[chosen - 1 if 0 < chosen <= len(deserts) else by_lot]
    cards = shuffled(key, "reserve", dict.fromkeys(RESOURCES, 15 if n == 3 else 19))
    hands, draws = [Counter(cards[5 * k : 5 * k + 5]) for k in range(n)], cards[5 * n : 6 * n]
    decks = {"deck": shuffled(key, "developments", DECK), "chips": shuffled(key, "chips", CHIPS)}
    dealt = {**decks, "reserve": cards[6 * n :], "robber": robber, "hands": hands, "draws": draws}
    held = Counter([*((k // 5, card) for k, card in enumerate(cards[: 5 * n])), *enumerate(draws)])
    counted = {"hands": held, "dice": 0, "thefts": 0, "route": board["route"]}
    return dealt, {**dealt, **counted, "staying": [*range(n)], "turn": terms["first_seat"]}


def draw_campaign(key, was, event):
    (_, due, now), data, kind = draw_settlers(key, was, event), event["data"], event["type"]
    if kind == "marched":
        is_chip = was["route"][data["crossing"]]["kind"] == "chip"
        due["chip"], now["chips"] = was["chips"][0] if is_chip else None, was["chips"][is_chip:]
    if kind == "auction_paid":
        now["deck"] = was["deck"] + ["knight"] * data["knights"]
    if kind in ("turn_ended", "resigned"):
        now["staying"] = [n for n in was["staying"] if kind == "turn_ended" or n != event["seat"]]
        passes = event["seat"] == was["turn"] and (kind == "turn_ended" or "result" not in data)
        draw_reserve(due, now, len(data["draws"]), passes)
    return {name: data[name] for name in due}, due, now


def draw_reserve(due, now, seats, passes):
    staying, reserve = now["staying"], now["reserve"]
    is_enough = passes and len(reserve) >= len(staying)
    cards = dict(zip(staying, reserve, strict=False)) if is_enough else {}
    due["draws"] = [cards.get(seat) for seat in range(seats)]
    if passes:
        now["reserve"] = reserve[len(staying) :] if is_enough else []
        now["turn"] = next((n for n in staying if n > now["turn"]), staying[0])


# Record
def hidden(kind, data):
    """The paths at which such an event hides a value."""
    for path in HIDDEN.get(kind, "").split():
        value = data
        for step in path.removesuffix("/*").split("/"):
            value = (value or {}).get(step)
        many = enumerate(value or []) if path.endswith("*") else [("", value)]
        yield from (f"{path.strip('*')}{n}" for n, item in many if item is not None)


def opened(secret, version, path, holder):
    """What the salt and the commitment have to be; leaves null in the value's place."""
    *steps, last = [int(step) if step.isdigit() else step for step in path.split("/")]
    for step in steps:
        holder = holder[step]
    salt = digest(secret, f"anabasis salt 1:{version}:{path}".encode(), "sha256")
    value, holder[last] = holder[last], None
    return [digest(salt, canonical(value).encode(), "sha256").hex(), salt.hex()]


GAMES = {"alexandros": (deal_alexandros, draw_alexandros)}
GAMES["settlers"] = deal_settlers, draw_settlers
GAMES["alexander_the_great"] = deal_campaign, draw_campaign


def luck(terms, secret, events):
    given = {e["seat"]: e["data"]["contribution"] for e in events if e["type"] == "seat_taken"}
    lines = ["anabasis chance 1", *(given[seat] or "" for seat in sorted(given))]
    key = digest(secret, "\n".join(lines).encode(), "sha256")
    lot, chosen = below(key, "first_seat", terms["seats"])[0], terms["first_seat"]
    return key, terms | {"first_seat": lot if chosen is None else chosen}


def checks(game, events):
    """An event's number, a word, and what has to be the same twice."""
    told = events[0]["data"]["secret"] or sys.exit("the game is not over: export it once it is")
    secret, head, table, after = bytes.fromhex(told), "0" * 64, None, {}
    time, seats = "", [None]
    key, terms = luck(events[0]["data"], secret, events)
    yield 1, "secret", terms["chance"]["commitment"], sha256(secret).hexdigest()
    for version, event in enumerate(events, 1):
        hashed = json.loads(json.dumps({name: event[name] for name in HASHED}))
        hashed |= {"version": version, "prev": head}
        paths = sorted(hidden(event["type"], event["data"]))
        yield version, "hidden", [sorted(event["commitments"]), sorted(event["salts"])], [paths] * 2
        for path, stated in event["commitments"].items():
            due = opened(secret, version, path, hashed["data"])
            yield version, path, [stated, event["salts"][path]], due
        head, data = sha256(canonical(hashed).encode()).hexdigest(), event["data"]
        yield version, "hash", event["hash"], head
        yield version, "schema and seat", [event["schema"], event["seat"] in seats], [1, True]
        yield version, "time", max(event["recorded_at"], time), (time := event["recorded_at"])
        seats = [*range(terms["seats"])]
        yield version, "end", bool(data.get("result")), version == len(events)
        deal, draw = GAMES[terms["ruleset"]]
        if said := data.get("dealt"):
            due, table = deal(key, terms)
            yield version, "deal", said, {**said, **due, "first_seat": terms["first_seat"]}
        elif event["type"] in BACK:
            table = after[data["to"]]
        elif table:
            said, due, table = draw(key, table, event)
            yield version, "cards", said, due
        after[version] = table
    stated = [game[name] for name in ("version", "hash", "status", "complete", "redacted")]
    yield version, "head", stated, [version, head, "finished", True, False]
    yield from marks(events)


def marks(events):
    """What was taken back is off the line that leads to the last event."""
    before, place, line = {}, 0, []
    for version, event in enumerate(events, 1):
        if event["type"] not in BACK:
            before[version] = place
        place = event["data"]["to"] if event["type"] in BACK else version
    while place:
        line.append(place)
        place = before[place]
    for version, event in enumerate(events, 1):
        yield version, "undone", event["undone"], version in before and version not in line


def once(pairs):
    return dict(pairs) if len(dict(pairs)) == len(pairs) else sys.exit("a name stands twice")


def wrong(number):
    sys.exit(f"{number} is no whole number")


if __name__ == "__main__":
    try:
        game = json.load(sys.stdin, object_pairs_hook=once, parse_float=wrong, parse_constant=wrong)
        for version, what, stated, due in checks(game, game["events"]):
            if canonical(stated) != canonical(due):
                sys.exit(f"event {version}: {what}")
    except (ValueError, TypeError, LookupError) as error:
        sys.exit(f"this is no export of a game: {error!r}")
    print(f"all {game['version']} events hold")
