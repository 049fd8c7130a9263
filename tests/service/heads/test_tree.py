"""The Merkle tree: hashes and proofs of RFC 6962, against its definition and the audit's checks."""

import hashlib

import pytest

from clients.audit.log import root_of, roots_of
from service.heads.tree import EMPTY, WIDTH, Tree, growth, leaf_hash


class Tiles:
    """Tiles in memory, grown batch by batch as the store's are."""

    def __init__(self, batches: list[int]) -> None:
        self.kept: dict[tuple[int, int], bytes] = {}
        self.leaves: list[bytes] = []
        for batch in batches:
            self.grow([leaf_hash(str(n).encode()) for n in range(batch)])

    def grow(self, leaves: list[bytes]) -> None:
        for level, number, offset, part in list(growth(len(self.leaves), leaves, self.tile)):
            assert offset == len(self.tile(level, number))
            self.kept[level, number] = self.tile(level, number) + part
        self.leaves += leaves

    def tile(self, level: int, number: int) -> bytes:
        return self.kept.get((level, number), b"")

    def tree(self, size: int | None = None) -> Tree:
        return Tree(len(self.leaves) if size is None else size, self.tile)


def root(leaves: list[bytes]) -> bytes:
    """The definition (RFC 6962, 2.1), of hashed leaves."""
    if len(leaves) < 2:
        return leaves[0] if leaves else hashlib.sha256().digest()
    split = 1 << (len(leaves) - 1).bit_length() - 1
    parts = b"\1" + root(leaves[:split]) + root(leaves[split:])
    return hashlib.sha256(parts).digest()


# The tree of the RFC's test vectors in Certificate Transparency's own tests: eight leaves.
VECTORS = [
    "",
    "00",
    "10",
    "2021",
    "3031",
    "40414243",
    "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
]


def test_the_known_tree_of_eight_leaves_has_its_known_root():
    tiles = Tiles([])
    tiles.grow([leaf_hash(bytes.fromhex(each)) for each in VECTORS])
    known = "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"
    assert tiles.tree().root.hex() == known


def test_an_empty_tree_has_the_hash_of_nothing():
    assert Tiles([]).tree().root == EMPTY == root([])


@pytest.mark.parametrize(
    "batches", [[1], [255, 1], [256], [256, 1], [300, 300], [1, 700, 70], [65_535, 1, 1]]
)
def test_a_tree_grown_in_batches_has_the_root_of_the_definition(batches: list[int]):
    tiles = Tiles(batches)
    assert tiles.tree().root == root(tiles.leaves)
    assert max(map(len, tiles.kept.values())) <= WIDTH * 32
    assert sum(map(len, tiles.kept.values())) <= 33 * max(len(tiles.leaves), 32)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 255, 256, 257, 513, 600])
def test_every_leaf_is_proved_and_no_other_hash_is(size: int):
    tiles = Tiles([size])
    tree = tiles.tree()
    for index in {0, 1, size // 3, size // 2, size - 2, size - 1} & {*range(size)}:
        proof = tree.inclusion(index)
        leaf = tiles.leaves[index]
        assert tree.leaf(index) == leaf
        assert root_of(leaf, index, size, proof) == tree.root.hex()
        assert len(proof) <= (size - 1).bit_length()
        assert root_of(bytes(32), index, size, proof) != tree.root.hex()
        assert root_of(leaf, index, size, [*proof, bytes(32)]) != tree.root.hex()
        assert root_of(leaf, size, size, proof) is None
        if proof:
            assert root_of(leaf, index, size, proof[:-1]) is None
            assert root_of(leaf, index ^ 1, size, proof) != tree.root.hex()


@pytest.mark.parametrize("newer", [1, 2, 3, 6, 8, 9, 256, 257, 600])
def test_a_tree_goes_on_from_each_older_one(newer: int):
    tiles = Tiles([newer])
    sizes = {1, 2, 3, 4, 5, 7, newer // 2, 255, 256, 512, newer - 1, newer}
    for older in sorted(sizes & {*range(1, newer + 1)}):
        before, after = tiles.tree(older).root.hex(), tiles.tree().root.hex()
        proof = tiles.tree().consistency(older)
        assert roots_of(older, newer, before, proof) == [before, after]
        assert roots_of(older, newer, after, proof) != [after, after] or older == newer
        assert roots_of(older, newer, before, [*proof, bytes(32)]) != [before, after]
        if proof:
            other = [bytes(32), *proof[1:]]
            assert roots_of(older, newer, before, other) != [before, after]


def test_a_rewritten_leaf_is_not_what_the_older_tree_had():
    tiles = Tiles([300])
    before = tiles.tree().root.hex()
    rewritten = Tiles([])
    rewritten.grow([bytes(32), *tiles.leaves[1:], *tiles.leaves])
    proof = rewritten.tree().consistency(300)
    after = rewritten.tree().root.hex()
    assert roots_of(300, 600, before, proof) != [before, after]
