#!/bin/sh
# delete.sh ID: erases a document.
set -eu
curl -sS --fail-with-body -X DELETE -H "X-API-Key: $DOCMILL_API_KEY" \
	"$DOCMILL_URL/api/v1/documents/$1"
echo deleted
