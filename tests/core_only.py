"""A plugin of pytest, -p core_only: NumPy and Numba cannot be imported, as if they were not installed."""

import sys

sys.modules["numpy"] = sys.modules["numba"] = None  # type: ignore[assignment]  # an import then fails
