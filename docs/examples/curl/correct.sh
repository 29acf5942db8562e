#!/bin/sh
# correct.sh ID: corrects the total and prints the field.
set -eu
curl -sS --fail-with-body -X PATCH -H "X-API-Key: $DOCMILL_API_KEY" \
	-H "Content-Type: application/json" -d '{"data": {"total": "120.00"}}' \
	"$DOCMILL_URL/api/v1/documents/$1" |
	jq -r '.fields.total | "\(.value) by \(.source), was \(.original.value)"'
