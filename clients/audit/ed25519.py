"""Signatures of Ed25519 (RFC 8032), checked with whole numbers alone."""
# Python's library has none, and the program must need nothing else. No secret is used here, so it
# need not take the same time for each number.

from hashlib import sha512

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)

Point = tuple[int, int]


def is_signature(key: bytes, signature: bytes, text: bytes) -> bool:
    """Return whether a signature (64 bytes) of a text is that of a public key (32 bytes)."""
    owner, r = _point(key), _point(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    # A larger s would be a second signature of the same text (RFC 8032, 5.1.7).
    if owner is None or r is None or len(signature) != 64 or s >= ORDER:
        return False
    digest = sha512(signature[:32] + key + text).digest()
    challenge = int.from_bytes(digest, "little") % ORDER
    return _times(s, BASE) == _sum(r, _times(challenge, owner))


def _point(encoded: bytes) -> Point | None:
    """Return the point of the curve -x² + y² = 1 + dx²y² that is encoded, None if none is."""
    number = int.from_bytes(encoded, "little")
    sign, y = number >> 255, number & 2**255 - 1
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * ROOT_OF_MINUS_1 % P
    if len(encoded) != 32 or y >= P or x * x % P != square or (x == 0 and sign):
        return None
    return (P - x if x % 2 != sign else x), y


def _sum(a: Point, b: Point) -> Point:
    product = D * a[0] * b[0] * a[1] * b[1] % P
    x = (a[0] * b[1] + b[0] * a[1]) * pow(1 + product, -1, P) % P
    return x, (a[1] * b[1] + a[0] * b[0]) * pow(1 - product, -1, P) % P


def _times(n: int, point: Point) -> Point:
    result = (0, 1)
    while n:
        if n % 2:
            result = _sum(result, point)
        n, point = n // 2, _sum(point, point)
    return result


BASE = _point((4 * pow(5, -1, P) % P).to_bytes(32, "little")) or (0, 1)
