"""Read rows from frames of Polars and pandas, tables of Arrow, and arrays.

The library is recognised by the module of an object's type, so that none of these packages is imported here.
"""

from __future__ import annotations

import re
from typing import Any, Literal

import numpy as np

from twoends.rules.errors import RowError

By = Literal["rows", "columns"]

LIBRARIES = ("polars", "pandas", "pyarrow")


def rows_of(table: Any, by: By | None = None) -> Any:
    """Convert a frame, or a column of one, to an array or a list of rows; return anything else unchanged.

    by  whether the rows or the columns of the table are rows of cards; the default is rows, but a single
        column of numbers, which could be either, needs an answer

    By columns, an array is transposed. Each list in a column of lists is a row. Integers become an array,
    other numbers are unchanged. Raises RowError for a table that cannot be read.

    >>> rows_of(np.array([[8, 15], [3, 7]]), "columns").tolist()
    [[8, 3], [15, 7]]
    """
    if by not in (None, "rows", "columns"):
        raise RowError(f"by is {by!r}: choose 'rows' or 'columns'")
    packages = [kind.__module__.partition(".")[0] for kind in type(table).__mro__]
    library = next((name for name in packages if name in LIBRARIES), None)
    if library is not None:
        names, columns = _columns(table)
        return _of_columns(names, list(map(_values, columns)), by)
    if isinstance(table, np.ndarray):
        if table.dtype.names is not None:
            raise RowError(
                f"the array has fields, {', '.join(table.dtype.names)}: give a plain array of shape (m, n)"
            )
        return table.T if by == "columns" and table.ndim == 2 else table
    if by == "columns":
        raise RowError(f"by='columns' is for frames and arrays: leave it out for a {type(table).__name__}")
    return table


def _columns(table: Any) -> tuple[list[str], list[Any]]:
    """The names and the columns of a frame; a single column is a frame of one."""
    kind = type(table)  # a column, or a label of a pandas Series, is an attribute of the table itself
    if hasattr(kind, "collect"):
        raise RowError("a LazyFrame has no rows yet: give what its collect() returns")
    if not hasattr(kind, "columns"):
        return [str(getattr(table, "name", ""))], [table]
    if hasattr(kind, "items"):  # pandas, where a name may be of any type, and twice the same
        return list(map(str, table.columns)), [column for _, column in table.items()]
    if hasattr(kind, "get_columns"):  # Polars
        return table.columns, table.get_columns()
    return table.column_names, table.columns


def _values(column: Any) -> Any:
    """The values of a column: an array if they are machine integers, else a list."""
    kind = str(getattr(column, "dtype", None) or column.type).lower()
    array = np.asarray(column) if re.fullmatch(r"u?int(8|16|32|64)", kind) else None
    if array is not None and array.dtype.kind in "iu":  # else some are missing
        return array
    return column.to_pylist() if hasattr(type(column), "to_pylist") else column.to_list()


def _of_columns(names: list[str], columns: list[Any], by: By | None) -> Any:
    nested = [
        name
        for name, column in zip(names, columns, strict=True)
        if isinstance(next(iter(column), 0), list | tuple | np.ndarray)
    ]
    if nested and len(columns) > 1:
        raise RowError(
            f"column '{nested[0]}' holds a row in each place, and there are {len(columns) - 1} more columns: "
            "give that column alone"
        )
    if nested and by == "columns":
        raise RowError(f"column '{nested[0]}' holds a row in each place: leave by='columns' out")
    if nested:
        return columns[0]
    if len(columns) == 1 and by is None:
        count = len(columns[0])
        raise RowError(
            f"there is one column of {count:,} value{'s' * (count != 1)}: "
            "give by='columns' if it is one row, by='rows' if each value is a row"
        )
    if columns and all(isinstance(column, np.ndarray) for column in columns):
        table = np.column_stack(columns)
        if table.dtype.kind in "iu":  # else no type of integers holds all
            return table.T if by == "columns" else table
    lists = [column.tolist() if isinstance(column, np.ndarray) else column for column in columns]
    return lists if by == "columns" else list(zip(*lists, strict=True))
