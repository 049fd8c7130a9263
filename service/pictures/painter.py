"""The process that paints, and its messages: ``python -m service.pictures.painter SOCKET``.

It is a process of its own because the rasteriser holds Python's lock while it works. SOCKET is the
socket's number.
"""

import os
import resource
import socket
import sys
from io import BytesIO
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec

from service.machine.companions import receive, send

if TYPE_CHECKING:
    from PIL.Image import Image

FilmFormat: TypeAlias = Literal["webp", "gif"]

IDLE_SECONDS = 60.0
MEMORY_BYTES = 2**30
# Pictures give way to web processes, for which others wait.
NICENESS = 10

ENCODING: dict[FilmFormat, dict[str, Any]] = {
    "webp": {"format": "WEBP", "quality": 75, "method": 4},
    "gif": {"format": "GIF"},
}


class Job(msgspec.Struct, frozen=True, tag="picture"):
    """A picture to paint from a ``Subject`` in JSON, as a PNG of a width or as an SVG."""

    ruleset: str
    subject: bytes
    width: int | None


class Film(msgspec.Struct, frozen=True, tag="film"):
    """PNGs of one size to join to a film, each with its milliseconds."""

    pictures: list[bytes]
    milliseconds: list[int]
    format: FilmFormat


class LogLines(msgspec.Struct, frozen=True, tag="lines"):
    """Events to word as the page's log does, from a subject in JSON."""

    ruleset: str
    subject: bytes


class Painted(msgspec.Struct, frozen=True):
    """The result of a job (a picture, a film, or lines in JSON), or the fault."""

    content: bytes
    fault: str | None = None


def main(number: int) -> None:
    """Answer jobs until the other side ends, or asks for nothing for IDLE_SECONDS."""
    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    with socket.socket(fileno=number) as asker:
        asker.settimeout(IDLE_SECONDS)
        try:
            while True:
                send(
                    asker,
                    _painted(msgspec.msgpack.decode(receive(asker), type=Job | Film | LogLines)),
                )
        except (TimeoutError, EOFError, ConnectionError):
            return


def _painted(job: Job | Film | LogLines) -> Painted:
    """Return the picture, or the reason why there is none."""
    try:
        match job:
            case Film():
                return Painted(_joined(job))
            case LogLines():
                return Painted(_worded(job))
            case Job():
                return Painted(_drawn(job))
    # A job's fault must not end the process, which others wait for.
    except Exception as error:
        return Painted(b"", f"{type(error).__name__}: {error}")


def _drawn(job: Job) -> bytes:
    from service.pictures.drawing import png_of, svg_of  # noqa: PLC0415 - within the limits

    svg = svg_of(job.ruleset, job.subject)
    return svg if job.width is None else png_of(svg, job.width)


def _worded(job: LogLines) -> bytes:
    from service.pictures.log_lines import lines_of  # noqa: PLC0415 - within the limits

    return lines_of(job.ruleset, job.subject)


def _joined(film: Film) -> bytes:
    """Return a film that loops."""
    from PIL import Image  # noqa: PLC0415 - as above

    frames = [Image.open(BytesIO(picture)).convert("RGB") for picture in film.pictures]
    if film.format == "gif":
        frames = _with_one_palette(frames)
    written = BytesIO()
    frames[0].save(
        written,
        save_all=True,
        append_images=frames[1:],
        duration=film.milliseconds,
        loop=0,
        **ENCODING[film.format],
    )
    return written.getvalue()


def _with_one_palette(frames: "list[Image]") -> "list[Image]":
    """Return the frames in 256 colours, those of the last frame."""
    from PIL.Image import Dither  # noqa: PLC0415 - as above

    # The last frame has the most pieces. With one palette a frame differs from the one before only
    # where something has changed.
    palette = frames[-1].quantize(256)
    return [frame.quantize(palette=palette, dither=Dither.NONE) for frame in frames]


if __name__ == "__main__":
    main(int(sys.argv[1]))
