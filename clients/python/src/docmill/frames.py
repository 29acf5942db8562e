"""Records as pandas frames; needs the extra: pip install docmill[pandas]."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, Literal

import pandas as pd

from .data import NOTATIONS
from .records import Record

Numbers = Literal["float", "decimal", "text"]
"""How amounts, quantities and rates become cells: numbers to compute with, Decimal for exact sums, or
text as it stands in data."""

_NUMERIC = ("money", "decimal", "percent")
_LISTS = {"bank_statement": "transactions"}


def to_frame(records: Iterable[Record], *, numbers: Numbers = "float") -> pd.DataFrame:
    """One row for each record: what it says of itself, then the single values of its data in the order of
    the document types, then fields of an own schema. Dates are timestamps; what was not found is missing.
    Lists are left out; see line_items_frame."""
    rows = []
    for record in records:
        row: dict[str, Any] = {
            "id": record.id,
            "status": record.status,
            "documentType": record.document_type,
            "confidence": record.confidence,
            "createdAt": record.created_at,
            "completedAt": record.completed_at,
            "fileName": record.metadata.file_name,
        }
        single = {name: value for name, value in (record.data or {}).items() if not isinstance(value, list)}
        rows.append({**row, **_cells(single, NOTATIONS.get(record.document_type, {}), "", numbers)})
    first = ["id", "status", "documentType", "confidence", "createdAt", "completedAt", "fileName"]
    known = [name for form in NOTATIONS.values() for name in form if "." not in name]
    return _frame(rows, first, known)


def line_items_frame(records: Iterable[Record], *, numbers: Numbers = "float") -> pd.DataFrame:
    """One row for each line item, or transaction of a bank statement, with the id of its document and its
    number there, from 0."""
    rows = []
    for record in records:
        name = _LISTS.get(record.document_type, "lineItems")
        notations = NOTATIONS.get(record.document_type, {})
        for index, item in enumerate((record.data or {}).get(name, [])):
            if isinstance(item, Mapping):
                cells = _cells(item, notations, f"{name}.", numbers)
                rows.append({"id": record.id, "documentType": record.document_type, "row": index, **cells})
    first = ["id", "documentType", "row"]
    known = [name.partition(".")[2] for form in NOTATIONS.values() for name in form if _is_item(name)]
    return _frame(rows, first, known)


def _is_item(name: str) -> bool:
    return name.startswith(("lineItems.", "transactions."))


def _frame(rows: list[dict[str, Any]], first: list[str], known: list[str]) -> pd.DataFrame:
    """First columns always; known ones in their order and then others, where a row has them."""
    used = dict.fromkeys(name for row in rows for name in row)
    columns = dict.fromkeys([*first, *(name for name in known if name in used), *used])
    return pd.DataFrame(rows, columns=list(columns))


def _cells(values: Mapping[str, Any], notations: Mapping[str, str], prefix: str, numbers: Numbers) -> dict[str, Any]:
    return {name: _cell(value, notations.get(prefix + name), numbers) for name, value in values.items()}


def _cell(value: Any, notation: str | None, numbers: Numbers) -> Any:
    if not isinstance(value, str):
        return value
    if notation in _NUMERIC and numbers != "text":
        return float(value) if numbers == "float" else Decimal(value)
    if notation == "date":
        return pd.to_datetime(value, errors="coerce")
    return value
