"""export.py: streams all invoices with a confidence of 0.5 or more as CSV."""

import sys

from docmill import Client, Filter

with Client() as docmill:
    docmill.export_csv(sys.stdout.buffer, Filter(document_type="invoice", min_confidence=0.5))
