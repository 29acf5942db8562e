"""Records as pandas frames."""

from __future__ import annotations

import unittest
from decimal import Decimal

import pandas as pd

from docmill import Record
from docmill.frames import line_items_frame, to_frame

from .fake import record

INVOICE = Record.from_json(
    record(data={"total": "119.00", "vendorName": "Lindner", "issueDate": "2026-10-01", "projectNumber": "B-77",
                 "lineItems": [{"description": "Oak", "quantity": "4", "amount": "60.00"}, {"amount": "40.00"}]})
)  # fmt: skip
STATEMENT = Record.from_json(
    record(id="ext_2", documentType="bank_statement",
           data={"closingBalance": "881.00", "transactions": [{"date": "2026-09-12", "amount": "-119.00"}]})
)  # fmt: skip
FAILED = Record.from_json(record(id="ext_3", status="failed", data={}, failure={"code": "X", "message": "x"}))


class Frames(unittest.TestCase):
    def test_one_row_for_each_record(self) -> None:
        frame = to_frame([INVOICE, STATEMENT, FAILED])
        self.assertEqual(
            list(frame.columns),
            ["id", "status", "documentType", "confidence", "createdAt", "completedAt", "fileName",
             "issueDate", "vendorName", "total", "closingBalance", "projectNumber"],
        )  # fmt: skip
        self.assertEqual(frame["total"].sum(), 119.0)
        self.assertEqual(frame["issueDate"][0], pd.Timestamp("2026-10-01"))
        self.assertTrue(pd.isna(frame["vendorName"][1]))
        self.assertEqual(frame["projectNumber"][0], "B-77")

    def test_numbers_are_exact_or_text_on_request(self) -> None:
        self.assertEqual(to_frame([INVOICE], numbers="decimal")["total"][0], Decimal("119.00"))
        self.assertEqual(to_frame([INVOICE], numbers="text")["total"][0], "119.00")

    def test_one_row_for_each_line_item(self) -> None:
        frame = line_items_frame([INVOICE, STATEMENT, FAILED])
        self.assertEqual(list(frame["id"]), ["ext_1", "ext_1", "ext_2"])
        self.assertEqual(list(frame["row"]), [0, 1, 0])
        self.assertEqual(list(frame["amount"]), [60.0, 40.0, -119.0])
        self.assertEqual(frame["quantity"][0], 4.0)

    def test_nothing_is_a_frame_too(self) -> None:
        self.assertEqual((len(to_frame([])), "id" in to_frame([]).columns), (0, True))
        self.assertEqual(len(line_items_frame([FAILED])), 0)
