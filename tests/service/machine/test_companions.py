"""Companions: a child has its own end of a socket pair, and no other's."""

import os
import socket

import pytest

from service.machine import companions
from service.machine.companions import end, receive, start


def test_no_child_has_the_end_of_one_that_is_started_meanwhile(monkeypatch: pytest.MonkeyPatch):
    """A process that another thread starts at the same time inherits none of a child's ends."""
    real, inheritable = os.posix_spawn, []
    here, other = socket.socketpair()

    def noted(*arguments, **options):
        inheritable.append(other.get_inheritable())
        return real(*arguments, **options)

    monkeypatch.setattr(companions.os, "posix_spawn", noted)
    with here, other:
        child = start("tests.service.worker.slow_thinker", other)
        inheritable.append(other.get_inheritable())
        try:
            here.settimeout(20)
            assert b"ready" in receive(here)
        finally:
            end(child)
    assert inheritable == [False, False]
