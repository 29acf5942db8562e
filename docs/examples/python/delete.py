"""delete.py ID: erases a document."""

import sys

from docmill import Client

with Client() as docmill:
    docmill.delete(sys.argv[1])
    print("deleted")
