"""Answers about heads as types: keys, signatures, the log and its proofs."""

from typing import Annotated, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from projections.answers.fields import GameId, Hash, Time, Version, about

PublicKey: TypeAlias = Annotated[
    str, about("The public key, Ed25519 (RFC 8032), hex.", pattern="^[0-9a-f]{64}$")
]
SignatureOf: TypeAlias = Annotated[str, about("Ed25519, hex.", pattern="^[0-9a-f]{128}$")]
KeyId: TypeAlias = Annotated[str, about("The first 16 digits of the SHA-256 of the public key.")]
LogSize: TypeAlias = Annotated[int, about("The number of leaves.")]
Proof: TypeAlias = Annotated[
    list[Hash], about("Hashes from the leaf's level up, as RFC 9162 (2.1.3, 2.1.4) orders them.")
]


class Key(Struct):
    """A key that signs heads, or has signed them."""

    key_id: KeyId
    public_key: PublicKey
    since: Time
    until: Annotated[Time | None, about("When another took its place; null for the present key.")]
    endorsement: Annotated[
        SignatureOf | None,
        about(
            "The signature, by the key before it, of the lines `anabasis key 1` and `public_key`, "
            "each with a line feed; null of the first key."
        ),
    ]


class Keys(Struct):
    """The keys of this server, oldest first."""

    keys: list[Key]


class Signature(Struct):
    """A signature, and its key."""

    key_id: KeyId
    public_key: PublicKey
    signature: SignatureOf


class LogHead(Struct):
    """The log as it is now.

    Signed are the lines `anabasis log 1`, `size` and `root`, each with a line feed.
    """

    size: LogSize
    root: Hash
    key_id: KeyId
    public_key: PublicKey
    signature: SignatureOf
    since: Annotated[
        int | UnsetType, about("The older size that `proof` is about; left out if none was named.")
    ] = UNSET
    proof: Annotated[
        Proof | UnsetType, about("That the log goes on from `since`; left out without it.")
    ] = UNSET


class LogLeaves(Struct):
    """Leaves of the log, as hashes."""

    size: Annotated[int, about("The number of all leaves.")]
    leaves: Annotated[list[Hash], about("SHA-256 of a zero byte and the signed text of a head.")]


class Recorded(Struct):
    """A head of the game in the log, and the proof; the signature is that of the log's head."""

    version: Version
    hash: Hash
    index: Annotated[int, about("The leaf's number, from 0.")]
    size: LogSize
    root: Hash
    key_id: KeyId
    public_key: PublicKey
    signature: SignatureOf
    proof: Proof


class SignedHead(Struct):
    """The game's head, signed.

    Signed are the lines `anabasis head 1`, `game_id`, `version` and `hash`, each with a line feed.
    """

    game_id: GameId
    version: Version
    hash: Hash
    key_id: KeyId
    public_key: PublicKey
    signature: SignatureOf
    recorded: Annotated[
        Recorded | None,
        about(
            "The newest head of the game in the log: its end within seconds, else its first and "
            "one for each hour of play; null before."
        ),
    ]
