"""The network that judges positions: win chance, final points and turns left, from features."""

from typing import NamedTuple

import numpy as np

from domain.planning.arrays import Array, Features

LAYERS = (64, 32)
OUTPUTS = 3
"""For each seat: the logit of its win, its final points, the turns left (both scaled)."""


class Network(NamedTuple):
    """A net that all seats share; a softmax over the seats makes its first output a chance.

    ``mean`` and ``scale`` make the inputs comparable; ``strength`` is the feature by which a
    seat's strongest rival is chosen.
    """

    mean: Array
    scale: Array
    weights: tuple[Array, ...]
    biases: tuple[Array, ...]
    strength: int

    def chances(self, features: Features) -> Array:
        """Return the win chances: [position, seat]; each row adds up to 1."""
        return softmax(self.outputs(features)[:, :, 0])

    def outputs(self, features: Features) -> Array:
        """Return the outputs: [position, seat, output]."""
        layer = (inputs(features, self.strength) - self.mean) / self.scale
        *hidden, last = zip(self.weights, self.biases, strict=True)
        for weights, bias in hidden:
            layer = np.maximum(0, layer @ weights + bias)
        return layer @ last[0] + last[1]


def inputs(features: Features, strength: int) -> Array:
    """Return the inputs of each seat: its own features, its best rival's, the others' mean."""
    own, game = features
    positions, seats, _ = own.shape
    others = own[:, [[n for n in range(seats) if n != seat] for seat in range(seats)]]
    best = others[:, :, :, strength].argmax(axis=2)
    rival = others[np.arange(positions)[:, None], np.arange(seats), best]
    shared = np.broadcast_to(game[:, None], (positions, seats, game.shape[1]))
    rows = np.concatenate([own, rival, others.mean(axis=2), shared], axis=2)
    return rows.astype(np.float32)


def softmax(logits: Array) -> Array:
    """Return the chances of logits along the last axis."""
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    chances: Array = raised / raised.sum(axis=-1, keepdims=True)
    return chances
