"""frame.py: prints the total spent per vendor, with pandas."""

from docmill import Client, Filter
from docmill.frames import to_frame

with Client() as docmill:
    invoices = to_frame(docmill.export_records(Filter(document_type="invoice")), numbers="decimal")
    print(invoices.groupby(["vendorName", "currency"])["total"].sum().to_csv(), end="")
