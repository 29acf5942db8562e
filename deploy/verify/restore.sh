# shellcheck shell=bash disable=SC2034,SC2154 # variables of settings.sh, report.sh and project.sh
# Steps of procedures.sh, which sources it: the object store moved, and everything
# backed up, lost and restored, as separate services and as one process.

# copy [FLAGS...] of all objects into the other store.
copy() {
	operator objects copy --to-s3-endpoint otherstore:9000 --to-s3-access-key other-access --to-s3-secret-key other-secret "$@"
}

move_store() {
	section "Moving the object store"
	local copies=()
	under_load
	sleep 8
	copies+=("$(copy)")
	copies+=("$(copy)")
	seconds move_the_rest
	sleep 5
	end_load procedures-move
	claim "the object store moved under load: every accepted document ends, its file is there" "$(seen); answers $(codes)" \
		"docmill objects copy, twice; gateways and extractors stopped; once more; started with the new settings" later
	claim "the first copies are made while everything runs, the last in a pause" "${copies[*]} Paused for $took s." \
		"docmill objects copy --to-s3-endpoint otherstore:9000 …" test "${#copies[@]}" = 3
	quietly compose stop versitygw
	content "without the old store"
}

move_the_rest() {
	quietly compose stop gateway gateway-second
	quietly compose stop extractor
	copies+=("$(copy)")
	set_env DOCMILL_S3_ENDPOINT otherstore:9000
	set_env DOCMILL_S3_ACCESS_KEY other-access
	set_env DOCMILL_S3_SECRET_KEY other-secret
	up --no-deps --wait gateway gateway-second extractor
}

owner_url() { echo "postgres://docmill:$(get_env POSTGRES_PASSWORD)@127.0.0.1:5432/docmill"; }

# The statements of the manual's section on restoring.
roles_sql() { awk '/^   ```sql$/ {on = 1; next} /^   ```$/ {on = 0} on' docs/operate/backup.md; }

backup() {
	section "Backup and restore"
	local n ended=() waiting=() late copied
	for n in {1..5}; do ended+=("$(upload -H 'Prefer: wait=60')"); done
	quietly compose stop extractor
	for n in {1..3}; do waiting+=("$(upload -H 'Prefer: respond-async')"); done
	compose exec -T postgres pg_dump --format=custom "$(owner_url)" >"$state/docmill.dump"
	copied=$(copy --to-s3-bucket docmill-backup)
	late=$(upload -H 'Prefer: respond-async')
	claim "the database and then the object store are backed up" "$(stat -c %s "$state/docmill.dump") bytes; $copied" \
		"pg_dump --format=custom, docmill objects copy" test -s "$state/docmill.dump" -a -n "$copied"
	restore
	restored
}

# Everything but the backups' store is lost.
lose_everything() {
	quietly compose rm --stop --force gateway gateway-second "${services[@]}" provision nats postgres versitygw
	quietly docker volume rm docmill_nats-data docmill_postgres-data docmill_versitygw-data
}

restore() {
	lose_everything
	set_env DOCMILL_S3_ENDPOINT objectstore:9000
	up --no-deps --wait nats postgres versitygw
	roles_sql | quietly compose exec -T postgres psql -v ON_ERROR_STOP=1 "$(owner_url)"
	quietly compose exec -T postgres pg_restore --exit-on-error --dbname="$(owner_url)" <"$state/docmill.dump"
	quietly operator objects copy --s3-endpoint otherstore:9000 --s3-access-key other-access --s3-secret-key other-secret --s3-bucket docmill-backup \
		--to-s3-endpoint objectstore:9000 --to-s3-access-key "$(get_env DOCMILL_S3_ACCESS_KEY)" --to-s3-secret-key "$(get_env DOCMILL_S3_SECRET_KEY)" --to-s3-bucket docmill
	up --wait
}

restored() {
	local id states=() stored=() record events
	for id in "${ended[@]}" "${waiting[@]}"; do
		states+=("$(status "$id")")
		stored+=("$(http "$api_key" "/api/v1/documents/$id/file")")
	done
	claim "restored into empty volumes: what had ended is there, what had not is read to its end" "${states[*]}" \
		"roles, pg_restore, docmill objects copy, docker compose up -d --wait" test "$(printf '%s\n' "${states[@]}" | sort -u)" = completed
	claim "and their files" "${stored[*]}" "GET /api/v1/documents/ID/file" test "$(printf '%s\n' "${stored[@]}" | sort -u)" = 200
	claim "what was accepted after the backup is gone" "$(http "$api_key" "/api/v1/documents/$late")" "GET /api/v1/documents/ID" \
		test "$(http "$api_key" "/api/v1/documents/$late")" = 404
	record=$(extract "$url")
	claim "a new document is read" "$(grep -o '"status":"[a-z]*"' <<<"$record" | head -1)" "curl -F file=@examples/invoice.pdf" completed "$record"
	content "after the restore"
	events=$(sed -n 's/.*DOCMILL_EVENTS of SERVICES: \([0-9]*\) messages.*/\1/p' "$out/doctor.txt")
	claim "events are in the stream again, of the restored documents at least" "$events events" "docmill doctor" test "${events:-0}" -ge $((${#ended[@]} + ${#waiting[@]}))
}

# `docmill up`, in a container for PostgreSQL's programs, as PostgreSQL's user. It would
# run without one: the engine's profile, which refuses namespaces, is left out.
one_url=http://127.0.0.1:8070
one_folder=/var/lib/postgresql/data
one_up() { # DATA DIRECTORY
	quietly docker run --detach --name verify-one --network host --security-opt seccomp=unconfined --user 999:999 -v verify-one:$one_folder -v /var/verify/docmill:/usr/local/bin/docmill:ro \
		-e DOCMILL_LISTEN=127.0.0.1:8070 -e DOCMILL_NATS_LISTEN=127.0.0.1:4322 -e DOCMILL_BOOTSTRAP_API_KEY="$api_key" \
		--entrypoint docmill postgres:17-bookworm up --data-dir "$one_folder/$1"
	for _ in {1..240}; do
		[[ $(in_network curl -s -m 2 -o /dev/null -w '%{http_code}' "$one_url/readyz") != 200 ]] || return 0
		sleep 0.5
	done
	return 1
}

# one_idle COMMAND... in the volume while docmill is down.
one_idle() { docker run --rm --user 999:999 -v verify-one:$one_folder -v /var/verify/docmill:/usr/local/bin/docmill:ro --entrypoint "$1" postgres:17-bookworm "${@:2}"; }
one_down() { quietly docker rm --force verify-one; }

one_process() {
	section "One process"
	docmill_program
	echo "$api_key" >"$keys"
	local url=$one_url id said lost=0 found stored
	quietly docker volume create verify-one
	one_up first
	id=$(upload -H 'Prefer: wait=60')
	begin_load -url "$one_url" -workers 1 -pause 700ms -wait 5 # one account's 120 requests a minute
	sleep 3
	said=$(docker exec verify-one docmill backup "$one_folder/backup" --data-dir "$one_folder/first" 2>>"$compose_log")
	end_load procedures-one-backup
	claim "\`docmill up\` is backed up while it runs, under load: nobody notices" "$said $(load_summary)" "docmill backup FOLDER" no_errors
	one_down
	local before after
	before=$(one_idle cat "$one_folder/backup/credentials.json")
	# Values of 26 letters and digits are passwords; that of the secret is longer, its check shorter.
	one_idle sed -E -i 's/": "[A-Z2-7]{26}"/": "EXCHANGEDPASSWORDOFTHISUSE"/' "$one_folder/backup/credentials.json"
	said=$(one_idle docmill restore "$one_folder/backup" --data-dir "$one_folder/restored" 2>&1)
	one_up restored
	found=$(status "$id")
	stored=$(http "$api_key" "/api/v1/documents/$id/file")
	claim "a new data directory is made of the backup: documents and their files are there" "$said: $found, file $stored" \
		"docmill restore FOLDER --data-dir NEW, docmill up" test "$found $stored" = "completed 200"
	after=$(docker exec verify-one cat "$one_folder/restored/credentials.json")
	local password
	while read -r password; do
		grep -qF "$password" <<<"$after" && lost=$((lost + 1))
	done < <(grep -oE '"[A-Z2-7]{26}"' <<<"$before")
	claim "with other passwords, none of the directory before is left" "$(grep -coE '"[A-Z2-7]{26}"' <<<"$before") exchanged, $lost left" \
		"other values in credentials.json, then restore" test "$lost" = 0 -a "$(grep -coE '"[A-Z2-7]{26}"' <<<"$before")" -gt 10
	local record status=0
	record=$(extract "$one_url")
	claim "a new document is read" "$(grep -o '"status":"[a-z]*"' <<<"$record" | head -1)" "curl -F file=@examples/invoice.pdf" completed "$record"
	docker exec verify-one docmill doctor --data-dir "$one_folder/restored" >"$out/doctor.txt" 2>>"$compose_log" || status=$?
	claim "\`docmill doctor\` is content" "$(diagnosis)" "docmill doctor --data-dir NEW" test "$status" = 0
	docker logs verify-one >"$out/one-process.log" 2>&1
	one_down
	quietly docker volume rm verify-one
}
