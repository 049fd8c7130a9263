"""Blocks in backups: lost ones are reported; with the archive there, blocks are left out."""

import errno

import fakeredis
import pytest

from domain.record.record import encode
from service.operations.backup.blocks import MOST_LOST, Blocks, BlocksLost
from service.store.blocks.archive_identity import KEY, MARKER, check_belongs
from service.store.blocks.archive_storage import NOWHERE, Outside
from service.store.blocks.block import seal_block, stub_of
from tests import fixtures

GAMES = [f"game{number}" for number in range(MOST_LOST + 2)]


class Memory(dict[str, bytes]):
    """An archive, some of whose objects cannot be read."""

    def __init__(self) -> None:
        self.unreadable: set[str] = set()

    write = dict.__setitem__
    delete = dict.__delitem__

    def read(self, name: str) -> bytes:
        if name in self.unreadable:
            raise OSError(errno.EIO, "Input/output error")
        if name not in self:
            raise FileNotFoundError(errno.ENOENT, "No such file")
        return self[name]


@pytest.fixture
def client() -> fakeredis.FakeRedis:
    return fakeredis.FakeRedis()


@pytest.fixture
def objects(client: fakeredis.FakeRedis) -> Memory:
    """The archive of the client's store."""
    objects = Memory()
    check_belongs(client, objects)
    return objects


@pytest.fixture
def names(objects: Memory) -> list[str]:
    """The names of the games' blocks."""
    events = fixtures.events_of(fixtures.load(fixtures.fixtures()[0]))
    entries = list(map(encode, events))
    return [Outside(objects).keep(seal_block(game, entries, [])) for game in GAMES]


def stubs(objects: Memory, names: list[str]) -> list[bytes]:
    return [stub_of(objects[name], name) for name in names]


def test_whole_blocks_come_from_the_archive(
    client: fakeredis.FakeRedis, objects: Memory, names: list[str]
):
    blocks = Blocks(client, Outside(objects))
    assert [*map(blocks.whole, stubs(objects, names))] == [objects[name] for name in names]
    assert [blocks.whole(each) for each in (b"damaged", objects[names[0]])] == [
        b"damaged",
        objects[names[0]],
    ]
    assert blocks.lost == {}


def test_a_damaged_block_is_taken_as_it_is_and_noted(
    client: fakeredis.FakeRedis, objects: Memory, names: list[str]
):
    taken = stubs(objects, names)
    objects[names[0]] = objects[names[0]][:-9] + b"123456789"
    objects[names[1]] = objects[names[1]][:-9]
    blocks = Blocks(client, Outside(objects))
    assert [*map(blocks.whole, taken)] == [objects[name] for name in names]
    assert [*blocks.damaged] == GAMES[:2]
    assert blocks.lost == {}


def test_lost_blocks_are_looked_for_until_there_are_ten(
    client: fakeredis.FakeRedis, objects: Memory, names: list[str]
):
    taken = stubs(objects, names)
    objects[names[0]] = objects[names[1]]
    for name in names[1:]:
        del objects[name]
    blocks = Blocks(client, Outside(objects))
    assert [*map(blocks.whole, taken[: MOST_LOST - 1])] == taken[: MOST_LOST - 1]
    with pytest.raises(BlocksLost):
        blocks.whole(taken[MOST_LOST - 1])
    assert [*blocks.lost] == GAMES[:MOST_LOST]


def test_a_block_that_cannot_be_read_ends_the_search(
    client: fakeredis.FakeRedis, objects: Memory, names: list[str]
):
    objects.unreadable = {names[0]}
    with pytest.raises(BlocksLost):
        Blocks(client, Outside(objects)).whole(stubs(objects, names)[0])


def test_all_lost_blocks_are_left_out_whatever_ails_them(
    client: fakeredis.FakeRedis, objects: Memory, names: list[str]
):
    taken = stubs(objects, names)
    objects.unreadable = {names[0]}
    objects[names[1]] = b"damaged"
    for name in names[2:]:
        del objects[name]
    blocks = Blocks(client, Outside(objects), leaves_out=True)
    assert [*map(blocks.whole, taken)] == taken
    assert [*blocks.lost] == GAMES


@pytest.mark.parametrize("change", ["gone", "unreadable", "another's", "never bound"])
def test_nothing_is_left_out_unless_the_archive_shows_the_id(
    client: fakeredis.FakeRedis, objects: Memory, names: list[str], change: str
):
    [first, *_] = stubs(objects, names)
    del objects[names[0]]
    match change:
        case "gone":
            del objects[MARKER]
        case "unreadable":
            objects.unreadable = {MARKER}
        case "another's":
            objects[MARKER] = b"another"
        case _:
            client.delete(KEY)
            del objects[MARKER]
    with pytest.raises(BlocksLost):
        Blocks(client, Outside(objects), leaves_out=True).whole(first)


def test_without_an_archive_nothing_is_left_out(
    client: fakeredis.FakeRedis, objects: Memory, names: list[str]
):
    [first, *_] = stubs(objects, names)
    with pytest.raises(BlocksLost):
        Blocks(client, NOWHERE, leaves_out=True).whole(first)
