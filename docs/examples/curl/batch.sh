#!/bin/sh
# batch.sh FILE…: uploads files as a batch, waits, and prints the result of each.
set -eu
for file in "$@"; do
	set -- "$@" -F "files=@$file"
	shift
done
id=$(curl -sS --fail-with-body -H "X-API-Key: $DOCMILL_API_KEY" "$@" "$DOCMILL_URL/api/v1/batch" | jq -r .id)
while
	batch=$(curl -sS --fail-with-body -H "X-API-Key: $DOCMILL_API_KEY" "$DOCMILL_URL/api/v1/batch/$id")
	case $(echo "$batch" | jq -r .status) in queued | processing) true ;; *) false ;; esac
do
	sleep 2
done
echo "$batch" | jq -r '.results[] | "\(.fileName) \(.status) \(.code // .id)"'
