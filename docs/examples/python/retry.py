"""retry.py FILE: sends a file, again if need be, and never twice: the key is made
of the file, so that even a new start within 24 hours finds the same document."""

import hashlib
import json
import random
import sys
import time
import urllib.error

from docmill import upload

with open(sys.argv[1], "rb") as f:
    key = "invoice-" + hashlib.file_digest(f, "sha256").hexdigest()

for attempt in range(5):
    pause = random.uniform(0, 2**attempt)
    try:
        print(upload("/api/v1/extract", "file", sys.argv[1:2], Idempotency_Key=key)["id"])
        break
    except urllib.error.HTTPError as e:
        problem = json.load(e)
        if problem["code"] not in ("RATE_LIMITED", "SERVICE_UNAVAILABLE", "IDEMPOTENCY_IN_PROGRESS"):
            sys.exit(problem["error"])
        pause += int(e.headers.get("Retry-After", 0))
    except OSError:  # no answer
        pass
    time.sleep(pause)
else:
    sys.exit("the service has no room")
