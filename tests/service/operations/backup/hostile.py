"""Backup files as an attacker makes them: each is wrong in one place, and has sound checksums."""

import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from service.machine.zstandard import zstd
from service.operations.backup.form import (
    END,
    GAME_ROWS,
    GAMES,
    KEY_ROWS,
    KEYS,
    LINES,
    START,
    TAIL,
    BackupHeader,
    FeedLine,
    GameItem,
    GameRow,
    KeyItem,
    KeyRow,
    Rest,
    ShardRow,
    packed_item,
)
from service.operations.backup.protection import Checksum
from service.redis.shards import SHARDS, shard_of
from service.store.blocks import block

GAME = "k3v9x2m7q4w8z6t5"
REST = Rest(b"", [], [], [], [])
GAME_OF_IT = GameItem(GAME, 0, [b"{}"], REST)
LINE_OF_IT = FeedLine("1-0", GAME, 1)
KEY_OF_IT = KeyItem(b"anabasis:x", "string", -1, b"value")
GAME_ROW_OF_IT = GameRow(GAME, 1, b"\0" * 32, b"", 0)
KEY_ROW_OF_IT = KeyRow(b"anabasis:x", b"", 2)
ZEROS = 600_000_000
"""Bytes that a bomb unpacks to: zstd makes some 55 kB of them."""


@dataclass
class Forged:
    """The parts of a file; a test changes one of them. ``places`` are those of the tail."""

    header: dict[str, Any] = field(
        default_factory=lambda: msgspec.to_builtins(
            BackupHeader("0123", "2026-11-27T02:00:00.000Z", "1")
        )
    )
    game: Any = GAME_OF_IT
    line: Any = LINE_OF_IT
    key: Any = KEY_OF_IT
    game_row: Any = GAME_ROW_OF_IT
    key_row: Any = KEY_ROW_OF_IT
    tail: dict[str, Any] = field(default_factory=dict)
    plain: dict[bytes, bytes] = field(default_factory=dict)
    compressed: dict[bytes, bytes] = field(default_factory=dict)
    end: Callable[[bytes], bytes] = bytes

    def written(self, path: Path) -> Path:
        """Write the file."""
        header = msgspec.json.encode(self.header)
        data = START + len(header).to_bytes(4, "big") + header
        places = []
        for number, (kind, content) in enumerate(self._blocks()):
            places.append(len(data))
            data += _block(kind, content, number, header)
        tail = packed_item(self._tail(places))
        content = self.compressed.get(TAIL) or zstd.compress(self.plain.get(TAIL, tail))
        place = len(data)
        data += _block(TAIL, content, len(places), header)
        data += place.to_bytes(8, "big") + len(places).to_bytes(4, "big") + END
        path.write_bytes(self.end(data))
        return path

    def _blocks(self) -> Iterator[tuple[bytes, bytes]]:
        items = {
            GAMES: self.game,
            LINES: self.line,
            KEYS: self.key,
            GAME_ROWS: self.game_row,
            KEY_ROWS: self.key_row,
        }
        for kind, item in items.items():
            plain = self.plain.get(kind, packed_item([item]))
            yield kind, self.compressed.get(kind) or zstd.compress(plain)

    def _tail(self, places: list[int]) -> dict[str, Any]:
        shards: list[Any] = [ShardRow([], [], "", "", "")] * SHARDS
        shards[shard_of(GAME)] = ShardRow([0], [1], "", "1-0", "1-0")
        kinds = GAMES + LINES + KEYS + GAME_ROWS + KEY_ROWS
        told = {"places": places, "kinds": kinds, "shards": shards}
        return {**told, "games": 1, "events": 1, "keys": 1, **self.tail}


def _block(kind: bytes, content: bytes, number: int, header: bytes) -> bytes:
    protected = Checksum().protect(content, number, kind + header)
    return len(protected).to_bytes(4, "big") + kind + protected


def _bomb(before: bytes = b"", size: int = ZEROS, part: bytes = b"\0") -> bytes:
    """Return many equal parts, compressed piece by piece."""
    compressor = zstd.ZstdCompressor()
    piece = part * (1_000_000 // len(part))
    pieces = [compressor.compress(before)]
    pieces += [compressor.compress(piece) for _ in range(size // 1_000_000)]
    return b"".join([*pieces, compressor.flush()])


def _listed(item: bytes, count: int) -> bytes:
    return b"\xdd" + struct.pack(">I", count) + item * count


def _shards(**changes: Any) -> list[Any]:
    row = {"games": [0], "lines": [1], "after": "", "resume": "", "last": "", **changes}
    return [ShardRow(**row)] * SHARDS


def _many_bytes(count: int) -> bytes:
    return b"\xc6" + struct.pack(">I", count)


def _overwritten(place: int, value: bytes) -> Callable[[bytes], bytes]:
    """Change bytes of a whole file; a place below 0 counts from its end."""

    def change(data: bytes) -> bytes:
        at = place % len(data)
        return data[:at] + value + data[at + len(value) :]

    return change


def _game(**changes: Any) -> Any:
    given = {"game": GAME, "after": 0, "entries": [b"{}"], "rest": REST, **changes}
    return GameItem(**given)


def _sealed(body: bytes) -> bytes:
    told = block.BlockHeader(GAME, 20_000, b"\0" * 32, raw=2**40, packed=len(body))
    header = msgspec.msgpack.encode(told)
    return block.START + len(header).to_bytes(4, "big") + header + body


def _key(kind: str, value: Any, end: Any = -1) -> Any:
    return [b"anabasis:x", kind, end, value]


def _deep(count: int) -> bytes:
    return b"\x91" * count + b"\xc0"


NAMED_BY_VERIFY = {
    "a sealed game of zeros",
    "a sealed game of empty entries",
    "a line of an event that is not there",
    "a key that no block holds",
}
"""Backups whose broken game `verify` names; `restore` names the file."""


def hostile() -> dict[str, Forged]:
    """Files by their fault: made for each test, as they take 180 MB."""
    return {
        # Lengths
        "a block of zeros": Forged(compressed={KEYS: _bomb()}),
        "games of zeros": Forged(compressed={GAMES: _bomb(b"\xdd\x20\x00\x00\x00")}),
        "a value of zeros": Forged(
            compressed={KEYS: _bomb(b"\x91\x94\xa1x\xa6string\xff\xc6\x20\0\0\0")}
        ),
        "a tail of zeros": Forged(compressed={TAIL: _bomb()}),
        "a tail of endless places": Forged(
            compressed={TAIL: _bomb(b"\x81\xa6places\xdd\x20\0\0\0")}
        ),
        "empty lists without end": Forged(
            compressed={KEYS: _bomb(b"\xdd\x20\0\0\0", part=b"\x90")}
        ),
        "thirty million empty lists": Forged(plain={KEYS: _listed(b"\x90", 30_000_000)}),
        "a value of empty lists": Forged(
            plain={KEYS: b"\x91\x94\xc4\x01x\xa3set\xff" + _listed(b"\x90", 30_000_000)}
        ),
        "entries without end": Forged(
            plain={GAMES: b"\x91\x94\xa1g\x00" + _listed(b"\xc4\x00", 15_000_000)}
        ),
        "lines without end": Forged(plain={LINES: _listed(b"\x93\xa31-0\xa1g\x01", 4_000_000)}),
        "rows without end": Forged(
            plain={GAME_ROWS: _listed(b"\x94\xa1g\x01\xc4\0\xc4\0", 4_000_000)}
        ),
        "key rows without end": Forged(plain={KEY_ROWS: _listed(b"\x92\xc4\0\xc4\0", 6_000_000)}),
        "a list that claims more": Forged(plain={GAMES: b"\xdd\xff\xff\xff\xff\x90"}),
        "bytes that claim more": Forged(plain={KEYS: b"\x91\x94" + _many_bytes(2**32 - 1)}),
        "lists in lists": Forged(plain={KEYS: b"\x91\x94\xc4\x01x\xa3set\xff" + _deep(400_000)}),
        "a block that claims 4 GB": Forged(end=_overwritten(150, b"\xff" * 4)),
        "a header that claims 4 GB": Forged(end=_overwritten(8, b"\xff" * 4)),
        "an entry of many empty objects": Forged(game=_game(entries=[b"[" + b"{}," * 8_000_000])),
        "a sealed game of zeros": Forged(game=_game(entries=[], block=_sealed(_bomb()))),
        "a sealed game of empty entries": Forged(
            game=_game(entries=[], block=_sealed(zstd.compress(_listed(b"\xc4\x00", 8_000_000))))
        ),
        # Places and kinds
        "places below 0": Forged(tail={"places": [-5] * 5}),
        "places past the end": Forged(tail={"places": [2**62] * 5}),
        "places of one block": Forged(tail={"places": [120] * 5}),
        "too few places": Forged(tail={"places": []}),
        "unknown kinds": Forged(tail={"kinds": b"XYZAB"}),
        "kinds in another order": Forged(
            tail={"kinds": GAMES + LINES + KEY_ROWS + GAME_ROWS + KEYS}
        ),
        "a tail among the blocks": Forged(tail={"kinds": TAIL * 5}),
        "no shards": Forged(tail={"shards": []}),
        "blocks that are not there": Forged(tail={"shards": _shards(games=[99])}),
        "blocks below 0": Forged(tail={"shards": _shards(games=[-5])}),
        "one block a million times": Forged(tail={"shards": _shards(games=[0] * 100_000)}),
        "lines that are no place": Forged(tail={"shards": _shards(after="x-y")}),
        "totals below 0": Forged(tail={"games": -1}),
        "games left out that are not there": Forged(tail={"left_out": ["nosuchgame"]}),
        "damaged games that are not there": Forged(tail={"damaged": ["no\nsuch\ngame"]}),
        "the tail of the file elsewhere": Forged(end=_overwritten(-20, b"\0" * 8)),
        "a count of other blocks": Forged(end=_overwritten(-12, b"\xff" * 4)),
        # Items
        "a game that is not in the index": Forged(game=_game(game="nosuchgame")),
        "a game of two lines": Forged(game=_game(game="one\ntwo")),
        "other versions than entries": Forged(game=_game(versions=[1, 2, 3])),
        "versions that go back": Forged(game=_game(entries=[b"{}"] * 2, versions=[2, 1])),
        "a summary of words": Forged(game=_game(rest=Rest(b"words", [], [], [], []))),
        "a line that is no place": Forged(line=FeedLine("now", GAME, 1)),
        "a line of an event that is not there": Forged(line=FeedLine("1-0", GAME, 7)),
        "a key of an unknown kind": Forged(key=_key("module", b"x")),
        "a hash of words": Forged(key=_key("hash", ["a", "b"])),
        "a stream of one entry twice": Forged(key=_key("stream", [[b"1-0", {b"a": b"b"}]] * 2)),
        "a string of numbers": Forged(key=_key("string", [1, 2])),
        "a score that is no number": Forged(key=_key("zset", [[b"a", float("nan")]])),
        "a mark of a newer release": Forged(key=[b"anabasis:schema", "string", -1, b"99"]),
        "an end beyond all time": Forged(key=_key("string", b"x", 2**63)),
        "a row of a block that is not there": Forged(game_row=GameRow(GAME, 1, b"", b"", 99)),
        "a row that begins after its end": Forged(game_row=GameRow(GAME, 1, b"", b"", 0, 5)),
        "a key that no block holds": Forged(key_row=KeyRow(b"other", b"", -1)),
        # Header
        "a header of lists in lists": Forged(end=_overwritten(12, b"[" * 100)),
        "a form of the future": Forged(header={**Forged().header, "format": 99}),
    }
