"""Converting stored forms of older releases: restores and moves write only the present ones.

====================  ===========================  ==============================
stored                before                       now
====================  ===========================  ==============================
entry of a stream     JSON: see ``record.older``   links as bytes, then fields
command id            as the client sent it        16 bytes of its SHA-256
answer to a command   ``<version>:<hex digits>``   ``<version>;<bytes>``
line of a feed        no hash, or ``hash`` in hex  ``h``, 32 bytes
====================  ===========================  ==============================

Anything else stays as it is, byte for byte.
"""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from service.operations.backup.form import Rest
from service.store.append_script import PACKED_ID, packed_fingerprint, packed_id
from service.store.contract import FINGERPRINT

Pairs = list[tuple[bytes, bytes]]

_ANSWER = re.compile(rb"(\d+):((?:[0-9a-f]{2})*)")


def present_rest(rest: Rest) -> Rest:
    """Return the values beside a record, with all command ids packed."""
    return replace(rest, ids=_packed(rest.ids), kept=_packed(rest.kept))


def _packed(ids: Sequence[tuple[bytes, bytes]]) -> Pairs:
    known = dict(ids)
    for name, answer in ids:
        if len(name) != PACKED_ID:
            known.pop(name)
        # An id of 16 characters may have either form: it is kept as it is, and in packed form, too.
        if len(name) != PACKED_ID or _ANSWER.fullmatch(answer):
            known.setdefault(packed_id(name.decode(errors="replace")), _present_answer(answer))
    return sorted((name, _present_answer(answer)) for name, answer in known.items())


def _present_answer(answer: bytes) -> bytes:
    """Return a command's answer with its fingerprint in bytes."""
    older = _ANSWER.fullmatch(answer)
    # It is in the present form already; or damaged, which is no reason to lose it.
    if older is None:
        return answer
    return older[1] + packed_fingerprint(older[2].decode()[:FINGERPRINT])
