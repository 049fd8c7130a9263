"""Genuine records of a played game under other names: its game id, players and times are new.

The secret and the contributions stay, so chance and every decision do, too; all hashes follow from
the new values. Each event is a text with gaps, as making it of values would take ten times as long.
"""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from domain.record.record import PACKED, Event, canonical, encode
from projections.summary import HASH, Beginning, Sitting, Summary, follow_all, summary_of
from projections.summary import encode as encode_summary
from tests.hashed import hashed_form

LINKS = 65
"""The bytes of a packed entry before its fields."""
ZERO = "0" * 64


class Names(NamedTuple):
    """New names of a record: its game, its players by seat, when each event was recorded."""

    game: str
    players: Sequence[str]
    times: Sequence[str]


class Chained(NamedTuple):
    """A record as it is stored: its entries, their hashes, and the newest summary."""

    entries: list[bytes]
    hashes: list[bytes]
    summary: bytes


class Pattern:
    """A played game, ready to be recorded under any names."""

    def __init__(self, events: Sequence[Event]) -> None:
        followed = follow_all(None, events)
        assert followed is not None
        game = followed.game
        players = [seat.player if seat else None for seat in game.seats]
        self._summary = summary_of(followed)
        self._creator = players.index(game.terms.creator)
        self._gaps = {name: b"%%(p%d)b" % seat for seat, name in enumerate(players) if name}
        self.game_id = str(game.terms.game_id)
        self.seats, self.length = len(players), len(events)
        self.is_over = game.status == "finished"
        self._events = [self._texts(event) for event in events]

    def chained(self, names: Names, commands: Sequence[str]) -> Chained:
        """Return the record under these names, each event by a command of its own."""
        values: dict[bytes, bytes] = {b"game": names.game.encode(), b"prev": ZERO.encode()}
        values |= {b"p%d" % seat: each.encode() for seat, each in enumerate(names.players)}
        entries, hashes, before = [], [], bytes(32)
        for (hashed, stored), time, command in zip(
            self._events, names.times, commands, strict=True
        ):
            values[b"time"], values[b"command"] = time.encode(), command.encode()
            own = hashlib.sha256(hashed % values).digest()
            entries.append(PACKED + own + before + stored % values)
            hashes.append(own)
            before = own
            values[b"prev"] = own.hex().encode()
        return Chained(entries, hashes, encode_summary(self._renamed(names, hashes)))

    def _texts(self, event: Event) -> tuple[bytes, bytes]:
        """Return the hashed text of an event and the stored fields, with gaps for names."""
        marked = replace(
            event, recorded_at="\N{BULLET}time", prev=ZERO, hash=ZERO, command="\N{BULLET}command"
        )
        form = {**hashed_form(marked), "prev": "\N{BULLET}prev"}
        return self._gapped(canonical(form)), self._gapped(encode(marked)[LINKS:])

    def _gapped(self, text: bytes) -> bytes:
        text = text.replace(b"%", b"%%")
        for name in (b"time", b"prev", b"command"):
            text = text.replace("\N{BULLET}".encode() + name, b"%%(%b)b" % name)
        text = text.replace(self.game_id.encode(), b"%(game)b")
        for player, gap in self._gaps.items():
            text = text.replace(player.encode(), gap)
        return text

    def _renamed(self, names: Names, hashes: Sequence[bytes]) -> Summary:
        facts, old = self._summary.game, self._summary

        def begun(each: Beginning | None) -> Beginning | None:
            if each is None:
                return None
            at = each.version - 1
            return Beginning(each.version, hashes[at].hex()[:HASH], names.times[at])

        return Summary(
            replace(
                facts,
                hash=hashes[-1].hex(),
                created_at=names.times[0],
                updated_at=names.times[-1],
                seats=tuple(Sitting(player, None) for player in names.players),
                creator=names.players[self._creator],
            ),
            *(tuple(map(begun, part)) for part in (old.turns, old.asked, old.waiting)),
            begun(old.over),
        )
