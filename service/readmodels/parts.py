"""Commands on the parts of the read models that shards have, in one round trip."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from redis import Redis

from service.readmodels.generations import key
from service.redis.cluster import Cluster
from service.redis.reaching import reaching
from service.redis.scripts import Script
from service.redis.shards import SHARDS

_PARTS = Script.of("service.readmodels", "parts.lua")

Word = str | int


ALL = range(SHARDS)
_MODELS = [key(shard) for shard in ALL]


@dataclass(frozen=True, slots=True)
class Command:
    """A command on a key of shards' live generations, whose ``name`` comes after their numbers."""

    verb: str
    name: str
    arguments: Sequence[Word]
    shards: Sequence[int] = ALL


class Parts:
    """The live generations of all shards, to read. Every method may raise StoreUnavailable."""

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # redis-py does not type bytes answers
        self._numbers: dict[int, str] = {}

    def ask(self, commands: Sequence[Command]) -> list[Any]:
        """Return the replies to commands of each of their shards, as the server gives them."""
        if not commands:
            return []
        if isinstance(self._client, Cluster):
            return self._ask_nodes([(each, shard) for each in commands for shard in each.shards])
        # With as many commands a script is a fifth of the client's work.
        words = [word for command in commands for word in _words(command)]
        with reaching():
            return list(_PARTS.run(self._client, (), *words))

    def _ask_nodes(self, commands: Sequence[tuple[Command, int]]) -> list[Any]:
        """Ask the nodes of a cluster, where no script may have keys of many slots.

        The number of a generation is asked for after it was read: a swapped one may be gone.
        """
        replies: dict[int, Any] = {}
        while left := [at for at in range(len(commands)) if at not in replies]:
            answers = self._send([commands[at] for at in left])
            shards = [commands[at][1] for at in left]
            for at, shard, (reply, number) in zip(left, shards, answers, strict=True):
                if number == self._number(shard):
                    replies[at] = reply
            self._numbers.update(zip(shards, (number for _, number in answers), strict=True))
        return [replies[at] for at in range(len(commands))]

    def _send(self, commands: Sequence[tuple[Command, int]]) -> list[tuple[Any, str]]:
        with reaching():
            pipeline = self._client.pipeline(transaction=False)
            for each, shard in commands:
                name = key(shard, self._number(shard), each.name)
                pipeline.execute_command(each.verb, name, *each.arguments)
                pipeline.hget(key(shard), "live")
            replies = pipeline.execute()
        numbers = ((number or b"0").decode() for number in replies[1::2])
        return list(zip(replies[::2], numbers, strict=True))

    def _number(self, shard: int) -> str:
        return self._numbers.get(shard, "0")


def _words(command: Command) -> list[Word]:
    count = 2 + len(command.arguments)
    models = [_MODELS[shard] for shard in command.shards]
    return [count, len(models), command.verb, command.name, *command.arguments, *models]
