"""correct.py ID: says that the total is another, and prints what is known of it."""

import json
import sys

from docmill import call

correction = json.dumps({"data": {"total": "120.00"}}).encode()
with call("PATCH", f"/api/v1/documents/{sys.argv[1]}", correction, Content_Type="application/json") as answer:
    total = json.load(answer)["fields"]["total"]
print(f"{total['value']} by {total['source']}, was {total['original']['value']}")
