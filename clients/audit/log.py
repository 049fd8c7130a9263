"""Checks of the public log: it has a game's signed head, and it has only grown."""

import sys
from hashlib import sha256
from itertools import pairwise
from typing import Any

from clients.audit.core import Checks, Json
from clients.audit.ed25519 import is_signature


def check_head(export: Json, answer: Json | None = None, keys: Json | None = None) -> Checks:
    """Check that an answer of `/games/{id}/head` proves that the log has the end of an export.

    If the log does not have the end yet, only its signature is checked, and any earlier head.
    ``keys`` is an answer of `/keys`, for games that name a key which was rotated since.
    """
    if answer is None:
        return
    ended, entry = len(export["events"]), answer["recorded"]
    head = [answer[name] for name in ("game_id", "version", "hash")]
    yield ended, "head", head, [export["game_id"], ended, export["hash"]]
    yield ended, "signature", _is_signed("head", head, answer), True
    if entry is None:
        return
    logged = [export["game_id"], entry["version"], entry["hash"]]
    yield ended, "recorded", entry["hash"], export["events"][entry["version"] - 1]["hash"]
    # Leaves begin with 0 and inner nodes with 1 (RFC 9162), so neither can stand for the other.
    leaf = sha256(b"\0" + _text("head", logged)).digest()
    root = root_of(leaf, entry["index"], entry["size"], _hashes(entry["proof"]))
    yield ended, "recorded", root, entry["root"]
    yield ended, "signature", _is_signed("log", [entry["size"], entry["root"]], entry), True
    # Games name the server's key in their first event, so that a later key cannot rewrite them.
    if stated := export["events"][0]["data"].get("server_key"):
        trusted = _endorsed(stated, keys or {"keys": []})
        yield 1, "server key", {answer["public_key"], entry["public_key"]} <= trusted, True


def check_growth(older: Json, newer: Json) -> Checks:
    """Check that an answer of `/log?since=…` goes on from an older answer."""
    if newer.get("since") != older["size"]:
        asked = f"with since={newer['since']}" if "since" in newer else "without since"
        sys.exit(f"the newer log was asked {asked}, not with since={older['size']}")
    for head in (older, newer):
        yield 1, "signature", _is_signed("log", [head["size"], head["root"]], head), True
    roots = roots_of(older["size"], newer["size"], older["root"], _hashes(newer["proof"]))
    yield 1, "log", roots, [older["root"], newer["root"]]


def refuse_others(export: Json, *beside: Json) -> None:
    """Exit if a file was given in the place of another, and name that file."""
    if "events" not in export:
        sys.exit("this is no export of a game: it has no events; name game.json first")
    if beside and "recorded" not in beside[0]:
        sys.exit("the second file is no head of a game: save GET /api/v1/games/{id}/head as it")
    if beside[1:] and "keys" not in beside[1]:
        sys.exit("the third file is no list of keys: save GET /api/v1/keys as it")


def place_of(export: Json, answer: Json, _: Json | None = None) -> str:
    """Return the place of a game's end in the log, and the key; nothing if it is not there yet."""
    entry = answer["recorded"]
    if entry is None or entry["version"] < len(export["events"]):
        return ""
    place = f"entry {entry['index'] + 1} of {entry['size']} in the log (index {entry['index']})"
    return f"{place}, signed with {entry['public_key']}"


def root_of(leaf: bytes, index: int, size: int, proof: list[bytes]) -> str | None:
    """Return the root that a proof of inclusion leads to (RFC 9162, 2.1.3.2), None if it cannot."""
    if not 0 <= index < size:
        return None
    node, last = index, size - 1
    for part in proof:
        if last == 0:
            return None
        if node % 2 or node == last:
            leaf = _node(part, leaf)
            while not node % 2 and node:
                node, last = node // 2, last // 2
        else:
            leaf = _node(leaf, part)
        node, last = node // 2, last // 2
    return leaf.hex() if last == 0 else None


def roots_of(older: int, newer: int, root: str, proof: list[bytes]) -> list[str] | None:
    """Return both roots that a proof of consistency leads to (2.1.4.2), None if it cannot."""
    if older == newer:
        return [root, root] if not proof else None
    if not 0 < older < newer:
        return None
    first, *rest = proof if older & (older - 1) else [bytes.fromhex(root), *proof]
    node, last = older - 1, newer - 1
    while node % 2:
        node, last = node // 2, last // 2
    old = new = first
    for part in rest:
        if last == 0:
            return None
        if node % 2 or node == last:
            old, new = _node(part, old), _node(part, new)
            while not node % 2 and node:
                node, last = node // 2, last // 2
        else:
            new = _node(new, part)
        node, last = node // 2, last // 2
    return [old.hex(), new.hex()] if last == 0 else None


def _endorsed(key: str, known: Json) -> set[str]:
    """Return a key and all later ones, each of which the key before it has signed."""
    listed, trusted = known["keys"], {key}
    for before, after in pairwise(listed):
        signer = {"public_key": before["public_key"], "signature": after["endorsement"]}
        if before["public_key"] in trusted and _is_signed("key", [after["public_key"]], signer):
            trusted.add(after["public_key"])
    return trusted


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()


def _hashes(proof: list[str]) -> list[bytes]:
    return [bytes.fromhex(each) for each in proof]


def _text(kind: str, values: list[Any]) -> bytes:
    return "\n".join([f"anabasis {kind} 1", *map(str, values), ""]).encode()


def _is_signed(kind: str, values: list[Any], by: Json) -> bool:
    key, signature = bytes.fromhex(by["public_key"]), bytes.fromhex(by["signature"])
    is_named = by.get("key_id") in {None, sha256(key).hexdigest()[:16]}
    return is_named and is_signature(key, signature, _text(kind, values))
