"""The studio: one painter for all, bounded in memory, time and waiting, and kept pictures."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest
from gevent import GreenletExit

from service.machine.byte_cache import ENTRY_BYTES
from service.machine.companions import receive
from service.pictures import studio as studios
from service.pictures.painter import Job
from service.pictures.rounds import Client
from service.pictures.studio import PaintingFailed, Studio
from service.pictures.subjects import Look, Subject, subject_of
from tests.fixtures import events_of, fixtures, load, moments

PATH = fixtures("settlers")[0]


@pytest.fixture
def studio() -> Iterator[Studio]:
    studio = Studio()
    yield studio
    studio.close()


@pytest.fixture
def painted(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> list[Job]:
    """The jobs of a painter that paints nothing."""
    jobs: list[Job] = []

    def paint(job: Job) -> bytes:
        jobs.append(job)
        return b"0123456789"

    monkeypatch.setattr(studio._painters[0], "painted", paint)
    return jobs


def test_a_web_process_loads_neither_engine_nor_rasteriser():
    code = (
        "import service.app, sys; print({'quickjs', 'resvg_py', 'cssselect2'} & set(sys.modules))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "set()"


def subject(version: int = 1) -> Subject:
    game, event = moments(PATH)[version - 1], events_of(load(PATH))[version - 1]
    return subject_of("", game, event, lambda _: "Ada", Look("en", "square", 160))


def test_a_picture_is_painted_once(studio: Studio, painted: list[Job]):
    assert not studio.has(subject(), png=True)
    assert [studio.png(subject()) for _ in range(3)] == [b"0123456789"] * 3
    assert studio.has(subject(), png=True)
    studio.svg(subject())
    assert [job.width for job in painted] == [160, None]


def test_the_pictures_used_last_are_kept_up_to_so_many_bytes(
    painted: list[Job], monkeypatch: pytest.MonkeyPatch
):
    studio = Studio(most_bytes=2 * ENTRY_BYTES + 25)
    monkeypatch.setattr(studio._painters[0], "painted", lambda _: b"0123456789")
    for version in (1, 2, 1, 3):
        studio.png(subject(version))
    assert [studio.has(subject(version), png=True) for version in (1, 2, 3)] == [True, False, True]


def test_a_painter_that_has_gone_is_started_again(studio: Studio):
    first = studio.png(subject())
    assert studio._painters[0]._process is not None
    os.kill(studio._painters[0]._process, signal.SIGKILL)
    assert studio.png(subject(2)).startswith(first[:8])


def test_a_painter_that_has_gone_and_was_reaped_is_started_again(studio: Studio):
    studio.png(subject())
    process = studio._painters[0]._process
    assert process is not None
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)  # as gevent's loop does
    assert studio.png(subject(2))
    assert studio.png(subject(3))


def test_an_answer_that_nobody_waits_for_any_more_is_given_to_nobody_else(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
):
    def leave(_: object) -> bytes:
        raise GreenletExit

    monkeypatch.setattr(studio._kept, "_most_bytes", 0)
    own = studio.png(subject(2))
    monkeypatch.setattr(studios, "receive", leave)
    with pytest.raises(GreenletExit):
        studio.png(subject(40))
    monkeypatch.setattr(studios, "receive", receive)
    assert studio.png(subject(2)) == own


def test_a_picture_that_takes_too_long_ends_its_painter(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(studios, "SECONDS", 0.001)
    with pytest.raises(PaintingFailed, match="longer"):
        studio.png(subject())
    assert studio._painters[0]._process is None
    monkeypatch.undo()
    assert studio.png(subject())


def test_a_subject_that_cannot_be_drawn_says_why_and_the_painter_lives_on(studio: Studio):
    with pytest.raises(PaintingFailed, match="JSException"):
        studio.svg(Subject("settlers", b"{}", 160))
    process = studio._painters[0]._process
    assert studio.svg(subject())
    assert studio._painters[0]._process == process


def test_a_client_does_not_wait_for_the_picture_of_another(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
):
    begun, go_on = Event(), Event()

    def paint(_: Job) -> bytes:
        begun.set()
        assert go_on.wait(30)
        return b"done"

    monkeypatch.setattr(studio._painters[0], "painted", paint)
    first = Thread(target=studio.png, args=(subject(), Client("a")))
    first.start()
    assert begun.wait(30)
    assert studio.png(subject(2), Client("b")).startswith(b"\x89PNG")
    assert first.is_alive()
    go_on.set()
    first.join()
    assert studio.png(subject()) == b"done"


def test_a_painter_gets_no_setting_of_the_service(studio: Studio, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ANABASIS_REDIS_URL", "redis://:secret@localhost")
    assert studio.png(subject())
    process = studio._painters[0]._process
    assert Path(f"/proc/{process}/environ").read_bytes() == b""
