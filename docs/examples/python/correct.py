"""correct.py ID: says that the total is another, and prints what is known of it."""

import sys

from docmill import Client

with Client() as docmill:
    total = docmill.correct(sys.argv[1], {"total": "120.00"}).fields["total"]
    print(f"{total.value} by {total.source}, was {total.original.value}")
