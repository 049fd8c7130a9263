"""A connection to the store that dies at a call of one's choice, and with it its worker."""

from typing import Any

from redis import Redis
from redis.client import Pipeline

WRITES = {"EVALSHA", "EVAL", "SET", "HSET", "HDEL", "ZADD", "ZREM", "SADD", "DEL"}


class Killed(BaseException):
    """The process that made this call is gone; nothing of it may catch this."""


class Mortal(Redis):
    """A client that works for so many writes, then for none; the last may be carried out or not.

    Reads do not count: between two of them a death changes nothing.
    """

    left: int | None = None
    is_done_first = False

    def kill_after(self, writes: int, *, is_done_first: bool) -> None:
        """Die at the write after so many; with ``is_done_first`` its answer alone is lost."""
        self.left, self.is_done_first = writes, is_done_first

    def spend(self) -> bool:
        """Count a call; True if it is to be carried out before the end. Raises Killed."""
        if self.left is None:
            return False
        self.left -= 1
        if self.left >= 0:
            return False
        if self.left == -1 and self.is_done_first:
            return True
        raise Killed

    def execute_command(self, *arguments: Any, **options: Any) -> Any:
        is_last = arguments[0] in WRITES and self.spend()
        answer = super().execute_command(*arguments, **options)
        if is_last:
            raise Killed
        return answer

    def xread(self, streams: Any, count: int | None = None, block: int | None = None) -> Any:
        """Read without waiting: time stands still here."""
        return super().xread(streams, count)

    def pipeline(self, transaction: bool = True, shard_hint: Any = None) -> "MortalPipeline":
        return MortalPipeline(self, transaction, shard_hint)


class MortalPipeline(Pipeline):
    """A pipeline that counts as one call of its client."""

    def __init__(self, owner: Mortal, transaction: bool, shard_hint: Any) -> None:
        super().__init__(owner.connection_pool, owner.response_callbacks, transaction, shard_hint)
        self._owner = owner

    def execute(self, raise_on_error: bool = True) -> Any:
        commands = {command[0][0] for command in self.command_stack}
        is_last = bool(commands & WRITES) and self._owner.spend()
        answer = super().execute(raise_on_error)
        if is_last:
            raise Killed
        return answer
