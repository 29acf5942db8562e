#!/bin/sh
# poll.sh FILE: uploads a file without waiting, then polls for the result.
set -eu
id=$(curl -sS --fail-with-body -H "X-API-Key: $DOCMILL_API_KEY" -H "Prefer: respond-async" \
	-F "file=@$1" "$DOCMILL_URL/api/v1/extract" | jq -r .id)
# Each request returns when the document has ended, or after 30 seconds.
while
	status=$(curl -sS --fail-with-body -H "X-API-Key: $DOCMILL_API_KEY" \
		"$DOCMILL_URL/api/v1/documents/$id?wait=30" | jq -r .status)
	[ "$status" = queued ] || [ "$status" = processing ]
do
	sleep 1
done
echo "$id $status"
