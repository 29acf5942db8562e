#!/bin/sh
# retry.sh FILE: uploads a file with retries, at most once: the key is made of the file, so a
# second run within 24 hours finds the same document.
set -eu
key=invoice-$(sha256sum <"$1" | cut -c1-64)
curl -sS --fail-with-body --retry 5 --retry-connrefused -H "X-API-Key: $DOCMILL_API_KEY" \
	-H "Idempotency-Key: $key" -F "file=@$1" "$DOCMILL_URL/api/v1/extract" | jq -r .id
