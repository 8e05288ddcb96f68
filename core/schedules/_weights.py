"""Start and perturbation of the weights: symmetric (H, d, d), each head from its own stream."""

import numpy as np

from ..streams import head_normals, streams


def initial_weights(settings):
    """D_h(0) (H, d, d): weight_scale times Z + Z^T (Z standard normal) or times the identity."""
    heads, d = settings.heads, settings.dimension
    if settings.initial_weights == "identity":
        return settings.weight_scale * np.tile(np.eye(d), (heads, 1, 1))
    Z = head_normals(streams(settings.seed).weights, heads, (d, d))
    return settings.weight_scale * (Z + Z.transpose(0, 2, 1))


def perturb_weights(D, eps, sequence):
    """D_h + eps S_h with S_h random symmetric and |S_h|_2 = 1 (model section 6); S_h from head h's stream."""
    Z = head_normals(sequence, len(D), D.shape[1:])
    S = Z + Z.transpose(0, 2, 1)
    return D + eps * S / np.linalg.norm(S, 2, axis=(1, 2))[:, None, None]
