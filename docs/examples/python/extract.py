"""extract.py FILE: sends a file and prints what was found in it."""

import sys

from docmill import Client
from docmill.data import InvoiceData

with Client() as docmill:  # of DOCMILL_URL, with DOCMILL_API_KEY
    record = docmill.extract(sys.argv[1], wait=60)
    invoice = record.decode(InvoiceData)
    print(f"{record.document_type} {invoice['invoiceNumber']}: {invoice['total']} {invoice['currency']}")
