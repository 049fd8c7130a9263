"""Pictures joined to a film."""

from io import BytesIO
from typing import Any

from PIL import Image

from service.pictures.messages import Film, FilmFormat

ENCODING: dict[FilmFormat, dict[str, Any]] = {
    "webp": {"format": "WEBP", "quality": 75, "method": 4},
    "gif": {"format": "GIF"},
}


def joined(film: Film) -> bytes:
    """Return a film that begins again when it has ended."""
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


def _with_one_palette(frames: list[Image.Image]) -> list[Image.Image]:
    """Return the frames in 256 colours, those of the last: it has the most pieces on it.

    With one palette a frame differs from the one before only where something has changed.
    """
    palette = frames[-1].quantize(256)
    return [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
