"""A game by luck through the service's own commands, with orders, undos and ends of time."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch

from msgspec import structs

from domain.errors import Malformed, Refused
from domain.kernel.audit import audit
from domain.kernel.deadlines import ABSENT_WAIT, DAY, IDLE, Deadline
from domain.kernel.decider import Ruleset
from domain.kernel.expiry import BY_BOT, abandonment, due_moments, expiry
from domain.kernel.game import Game
from domain.kernel.order_contract import Book
from domain.kernel.orders import with_order
from domain.kernel.play import decide_move
from domain.kernel.undo import decide_answer, decide_redo, decide_undo, yet_to_answer
from domain.record.record import GENESIS, Draft, Event, decode, encode
from domain.record.times import milliseconds, moment
from projections.summary import summary_after
from service.game.commands import Commands
from service.game.orders import MOST_ANSWERS
from service.game.repeats import Command
from service.game.state_cache import StateCache
from service.store.contract import Append, Appended
from service.store.redis_store import RedisStore
from tests.domain.orders.values import drawn, every_kind, offer_of
from tests.domain.recorded_game import Recorded
from tests.service.conftest import PLENTY, fake_store
from tests.service.orders_soak.checks import Checks
from tests.service.orders_soak.oracle import Oracle

GAME = "g"
COMMANDS = 150
POLICIES = ("free", "consent", "drawn_stays", "off")
AT_ZERO = ("nudge", "skip", "bot", "resign")
OFFERED = ("accept_terms", "refuse_above")
SELDOM = {"resign": 0.006, "end_turn": 0.4, "take_card": 0.5}

WEIGHTS = {
    "move": 46,
    "give": 22,
    "give_again": 6,
    "withdraw": 3,
    "undo": 7,
    "let_time_pass": 5,
    "bot_moves": 4,
}


class Watched:
    """A store that notes what is appended to it."""

    def __init__(self, store: RedisStore) -> None:
        self._store = store
        self.appends: list[Append] = []

    def append(self, append: Append) -> Appended:
        done = self._store.append(append)
        if not done.repeated:
            self.appends.append(append)
        return done

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


class Soak:
    """One game of a ruleset, by the luck of a number."""

    def __init__(self, ruleset: Ruleset[Any, Any, Any], number: int) -> None:
        self.ruleset, self.luck = ruleset, random.Random(f"{ruleset.id} {number}")
        self.counts: Counter[str] = Counter()
        self.store = Watched(fake_store())
        self.processes = [self._process() for _ in range(2)]
        opened = Recorded(
            ruleset,
            f"{number:04x}",
            ruleset.seat_counts[number % len(ruleset.seat_counts)],
            ruleset.wire.boards.ids[0],
            self._options(),
            undo=POLICIES[number % 4],
            deadline=_deadline(AT_ZERO[number // 4 % 4]),
        )
        self.now = milliseconds(opened.now)
        entries, summary = tuple(map(encode, opened.events)), summary_after(None, opened.events)
        self.store.append(Append(GAME, "opening", "", 1, GENESIS, entries, summary=summary))
        self.oracle = Oracle(opened.game)
        self.checks = Checks(self.oracle, self.counts)
        self.log: list[str] = []

    def _process(self) -> Commands:
        return Commands(self.store, StateCache(self.store, PLENTY))  # type: ignore[arg-type]

    def _options(self) -> dict[str, Any]:
        if self.ruleset.id != "alexander_the_great":
            return {}
        overbidding = self.luck.choice(("capped", "penalty"))
        return {"overbidding": overbidding, "starting_gold": self.luck.choice((0, 8))}

    @property
    def commands(self) -> Commands:
        return self.luck.choice(self.processes)

    @property
    def game(self) -> Game:
        return self.oracle.game

    def play(self) -> "Soak":
        """Play on by luck, and check after each command; then audit the record."""
        most_answers = self.luck.choice((1, 3, MOST_ANSWERS))
        with (
            patch("service.machine.clock.now", lambda: moment(self.now)),
            patch("service.game.orders.MOST_ANSWERS", most_answers),
        ):
            for _ in range(COMMANDS):
                self._command(self._next_command())
                if self.game.status != "live":
                    self.counts[f"games {self.game.status}"] += 1
                    break
        checked = audit(decode(self.store.read(GAME)))
        assert checked.valid, checked
        return self

    def _next_command(self) -> str:
        """A command by luck: requests are soon answered, undos redone, waits for people ended."""
        line, luck = self.game.timeline, self.luck.random()
        if line.request is not None and luck < 0.5:
            return "answer_request"
        if line.redo is not None and luck < 0.2:
            return "redo"
        if luck > 0.6 and any(map(self.oracle.is_due, self.game.to_act)):
            return "let_time_pass"
        return self.luck.choices([*WEIGHTS], [*WEIGHTS.values()])[0]

    def _command(self, name: str) -> None:
        self.now += self.luck.randint(1, 60_000)
        self.store.appends.clear()
        try:
            is_followed = getattr(self, name)()
        except (Refused, Malformed):
            self.counts[f"refused {name}"] += 1
            return
        self.counts[name] += 1
        self.checks.take(self.store.appends, is_clocks=name == "let_time_pass")
        self.checks.check_book(self.store.orders(GAME))
        if is_followed:
            self.checks.check_settled()

    # Commands: each returns whether orders may answer after it

    def move(self) -> bool:
        seat = self.luck.choice(self.game.to_act)
        move = self._move_of(seat)
        return self._submit(seat, f"move {seat} {move}", lambda g: decide_move(g, seat, move))

    def bot_moves(self) -> bool:
        """Move for a seat whose player is absent, which is no return."""
        absent = [seat for seat in self.game.to_act if self.game.is_absent(seat)]
        if not absent:
            return False
        move = self._move_of(seat := self.luck.choice(absent))
        return self._submit(
            seat,
            f"bot {seat} {move}",
            lambda g: structs.replace(decide_move(g, seat, move), by=BY_BOT),
        )

    def undo(self) -> bool:
        seat, line = self._anybody(), self.game.timeline
        targets = [m.version for m in _newest(line) if line.has(m.version)]
        to = self.luck.choice(targets[:8] or [line.start])
        return self._submit(seat, f"undo {seat} to {to}", lambda g: decide_undo(g, seat, to))

    def redo(self) -> bool:
        undone = self.game.timeline.redo
        seat = self.luck.choice((undone.seat, self._anybody()))
        return self._submit(seat, f"redo {seat}", lambda g: decide_redo(g, seat))

    def answer_request(self) -> bool:
        seat = self.luck.choice([*yet_to_answer(self.game), self._anybody()])
        accept = self.luck.random() < 0.75
        text = f"answer {seat} {accept}"
        return self._submit(seat, text, lambda g: decide_answer(g, seat, accept))

    def give(self) -> bool:
        asked = self.game.to_act[1:]
        seat = self.luck.choice((*(asked or self.game.to_act), self._anybody()))
        codes = every_kind(self.ruleset)
        is_offered = offer_of(self.game.state) is not None and self.luck.random() < 0.6
        code = self.luck.choice(OFFERED if is_offered else codes)
        return self._give(seat, code, drawn(code, self.game.state, self.luck))

    def give_again(self) -> bool:
        entries = self.oracle.entries
        asleep = [each for each in entries if each.asleep] or entries
        if not asleep:
            return False
        entry = self.luck.choice(asleep)
        return self._give(entry.seat, entry.code, entry.values)

    def _give(self, seat: int, code: str, values: dict[str, Any]) -> bool:
        codec = self.ruleset.orders.codec
        order = codec.read(code, values)
        self.log.append(f"give {seat} {code} {values}")
        self._change(lambda game, book: with_order(game, seat, code, values, book))
        self.oracle.give(seat, code, codec.json(order), order)
        return True

    def withdraw(self) -> bool:
        seat = self._anybody()
        own = [each.code for each in self.oracle.entries if each.seat == seat]
        code = self.luck.choice([None, *own])
        self.log.append(f"withdraw {seat} {code}")

        def without(_: Game, book: Book) -> Book:
            return tuple(o for o in book if o.seat != seat or code not in (None, o.code))

        self._change(without, follow=False)
        self.oracle.withdraw(seat, code)
        return False

    def let_time_pass(self) -> bool:
        """Wait until the time of a seat is up."""
        due = due_moments(self.game)
        if not due:
            return False
        self.now = max(self.now, min(due.values()))
        self.log.append("time passes")
        self.counts["expiries"] += self.commands.follow_clock(GAME, self._ended)
        answers = [
            append.orders and append.version in append.orders.answered
            for append in self.store.appends
        ]
        self.counts["answers in place of the clock"] += sum(map(bool, answers))
        return True

    def _ended(self, game: Game) -> list[Event]:
        """The events of a seat's end of time, or of the game's, as the worker decides them."""
        now, command = moment(self.now), f"clock:{game.version}"
        if (end := abandonment(game, self.now)) is not None:
            return [game.seal(end, now, command)]
        late = [seat for seat, due in due_moments(game).items() if due <= self.now]
        return expiry(game, late[0], now, f"{command}:{late[0]}") if late else []

    def _change(self, change: Callable[[Game, Book], Book], *, follow: bool = True) -> None:
        self.commands.change_orders(GAME, change, follow=follow)

    def _submit(self, seat: int, text: str, decide: Callable[[Game], Draft]) -> bool:
        self.log.append(text)
        command = Command.of({"n": len(self.log)}, scope=str(seat))
        self.commands.submit(GAME, decide, command)
        return True

    def _anybody(self) -> int:
        return self.luck.choice(self.ruleset.situation(self.game.state).staying)

    def _move_of(self, seat: int) -> Any:
        """A move of a type that is drawn first; an offer of anything for anything."""
        by_type: dict[str, list[Any]] = {}
        for move in self.ruleset.legal_moves(self.game.state, seat, 60, None).moves:
            by_type.setdefault(self.ruleset.wire.moves.json(move)["type"], []).append(move)
        types = [*by_type]
        chosen = self.luck.choices(types, [SELDOM.get(each, 1) for each in types])[0]
        return self._offer(seat) if chosen == "offer_trade" else self.luck.choice(by_type[chosen])

    def _offer(self, seat: int) -> Any:
        base = getattr(self.game.state, "base", self.game.state)
        hand = dict(zip(base.table.edition.names, base.cards.hands[seat], strict=True))
        give = self.luck.choice([good for good, n in hand.items() if n])
        others = [n for n in self.ruleset.situation(self.game.state).staying if n != seat]
        held = base.cards.hands[self.luck.choice(others)]
        wanted = [good for good, n in zip(hand, held, strict=True) if n and good != give]
        get = self.luck.choice(wanted or [good for good in hand if good != give])
        offer = {"give": {give: 1}, "get": {get: self.luck.choice((1, 1, 2))}}
        return self.ruleset.wire.moves.read({"type": "offer_trade", **offer})


def _newest(line: Any) -> Iterator[Any]:
    for number, each in enumerate(line.moments()):
        if number > 24:
            return
        yield each


def _deadline(at_zero: Any) -> Deadline:
    bot = "random" if at_zero == "bot" else None
    return Deadline(at_zero, per_move=DAY, bot=bot, idle_for=IDLE, absent_wait=ABSENT_WAIT)
