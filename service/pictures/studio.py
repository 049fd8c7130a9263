"""The studio: pictures painted in processes of their own, and kept for a while."""

import socket
from hashlib import sha256

import msgspec

from service.machine.byte_cache import ByteCache
from service.machine.companions import end, receive, send, start
from service.pictures.painter import Film, Job, LogLines, Painted
from service.pictures.rounds import ITSELF, LOG, Client, Rounds
from service.pictures.subjects import Subject

CACHE_BYTES = 8_000_000
# With only one, everybody would wait for the present picture of a flood: so did another player
# while 60 connections of one player asked for large boards.
PAINTERS = 2
SECONDS = 15.0
"""The time for a picture, including the start of the process."""
FILM_SECONDS = 45.0
"""The time for joining pictures to a film."""


class PainterGone(Exception):
    """The process that paints has ended twice over one picture.

    Trying again may help, as the cause is more often the machine than the game.
    """


class PaintingFailed(Exception):
    """A picture cannot be painted; says why."""


class Studio:
    """Paints pictures for one process, in processes that start when needed."""

    def __init__(self, most_bytes: int = CACHE_BYTES) -> None:
        self._painters = [_Painter() for _ in range(PAINTERS)]
        self._kept = ByteCache(most_bytes)
        self._rounds = Rounds(PAINTERS)

    def svg(self, subject: Subject, client: Client = ITSELF) -> bytes:
        """Return the picture of a subject as an SVG.

        Raises StudioBusy, PainterGone, PaintingFailed.
        """
        return self._picture(subject.job(None), client)

    def png(self, subject: Subject, client: Client = ITSELF) -> bytes:
        """Return the picture of a subject as a PNG; raises as ``svg``."""
        # Not scaled from a larger picture in the cache: lines and letters are drawn for each width,
        # and scaling takes as long as painting a small picture.
        return self._picture(subject.job(subject.width), client)

    def film(self, film: Film) -> bytes:
        """Return pictures joined to a film, which is not kept; raises as ``svg``."""
        with self._rounds.turn(ITSELF, sum(map(len, film.pictures))) as number:
            return self._painters[number].painted(film)

    def lines(self, job: LogLines) -> list[str]:
        """Return events in the words of the page's log, uncached; raises as ``svg``."""
        # Of an account of their own, as an account has one painter at a time: the lines of a mail
        # and its picture must not wait for each other.
        with self._rounds.turn(LOG, len(job.subject)) as number:
            return msgspec.json.decode(self._painters[number].painted(job), type=list[str])

    def has(self, subject: Subject, *, png: bool) -> bool:
        """True if the picture is in the cache and need not be painted."""
        return self._kept.get(_key(subject.job(subject.width if png else None))) is not None

    def close(self) -> None:
        """End the processes that paint."""
        for painter in self._painters:
            painter.end()

    def _picture(self, job: Job, client: Client) -> bytes:
        key = _key(job)
        picture = self._kept.get(key)
        if picture is not None:
            return picture
        with self._rounds.turn(client, len(job.subject)) as number:
            picture = self._kept.get(key)  # another request may have waited for the same picture
            if picture is None:
                picture = self._painters[number].painted(job)
                self._kept.put(key, picture)
        return picture


def _key(job: Job) -> bytes:
    return sha256(msgspec.msgpack.encode(job)).digest()


class _Painter:
    """The process that paints, started when needed, and again if it has ended."""

    def __init__(self) -> None:
        self._process: int | None = None
        self._socket: socket.socket | None = None

    def painted(self, job: Job | Film | LogLines) -> bytes:
        """Return a picture, a film, or lines. Raises PainterGone, PaintingFailed."""
        answer = self._answer(job) or self._answer(job)  # an idle process may just have ended
        if answer is None:
            raise PainterGone
        if answer.fault is not None:
            raise PaintingFailed(answer.fault)
        return answer.content

    def end(self) -> None:
        """End the process, if there is one."""
        connection, process = self._socket, self._process
        self._process = self._socket = None
        if connection is not None:
            connection.close()
        if process is not None:
            end(process)

    def _answer(self, job: Job | Film | LogLines) -> Painted | None:
        """Return the answer; None if the process is gone. Raises PaintingFailed if it is late."""
        seconds = FILM_SECONDS if isinstance(job, Film) else SECONDS
        try:
            connection = self._connection()
            connection.settimeout(seconds)
            send(connection, job)
            return msgspec.msgpack.decode(receive(connection), type=Painted)
        except TimeoutError:
            self.end()
            raise PaintingFailed(f"it took longer than {seconds:g} s") from None
        except (EOFError, OSError):
            self.end()
            return None
        except BaseException:
            self.end()  # its answer would otherwise be taken for the next job's
            raise

    def _connection(self) -> socket.socket:
        if self._socket is None:
            self._socket, other = socket.socketpair()
            with other:
                # Without our environment, which holds the store's password.
                self._process = start("service.pictures.painter", other, environment={})
        return self._socket
