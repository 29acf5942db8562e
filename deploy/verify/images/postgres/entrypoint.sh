#!/bin/bash
# Makes the database on the first start, as the official image does, from
# POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB and POSTGRES_INITDB_ARGS.
set -euo pipefail
if [[ ! -s $PGDATA/PG_VERSION ]]; then
	mkdir -p "$PGDATA"
	chmod 0700 "$PGDATA" || true
	# shellcheck disable=SC2086 # several arguments in one variable
	initdb --username="$POSTGRES_USER" --pwfile=<(printf '%s\n' "$POSTGRES_PASSWORD") ${POSTGRES_INITDB_ARGS:-}
	# In these minutes it listens on its socket alone.
	pg_ctl -w -o "-c listen_addresses=''" start
	[[ $POSTGRES_DB == postgres ]] || createdb --username="$POSTGRES_USER" "$POSTGRES_DB"
	pg_ctl -w -m fast stop
	echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
fi
exec "$@" -c listen_addresses='*'
