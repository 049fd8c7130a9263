"""Fitting a network to games that were played, by Adam; the same to the bit each time."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from domain.planning.arrays import Array, Features
from domain.planning.network import LAYERS, OUTPUTS, Network, inputs, softmax

BATCH = 256
RATE, LAST_RATE = 2e-3, 1e-4
DECAY_1, DECAY_2, TINY = 0.9, 0.999, 1e-8
SHRINK = 8.0
"""The share by which weights shrink in an epoch's steps at full rate, against overfitting."""
ASIDE = 0.15
"""The weight of points and turns left against that of the win."""

SEARCH_WEIGHT = 0.25
"""The weight of a search's win chance in a target; the result has the rest (Anthony et al. 2017).

In 125 held-out games of settlers 0, 0.25, 0.5 and 0.75 came to the same log-loss within 0.005.
"""


class Examples(NamedTuple):
    """Positions of games with one number of seats, and how the games ended.

    ``wins`` [position, seat] are shares of the win; ``expected`` [position, seat] are win chances
    by a search, equal to ``wins`` where none ran. ``points`` [position, seat] and ``turns``
    [position] are scaled to about 1.
    """

    features: Features
    wins: Array
    expected: Array
    points: Array
    turns: Array

    def part(self, rows: Array) -> "Examples":
        """Return some of the positions."""
        features = Features(self.features.seats[rows], self.features.game[rows])
        others = (self.wins, self.expected, self.points, self.turns)
        return Examples(features, *(each[rows] for each in others))


class _Prepared(NamedTuple):
    inputs: Array
    targets: Array


def fit(
    groups: Sequence[Examples],
    strength: int,
    seed: int,
    epochs: int,
) -> Network:
    """Return a network fitted to examples; each group has its own number of seats."""
    luck = np.random.Generator(np.random.Philox(seed))
    prepared = [_prepare(group, strength) for group in groups if len(group.wins)]
    net = _fresh(prepared, strength, luck)
    weights = [*net.weights, *net.biases]
    moments = [[np.zeros_like(each) for each in weights] for _ in range(2)]
    steps = epochs * sum(-(-len(each.inputs) // BATCH) for each in prepared)
    step = 0
    for _ in range(epochs):
        for batch in _batches(prepared, luck):
            step += 1
            rate = RATE * (LAST_RATE / RATE) ** (step / steps)
            gradients = _gradients(batch, weights, net)
            _adam(weights, gradients, moments, step, rate)
    half = len(net.weights)
    return net._replace(weights=tuple(weights[:half]), biases=tuple(weights[half:]))


def _prepare(group: Examples, strength: int) -> _Prepared:
    turns = np.repeat(group.turns[:, None], group.wins.shape[1], axis=1)
    # A search looks ahead; a result is certain but depends on luck.
    chances = SEARCH_WEIGHT * group.expected + (1 - SEARCH_WEIGHT) * group.wins
    targets = np.stack([chances, group.points, turns], axis=2).astype(np.float32)
    return _Prepared(inputs(group.features, strength), targets)


def _fresh(prepared: Sequence[_Prepared], strength: int, luck: np.random.Generator) -> Network:
    rows = np.concatenate([each.inputs.reshape(-1, each.inputs.shape[2]) for each in prepared])
    scale = rows.std(axis=0)
    sizes = (rows.shape[1], *LAYERS, OUTPUTS)
    weights = tuple(
        (luck.standard_normal((a, b)) * np.sqrt(2 / a)).astype(np.float32)
        for a, b in pairwise(sizes)
    )
    biases = tuple(np.zeros(size, dtype=np.float32) for size in sizes[1:])
    # A feature that never changes carries no information, and must not blow up where it does.
    scale = np.where(scale < 1e-3, 1.0, scale).astype(np.float32)
    return Network(rows.mean(axis=0).astype(np.float32), scale, weights, biases, strength)


def _batches(prepared: Sequence[_Prepared], luck: np.random.Generator) -> Iterator[_Prepared]:
    """Yield all examples once, in batches of one number of seats each, in a random order."""
    parts = []
    for number, each in enumerate(prepared):
        order = luck.permutation(len(each.inputs))
        parts += [(number, order[at : at + BATCH]) for at in range(0, len(order), BATCH)]
    for place in luck.permutation(len(parts)):
        number, rows = parts[place]
        yield _Prepared(prepared[number].inputs[rows], prepared[number].targets[rows])


def _gradients(batch: _Prepared, parameters: Sequence[Array], net: Network) -> list[Array]:
    """Return the gradient of the loss by each weight and bias."""
    half = len(parameters) // 2
    weights, biases = parameters[:half], parameters[half:]
    layers = [(batch.inputs - net.mean) / net.scale]
    for n in range(half - 1):
        layers.append(np.maximum(0, layers[-1] @ weights[n] + biases[n]))
    outputs = layers[-1] @ weights[-1] + biases[-1]
    wrong = np.empty_like(outputs)
    wrong[:, :, 0] = softmax(outputs[:, :, 0]) - batch.targets[:, :, 0]
    wrong[:, :, 1:] = ASIDE * (outputs[:, :, 1:] - batch.targets[:, :, 1:])
    wrong /= len(batch.inputs)
    by_weight, by_bias = [], []
    for n in reversed(range(half)):
        flat, back = layers[n].reshape(-1, layers[n].shape[2]), wrong.reshape(-1, wrong.shape[2])
        by_weight.append(flat.T @ back)
        by_bias.append(back.sum(axis=0))
        if n:
            wrong = (wrong @ weights[n].T) * (layers[n] > 0)
    return [*reversed(by_weight), *reversed(by_bias)]


def _adam(
    parameters: list[Array],
    gradients: Sequence[Array],
    moments: Sequence[list[Array]],
    step: int,
    rate: float,
) -> None:
    """Change the parameters by a step against their gradients (Kingma and Ba 2015)."""
    first, second = moments
    for n, gradient in enumerate(gradients):
        first[n] = DECAY_1 * first[n] + (1 - DECAY_1) * gradient
        second[n] = DECAY_2 * second[n] + (1 - DECAY_2) * gradient**2
        mean, spread = first[n] / (1 - DECAY_1**step), second[n] / (1 - DECAY_2**step)
        change = rate * mean / (np.sqrt(spread) + TINY)
        shrunk = parameters[n] * (1 - rate * SHRINK) if parameters[n].ndim > 1 else parameters[n]
        parameters[n] = (shrunk - change).astype(np.float32)
