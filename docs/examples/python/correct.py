"""correct.py ID: corrects the total and prints the field."""

import sys

from docmill import Client

with Client() as docmill:
    total = docmill.correct(sys.argv[1], {"total": "120.00"}).fields["total"]
    print(f"{total.value} by {total.source}, was {total.original.value}")
