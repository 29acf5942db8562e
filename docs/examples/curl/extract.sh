#!/bin/sh
# extract.sh FILE: sends a file and prints what was found in it.
set -eu
curl -sS --fail-with-body -H "X-API-Key: $DOCMILL_API_KEY" \
	-F "file=@$1" "$DOCMILL_URL/api/v1/extract" |
	jq -r '"\(.documentType) \(.data.invoiceNumber): \(.data.total) \(.data.currency)"'
