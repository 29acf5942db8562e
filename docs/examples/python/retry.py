"""retry.py FILE: uploads a file with retries, at most once: the key is made of the
file, so a second run within 24 hours finds the same document."""

import hashlib
import sys

from docmill import Client, DocmillError, RetryPolicy

with open(sys.argv[1], "rb") as file:
    key = "invoice-" + hashlib.sha256(file.read()).hexdigest()

with Client(retries=RetryPolicy(attempts=10)) as docmill:
    try:
        print(docmill.extract(sys.argv[1], idempotency_key=key).id)
    except DocmillError as error:
        sys.exit(f"{error.code}: {error.message}")
