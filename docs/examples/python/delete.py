"""delete.py ID: erases a document and everything made of it, for good."""

import sys

from docmill import call

call("DELETE", f"/api/v1/documents/{sys.argv[1]}").close()
print("deleted")
