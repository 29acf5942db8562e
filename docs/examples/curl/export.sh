#!/bin/sh
# export.sh: prints all invoices with a confidence of 0.5 or more as CSV.
set -eu
curl -sS --fail-with-body -H "X-API-Key: $DOCMILL_API_KEY" -H "Accept: text/csv" \
	"$DOCMILL_URL/api/v1/results?document_type=invoice&min_confidence=0.5"
