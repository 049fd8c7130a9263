"""Weights as data: a file a ruleset, with the version of the rules and the figures they reached."""

import json
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from domain.errors import AnabasisError
from domain.planning.network import LAYERS, Network

ARRAYS = ("mean", "scale", *(f"{kind}{n}" for kind in ("w", "b") for n in range(len(LAYERS) + 1)))
NOTES = "notes"


class NoWeights(AnabasisError):
    """There are no weights that fit the rules of a game."""

    def __init__(self, ruleset: str, version: int, present: str) -> None:
        super().__init__(
            f"The planner has no weights for version {version} of {ruleset}: they are {present}. "
            f"Make them: anabasis train {ruleset}"
        )


class Weights(NamedTuple):
    """A network and the notes beside it: rules_version, figures, duration."""

    network: Network
    notes: dict[str, Any]


def weights_of(ruleset: str, version: int) -> Weights:
    """Return the weights for a version of a ruleset's rules. Raises NoWeights."""
    weights = _read(ruleset)
    if weights is None:
        raise NoWeights(ruleset, version, "missing")
    made_for = weights.notes["rules_version"]
    if made_for != version:
        raise NoWeights(ruleset, version, f"for version {made_for}")
    return weights


@lru_cache
def _read(ruleset: str) -> Weights | None:
    path = weights_file(ruleset)
    return parse(path.read_bytes()) if path.is_file() else None


def weights_file(ruleset: str) -> Path:
    """Return the file of a ruleset's weights."""
    return Path(str(files("domain.planning"))) / ruleset / "weights.npz"


def parse(data: bytes) -> Weights:
    """Return the weights of a file's bytes."""
    with np.load(BytesIO(data), allow_pickle=False) as stored:
        mean, scale, *rest = (stored[name].astype(np.float32) for name in ARRAYS)
        notes = json.loads(str(stored[NOTES]))
    half = len(rest) // 2
    network = Network(mean, scale, tuple(rest[:half]), tuple(rest[half:]), notes["strength"])
    return Weights(network, notes)


def show(weights: Weights) -> bytes:
    """Return the weights as the bytes of a file: half precision, which is enough to play by."""
    net = weights.network
    arrays = dict(zip(ARRAYS, (net.mean, net.scale, *net.weights, *net.biases), strict=True))
    halves = {name: each.astype(np.float16) for name, each in arrays.items()}
    notes = json.dumps({**weights.notes, "strength": net.strength})
    file = BytesIO()
    np.savez_compressed(file, allow_pickle=False, **halves, **{NOTES: np.array(notes)})
    return file.getvalue()
