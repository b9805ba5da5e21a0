"""How kernels are compiled: at their first use, without the interpreter's lock, and kept on disk.

Numba keeps them beside the source, or under the user's cache folder where that is read-only; the variable
NUMBA_CACHE_DIR names another place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba import njit
from numpy.typing import NDArray

Integers = NDArray[np.int64]

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """Compile a function with Numba; where no folder can be written it is compiled anew in each process."""
    try:
        compiled: Function = njit(function, cache=True, nogil=True)
    except RuntimeError:
        compiled = njit(function, nogil=True)
    return compiled
