"""Places of a board in words, by their grid references."""

from domain.grids.references import Reference
from projections.text.line import Text, text


def spot(reference: Reference) -> str | Text:
    """Return the words for a place, as the page has them: ``C4``, "the top of C4"."""
    match reference.cells:
        case (one, other):
            return text("grid_between", one=one, other=other)
        case (cell,) if reference.part:
            return text(f"grid_{reference.part}", cell=cell)
        case _:
            return reference.cells[0]


def with_spot(coordinates: tuple[int, int], reference: Reference) -> Text:
    """Return the coordinates that moves are typed in, with the words that the page has."""
    return text("told.with_spot", coordinates=coordinates, spot=spot(reference))
