"""A store in memory that refuses what a Redis Cluster would: keys of several slots at once."""

from typing import Any

import fakeredis
from fakeredis import FakeServer
from redis.cluster import key_slot
from redis.exceptions import ResponseError

SCRIPTS = ("EVAL", "EVALSHA")


class SlotClient(fakeredis.FakeRedis):
    """A client whose scripts and transactions have their keys in one slot.

    Keys that a script does not name are not seen; other commands of several keys are split by the
    cluster's own client.
    """

    def execute_command(self, *args: Any, **options: Any) -> Any:
        check_slots([args])
        return super().execute_command(*args, **options)

    def pipeline(self, transaction: bool = False, shard_hint: Any = None) -> Any:
        """A pipeline, no transaction unless that is asked for, as a cluster's."""
        pipeline = super().pipeline(transaction, shard_hint)
        execute = pipeline.execute

        def checked(*args: Any, **options: Any) -> Any:
            commands = [args for args, _ in pipeline.command_stack]
            for command in [commands] if transaction else [[each] for each in commands]:
                check_slots(command)
            return execute(*args, **options)

        pipeline.execute = checked
        return pipeline


def slot_client() -> SlotClient:
    """A client of a server of its own."""
    return SlotClient(server=FakeServer())


def check_slots(commands: list[tuple[Any, ...]]) -> None:
    """Raise an error if the keys of these commands are not all in one slot."""
    keys = {key for command in commands for key in keys_of(command)}
    if len({key_slot(key.encode() if isinstance(key, str) else key) for key in keys}) > 1:
        raise ResponseError(f"CROSSSLOT Keys in request don't hash to the same slot: {keys}")


def keys_of(command: tuple[Any, ...]) -> list[Any]:
    """The keys of a script or of a command in a transaction."""
    name = str(command[0]).upper()
    if name in SCRIPTS:
        return list(command[3 : 3 + int(command[2])])
    return (
        [command[1]]
        if len(command) > 1 and name not in ("SCRIPT LOAD", "CONFIG GET", "SCAN")
        else []
    )
