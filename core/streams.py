"""Random streams: one per purpose and head, so that changing one draw never shifts another."""

from typing import NamedTuple

import numpy as np


class Streams(NamedTuple):
    """The seed sequences of a run; none depends on how much another has drawn."""

    tokens: np.random.SeedSequence
    """Start of the tokens."""
    weights: np.random.SeedSequence
    """Start of the weights, one child per head."""
    noise: np.random.SeedSequence
    """Brownian paths of the weights, one child per head."""
    perturbation: np.random.SeedSequence
    """The perturbed twin's tokens, or its weights with one child per head."""
    phases: np.random.SeedSequence
    """Random phases of oscillating weights, one child per head."""


def streams(seed):
    """The seed sequences that the run's ``seed`` (a whole number >= 0) stands for."""
    return Streams(*(np.random.SeedSequence(seed, spawn_key=(k,)) for k in range(len(Streams._fields))))


def head_sequence(sequence, h):
    """The seed sequence of head ``h`` (0, 1, ...): the same however many heads there are."""
    return np.random.SeedSequence(sequence.entropy, spawn_key=(*sequence.spawn_key, h))


def head_stream(sequence, h):
    """A generator for head ``h``: the same however many heads there are."""
    return np.random.default_rng(head_sequence(sequence, h))


def head_normals(sequence, heads, shape):
    """(heads, *shape) standard normals, each head's from its own stream."""
    return np.stack([head_stream(sequence, h).standard_normal(shape) for h in range(heads)])
