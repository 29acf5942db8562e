#!/bin/sh
# retry.sh FILE: sends a file, again if need be, and never twice: the key is made
# of the file, so that even a new start within 24 hours finds the same document.
set -eu
key=invoice-$(sha256sum <"$1" | cut -c1-64)
curl -sS --fail-with-body --retry 5 --retry-connrefused -H "X-API-Key: $DOCMILL_API_KEY" \
	-H "Idempotency-Key: $key" -F "file=@$1" "$DOCMILL_URL/api/v1/extract" | jq -r .id
