"""Texts cut to the room that a receiver has for them."""


def cut(text: str, most: int) -> str:
    """Return a text of at most so many characters; an ellipsis ends one that was longer."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
