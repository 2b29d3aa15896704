"""Square roots of matrices, for drawing random vectors that are the same on every machine."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def symmetric_root(values: NDArray[np.float64], vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    """The symmetric square root of the matrix with these eigenvalues and eigenvectors.

    It is unique. The signs of eigenvectors, and their directions where eigenvalues are equal, differ between machines,
    and so would random vectors drawn along them.
    """
    root: NDArray[np.float64] = vectors * np.sqrt(values) @ vectors.T
    return root
