"""export.py: prints all invoices that were read well, as CSV, while they arrive."""

import sys

from docmill import Client, Filter

with Client() as docmill:
    docmill.export_csv(sys.stdout.buffer, Filter(document_type="invoice", min_confidence=0.5))
