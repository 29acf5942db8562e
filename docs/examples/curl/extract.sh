#!/bin/sh
# extract.sh FILE: uploads a file and prints the values.
set -eu
curl -sS --fail-with-body -H "X-API-Key: $DOCMILL_API_KEY" \
	-F "file=@$1" "$DOCMILL_URL/api/v1/extract" |
	jq -r '"\(.documentType) \(.data.invoiceNumber): \(.data.total) \(.data.currency)"'
