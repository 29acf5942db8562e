"""batch.py FILE…: sends files together, waits for all, prints what became of each."""

import json
import sys
import time

from docmill import call, upload

batch = upload("/api/v1/batch", "files", sys.argv[1:])
while batch["status"] in ("queued", "processing"):
    time.sleep(2)
    with call("GET", f"/api/v1/batch/{batch['id']}") as answer:
        batch = json.load(answer)
for entry in batch["results"]:
    print(entry["fileName"], entry["status"], entry.get("code") or entry["id"])
