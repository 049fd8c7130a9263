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
    until: Annotated[Time | None, about("The time of its replacement; null for the present key.")]
    # So a reader who trusts one key can trust the next one without asking anybody.
    endorsement: Annotated[
        SignatureOf | None,
        about(
            "The previous key's signature of the lines `anabasis key 1` and `public_key`, each "
            "with a line feed; null for the first key."
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


# The first line of a signed text names its kind, so that no signature can pass for one of another
# kind.
class LogHead(Struct):
    """The log as it is now.

    The signed text is the lines `anabasis log 1`, `size` and `root`, each with a line feed.
    """

    size: LogSize
    root: Hash
    key_id: KeyId
    public_key: PublicKey
    signature: SignatureOf
    since: Annotated[
        int | UnsetType, about("The older size that `proof` is about; omitted if none was given.")
    ] = UNSET
    proof: Annotated[
        Proof | UnsetType, about("The proof that the log has only grown from `since`.")
    ] = UNSET


class LogLeaves(Struct):
    """Leaves of the log, as hashes."""

    size: Annotated[int, about("The number of all leaves.")]
    # Hashes alone, as heads name games, which may be unlisted.
    leaves: Annotated[list[Hash], about("SHA-256 of a zero byte and the signed text of a head.")]


# The proof and the signature are of the log at the same size.
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

    The signed text is the lines `anabasis head 1`, `game_id`, `version` and `hash`, each with a
    line feed.
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
            "The newest head of the game in the log, which gets the end within seconds, and before "
            "that the first head and one for each hour of play; null before the first."
        ),
    ]
