"""poll.py FILE: sends a file without waiting, then asks until it has ended."""

import json
import sys
import time

from docmill import call, upload

record = upload("/api/v1/extract", "file", sys.argv[1:2], Prefer="respond-async")
while record["status"] in ("queued", "processing"):
    # Answered at the end of the document, or after 30 seconds.
    with call("GET", f"/api/v1/documents/{record['id']}?wait=30") as answer:
        record = json.load(answer)
    if record["status"] in ("queued", "processing"):
        time.sleep(1)
print(record["id"], record["status"])
