"""extract.py FILE: sends a file and prints what was found in it."""

import sys

from docmill import upload

record = upload("/api/v1/extract", "file", sys.argv[1:2])
data = record["data"]
print(f"{record['documentType']} {data['invoiceNumber']}: {data['total']} {data['currency']}")
