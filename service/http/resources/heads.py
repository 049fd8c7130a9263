"""Signed heads: the server's keys, the public log of heads, and each game's place in it."""

from typing import Any

from flask import Response
from msgspec import UNSET
from msgspec.structs import astuple

from domain.errors import Malformed
from domain.kernel.game import Game
from projections.answers.heads import Key, Keys, LogHead, LogLeaves, Recorded, Signature, SignedHead
from service.context import services
from service.heads.keys import StoredKey
from service.heads.log import Head, HeadUnsigned, recorded_head
from service.heads.tree import Tree
from service.http.answering.private_answers import answer
from service.http.asking.access import visible
from service.http.document.describing import scoped_or_none
from service.http.document.shapes import ref, response_ref
from service.http.reading.parsing import Resource
from service.http.reading.queries import CodeQuery, LeavesQuery, LogQuery

blp = Resource("heads", __name__, description="Signed heads, and the public log of them.")


@blp.get("/keys")
@blp.doc(operationId="list_keys")
@blp.response(200, ref("Keys"), description="The keys, oldest first.")
def keys() -> Response:
    """List the public keys with which this server signs, or has signed.

    Keep them: a signature proves little if its key comes from the same answer.
    """
    return answer(keys_document())


def keys_document() -> Keys:
    """Return the public keys of this server, oldest first."""
    known = services().signing.published()
    ends = [*(key.since for key in known[1:]), None]
    return Keys([_key(*pair) for pair in zip(known, ends, strict=True)])


def _key(key: StoredKey, until: str | None) -> Key:
    endorsed = None if key.endorsement is UNSET else key.endorsement
    return Key(key.key_id, key.public_key, key.since, until, endorsed)


def signed(text: bytes) -> Signature:
    """Return the signature of a text by the server's present key, and that key."""
    key, signature = services().signing.sign(text)
    return Signature(key.key_id, key.public_key, signature.hex())


@blp.get("/log")
@blp.doc(operationId="read_log")
@blp.arguments(LogQuery(), location="query")
@blp.response(200, ref("LogHead"), description="The log as it is now, signed.")
def read_log(query: dict[str, Any]) -> Response:
    """Read the head of the public log of heads: a Merkle tree as in RFC 6962, which only grows.

    Keep an answer, and later ask with `since` for the proof that the log has only grown since then:
    to rewrite the end of a game, the server would have to rewrite the log, too. `/docs/audit` has a
    program that checks both.
    """
    tree, since = services().heads.tree(), query["since"]
    head = _log_head(tree)
    if since is not None:
        if since > tree.size:
            raise Malformed({"since": [f"the log has {tree.size} leaves, fewer than {since}."]})
        head.since, head.proof = since, _hex(tree.consistency(since))
    return answer(head)


@blp.get("/log/leaves")
@blp.doc(operationId="list_leaves")
@blp.arguments(LeavesQuery(), location="query")
@blp.response(200, ref("LogLeaves"), description="A page of leaves, in the order of the log.")
def leaves(query: dict[str, Any]) -> Response:
    """List the leaves of the log as hashes, from which anybody can recompute its root.

    Each leaf stands for a game's head. The heads themselves are with the games, which may be
    unlisted.
    """
    tree, after = services().heads.tree(), query["after"]
    until = min(tree.size, after + query["limit"])
    return answer(LogLeaves(tree.size, _hex(map(tree.leaf, range(after, until)))))


@blp.get("/games/<game_id>/head")
@blp.doc(
    operationId="read_head",
    security=scoped_or_none("read"),
    responses={409: response_ref("Refused409")},
)
@blp.arguments(CodeQuery(), location="query")
@blp.response(200, ref("SignedHead"), description="The head, its signature, and its proof.")
def read_head(query: dict[str, Any], game_id: str) -> Response:
    """Read the hash of a game's last event, signed, and the proof that the public log has it.

    The log has the end of a game within seconds, and for a game under way its first head and one
    for each hour of play. Save the answer beside the export: `/docs/audit` checks both. Of an
    imported game no head is signed (`head_unsigned`): it was not played here.
    """
    game = visible(game_id, query["join_code"]).game
    if game.origin is not None:
        raise HeadUnsigned
    return answer(head_document(game_id, game))


def head_document(game_id: str, game: Game) -> SignedHead:
    """Return a game's head, signed, with the proof that the log has it."""
    head = Head(game_id, game.version, game.hash)
    by = signed(head.text)
    return SignedHead(*head, by.key_id, by.public_key, by.signature, _recorded(game_id))


def _recorded(game_id: str) -> Recorded | None:
    """Return the newest head of a game in the log with its proof, None if no head is valid."""
    place = services().heads.place(game_id)
    head = None if place is None else recorded_head(services().store, game_id, place)
    # After a roll-back of the store, the log may have a head that the record lacks.
    if place is None or head is None:
        return None
    tree = services().heads.tree()
    log = _log_head(tree)
    return Recorded(
        version=head.version,
        hash=head.hash,
        index=place.index,
        size=log.size,
        root=log.root,
        key_id=log.key_id,
        public_key=log.public_key,
        signature=log.signature,
        proof=_hex(tree.inclusion(place.index)),
    )


def _log_head(tree: Tree) -> LogHead:
    root = tree.root.hex()
    # The first line keeps this signature from passing for one of a game's head.
    text = f"anabasis log 1\n{tree.size}\n{root}\n".encode()
    return LogHead(tree.size, root, *astuple(signed(text)))


def _hex(hashes: Any) -> list[str]:
    return [each.hex() for each in hashes]
