"""extract.py FILE: uploads a file and prints the values."""

import sys

from docmill import Client
from docmill.data import InvoiceData

with Client() as docmill:  # reads DOCMILL_URL and DOCMILL_API_KEY
    record = docmill.extract(sys.argv[1], wait=60)
    invoice = record.decode(InvoiceData)
    print(f"{record.document_type} {invoice['invoiceNumber']}: {invoice['total']} {invoice['currency']}")
