"""The dictionaries that make short records compress better: one or more for each ruleset.

Blocks in stores and backups need them, so the file of each is kept permanently and never changes: a
better one gets the next number, and takes its place in ``NEWEST``.
``tests.service.store.blocks.training`` makes them.
"""

from functools import cache
from importlib.resources import files

from domain.errors import RecordBroken
from domain.record.record import decode
from service.machine.zstandard import zstd

# They differ only in name. Older releases, whose bare entries had version and time, do not know
# SHORT: so they take such a block for a newer release's, and not for damaged. This release sees the
# form in the entries themselves.
PLAIN, SHORT = "zstd", "zstd+short"
"""Codecs without a dictionary; a codec with one has its name after a colon."""
# They make blocks of our fixtures 28 to 60 % smaller, without having been trained on them. A single
# dictionary of the same size for all rulesets would be 3 to 15 % worse.
DICTIONARIES = ("alexander_the_great-1", "alexandros-1", "settlers-1")
NEWEST = {
    "alexander_the_great": "alexander_the_great-1",
    "alexandros": "alexandros-1",
    "settlers": "settlers-1",
}
CODECS = {
    PLAIN: "",
    SHORT: "",
    **{f"{codec}:{name}": name for codec in (PLAIN, SHORT) for name in DICTIONARIES},
}


def codec_for(first: bytes) -> str:
    """Return the codec for a record's ruleset, which its first entry names."""
    try:
        (event,) = decode([first])
        return f"{SHORT}:{NEWEST[event.data['ruleset']]}"
    except (RecordBroken, LookupError, TypeError, ValueError):
        return SHORT


def codec_of(frame: bytes) -> str | None:
    """Return the codec of a compressed body by the number of its dictionary, None if unknown."""
    # The body states the number, so it can be read even if the name in the header is damaged.
    try:
        return _codecs().get(zstd.get_frame_info(frame).dictionary_id)
    except zstd.ZstdError:
        return None


@cache
def _codecs() -> dict[int, str]:
    """Return the codecs by the numbers of their dictionaries; 0 is none."""
    known = {codec: dictionary_of(codec) for codec in CODECS}
    return {each.dict_id if each else 0: codec for codec, each in known.items()}


def dictionary_of(codec: str) -> zstd.ZstdDict | None:
    """Return the dictionary of a codec, None if it has none. Raises KeyError for unknown ones."""
    name = CODECS[codec]
    return _dictionary(name) if name else None


@cache
def _dictionary(name: str) -> zstd.ZstdDict:
    """Return a dictionary, the same object for all, as zstd prepares it once for each level."""
    return zstd.ZstdDict(
        files("service.store.blocks").joinpath(f"dictionaries/{name}.zdict").read_bytes()
    )
