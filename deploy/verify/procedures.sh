#!/usr/bin/env bash
# Does with the compose file what docs/OPERATIONS.md tells operators to do, one
# procedure after the other and under load where the manual promises something for
# it: accounts, dead letters, the exchange of every secret, another object store,
# backup and restore, an upgrade and the way back. Kubernetes' own procedures are
# steps of kubernetes.sh.
#
#   procedures.sh [STEP...]
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/settings.sh"
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/report.sh"
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/project.sh"
cd "$source"

files+=(-f deploy/verify/compose/store.yml)
services=(auth quota notifier extractor)

# anew SERVICE... starts each beside the one that runs, which then goes.
anew() {
	local service before
	for service in "$@"; do
		before=$(compose ps --quiet "$service")
		up --no-deps --no-recreate --scale "$service=2" --wait "$service"
		quietly docker stop "$before"
		quietly docker rm "$before"
	done
}

# Two that have ports of their own, behind a proxy.
anew_gateways() {
	up --no-deps --wait gateway
	up --no-deps --wait gateway-second
}

# The load ends some seconds after what it goes on through.
# Documents and files are asked for afterwards, within the accounts' rates: with patience.
under_load() { begin_load -url "$proxy" -files -pause 200ms -patience 8m; }
files_there() { [[ $(figure files) -gt 0 && $(figure files_lost) == 0 ]]; }
all_kept() { all_ended && files_there; }
unnoticed() { no_errors && files_there; }
seen() { printf '%s; %s of %s files lost' "$(load_summary)" "$(figure files_lost)" "$(figure files)"; }

# later says whether clients met nothing but being told to come back: 503 of docmill,
# 502 of the proxy where no gateway listens.
later() { all_kept && grep -q '"broken":{}' "$result" && ! grep -o '"codes":{[^}]*}' "$result" | grep -o '"[0-9]*":' | grep -qv '"\(200\|202\|429\|502\|503\)":'; }
codes() { grep -o '"codes":{[^}]*}' "$result" | tr -d '{}"' | sed 's/codes://; s/,/, /g'; }

# http KEY PATH [FLAGS...]: the status of an answer.
http() {
	local key=$1 path=$2
	shift 2
	in_network curl -sS -m 60 -o /dev/null -w '%{http_code}' -H "X-API-Key: $key" "$@" "$url$path"
}

# upload [FLAGS...]: the id of a document.
upload() {
	in_network curl -sS -m 60 -H "X-API-Key: $api_key" -F "file=@$source/examples/invoice.pdf" "$@" "$url/api/v1/extract" |
		grep -o '"id": *"ext_[^"]*"' | head -1 | cut -d'"' -f4
}

# status ID: the state of a document, or how it was refused.
status() { in_network curl -sS -m 60 -H "X-API-Key: $api_key" "$url/api/v1/documents/$1?wait=60" | grep -oE '"(status|code)": *"[A-Za-z_]*"' | head -1 | cut -d'"' -f4; }

# doctor with every port that the operator's container reaches.
doctor() {
	compose run --rm -T --no-deps -e DOCMILL_ADMIN_URLS=http://gateway:9090,http://gateway-second:9090,http://auth:9090,http://quota:9090,http://notifier:9090 \
		provision doctor >"$out/doctor.txt" 2>>"$compose_log"
}
diagnosis() { awk '{n[$1]++} $1 == "act" {act = act "; " $0} END {printf "%d ok, %d to note, %d to act upon%s", n["ok"], n["note"], n["act"], act}' "$out/doctor.txt"; }

content() {
	local status=0
	doctor || status=$?
	claim "\`docmill doctor\` is content: $1" "$(diagnosis)" "docker compose run --rm provision doctor" test "$status" = 0
}

start() {
	section "Procedures with Compose"
	new_project versitygw,second-gateway
	local status=0
	seconds up --wait || status=$?
	claim "installed as the manual says, with a second gateway" "healthy after $took s" "docker compose up -d --wait" test "$status" = 0
	begin_proxy
	make_accounts
	content "after the installation"
}

# works COMMAND...: what it prints, or that it failed, is counted.
works() {
	tried=$((tried + 1))
	said=$(operator "$@") || failed+=("$*")
}

people() {
	section "Accounts, keys, people"
	local tried=0 failed=() said account key other id user
	works account create "Nordlicht Möbel" --plan Pro
	account=$(grep -o 'acct_[0-9a-f-]*' <<<"$said" | head -1)
	key=$(grep -o 'dm_live_[0-9a-f]*' <<<"$said" | head -1)
	works key create "$account" "nightly import" --expires-in-days 365
	other=$(grep -o 'dm_live_[0-9a-f]*' <<<"$said" | head -1)
	id=$(grep -o 'key_[0-9a-f-]*' <<<"$said" | head -1)
	local before after refused
	before="$(http "$key" /api/v1/usage) $(http "$other" /api/v1/usage)"
	works key list "$account"
	works key revoke "$id"
	refused=$(http "$other" /api/v1/usage)
	claim "an API key is exchanged: both are taken, the revoked one no more" "both: $before; then $refused, the other $(http "$key" /api/v1/usage)" \
		"docmill key create, then key revoke" test "$before $refused" = "200 200 401"
	works account set-plan "$account" Enterprise
	works account set-retention "$account" 90
	works account suspend "$account"
	after=$(http "$key" /api/v1/usage)
	works account resume "$account"
	claim "a suspended account's key is refused, and taken again afterwards" "$after, then $(http "$key" /api/v1/usage)" \
		"docmill account suspend, then resume" test "$after/$(http "$key" /api/v1/usage)" = 401/200 -o "$after/$(http "$key" /api/v1/usage)" = 403/200
	works user invite "$account" anna@nordlicht.example --role owner
	user=$(grep -o 'user_[0-9a-f-]*' <<<"$said" | head -1)
	local link
	link=$(grep -o 'http[^ ]*/welcome#[^ ]*' <<<"$said" || true)
	works user link "$user"
	claim "a person gets a link, and another one in its place" "$(cut -d'#' -f1 <<<"$link")#…" "docmill user invite, then user link" \
		test -n "$link" -a "$link" != "$(grep -o 'http[^ ]*/welcome#[^ ]*' <<<"$said" || true)"
	works user invite "$account" ben@nordlicht.example --role member
	works user list "$account"
	works user set-role ben@nordlicht.example owner
	works user remove "$user"
	works account audit "$account" --last 100
	claim "every command of the manual's section goes through" "$tried run, failed: ${failed[*]:-none}; the audit has $(grep -c . <<<"$said") lines" \
		"docmill account, key and user" test "${#failed[@]}" = 0
}

# nats USER PASSWORD [SUBJECT TEXT]: what NATS says to them, after a message maybe.
nats() {
	# shellcheck disable=SC2016 # the inner shell expands them
	in_machine nsenter --target "$(pid nats)" --net timeout 5 bash -c '
		exec 3<>/dev/tcp/127.0.0.1/4222
		read -r -u 3 _
		printf "CONNECT {\"verbose\":false,\"pedantic\":false,\"user\":\"%s\",\"pass\":\"%s\"}\r\n" "$1" "$2" >&3
		[[ $# -lt 4 ]] || printf "PUB %s %d\r\n%s\r\n" "$3" "${#4}" "$4" >&3
		printf "PING\r\n" >&3
		read -r -u 3 answer
		echo "${answer%$'"'\r'"'}"' sh "$@" || true
}

letters() { operator deadletter list --json; }
number() { grep -o '"number": *[0-9]*' | grep -o '[0-9]*$' | tail -1; }
letter_waits() { # until one is there
	for _ in {1..60}; do
		[[ -z $(letters) ]] || return 0
		sleep 1
	done
}

dead_letters() {
	section "Dead letters"
	local first second status=0
	nats extractor "$(get_env DOCMILL_NATS_EXTRACTOR_PASSWORD)" docmill.result.damaged '{"this is no result' >>"$compose_log"
	letter_waits
	first=$(letters | number)
	claim "a message that nobody can use becomes a dead letter" "$(operator deadletter list | tail -1 | tr -s ' ')" "docmill deadletter list" test -n "$first"
	claim "it is shown with what it holds" "$(operator deadletter show "$first" | tail -1)" "docmill deadletter show $first" \
		grep -qF 'this is no result' <<<"$(operator deadletter show "$first")"
	doctor || status=$?
	claim "\`docmill doctor\` points at it" "$(diagnosis)" "docker compose run --rm provision doctor" \
		test "$status" = 1 -a "$(grep -c '^act *letters' "$out/doctor.txt")" = 1
	quietly operator deadletter retry "$first"
	sleep 3
	letter_waits
	second=$(letters | number)
	claim "put back it is tried again, and comes back under another number while nobody can use it" "$first, then ${second:-none}" \
		"docmill deadletter retry $first" test -n "$second" -a "$second" != "$first"
	quietly operator deadletter drop "$second" --yes
	claim "dropped it is gone" "$(operator deadletter list)" "docmill deadletter drop $second --yes" test -z "$(letters)"
	content "after it was dropped"
}

signs_in() { # ROLE PASSWORD, over the network as services do
	compose exec -T -e PGPASSWORD="$2" postgres psql -h 127.0.0.1 -U "$1" -d docmill -Atc 'SELECT 1' >/dev/null 2>&1
}

database_passwords() {
	section "Exchanging secrets"
	local service variable before refused=0
	under_load
	sleep 5
	for service in auth quota notifier gateway; do
		variable=DOCMILL_${service^^}_DATABASE_PASSWORD
		before=$(get_env "$variable")
		set_env "$variable" "second-$service-database"
		quietly operator provision
		if [[ $service == gateway ]]; then anew_gateways; else anew "$service"; fi
		signs_in "docmill_$service" "second-$service-database" && ! signs_in "docmill_$service" "$before" && refused=$((refused + 1))
	done
	end_load procedures-database
	claim "the four database passwords under load: every accepted document ends, its file is there" "$(seen); answers $(codes)" \
		"docker compose run --rm provision, then the service anew, of each" later
	claim "the passwords before are refused" "$refused of 4" "psql with each" test "$refused" = 4
}

owner_password() {
	local before status=0
	before=$(get_env POSTGRES_PASSWORD)
	under_load
	sleep 5
	quietly compose exec -T postgres psql -U docmill -d docmill -c "ALTER ROLE docmill PASSWORD 'second-owner'"
	set_env POSTGRES_PASSWORD second-owner
	quietly operator provision || status=$?
	sleep 5
	end_load procedures-owner
	claim "the owner's password under load: nobody notices" "$(seen)" "ALTER ROLE docmill PASSWORD …, then provision" unnoticed
	claim "provision signs in with it, and not with the one before" "provision ends with status $status" "docker compose run --rm --no-deps provision" \
		test "$status" = 0 -a "$(signs_in docmill "$before" && echo open)" = ""
	# The variable is the server's as well. An `up` of everything would stop all that
	# depends on it, too.
	under_load
	sleep 5
	up --no-deps --wait postgres
	sleep 5
	end_load procedures-owner-up
	claim "PostgreSQL's container, which has the variable, too, made anew by itself: clients come back" "$(seen); answers $(codes)" \
		"docker compose up -d --no-deps --wait postgres" later
}

nats_passwords() {
	local user variable before wrong=()
	declare -A before
	for user in auth extractor gateway notifier operator quota subscriber; do
		variable=DOCMILL_NATS_${user^^}_PASSWORD
		before[$user]=$(get_env "$variable")
		set_env "$variable" "second-$user-nats"
	done
	under_load
	sleep 5
	up --no-deps --wait nats
	anew auth quota notifier
	anew extractor
	anew_gateways
	sleep 5
	end_load procedures-nats
	claim "the seven passwords of NATS under load: clients come back, every accepted document ends" "$(seen); answers $(codes)" \
		"docker compose up -d --no-deps --wait nats, then all services anew" later
	for user in "${!before[@]}"; do
		[[ $(nats "$user" "second-$user-nats") == PONG && $(nats "$user" "${before[$user]}") == *"Authorization Violation"* ]] || wrong+=("$user")
	done
	claim "the new ones are taken and the ones before refused, the subscriber's too" "${#before[@]} tried, otherwise: ${wrong[*]:-none}" \
		"CONNECT with each" test "${#wrong[@]}" = 0
}

store_key() {
	set_env DOCMILL_S3_ACCESS_KEY second-s3-access
	set_env DOCMILL_S3_SECRET_KEY second-s3-secret
	under_load
	sleep 5
	up --no-deps --wait versitygw
	anew_gateways
	sleep 5
	end_load procedures-store-key
	claim "the object store's one key under load: uploads come back, every accepted document ends" "$(seen); answers $(codes)" \
		"docker compose up -d --no-deps --wait versitygw, then the gateways anew" later
}

store_account() { # COMMAND ARGUMENTS...: of the store's accounts, as its root
	quietly compose exec -T versitygw /app/versitygw admin --access "$store_root" --secret "$store_root_secret" \
		--endpoint-url http://127.0.0.1:9000 "$@"
}

# With a store that knows several: what runs with the first key goes on until it ends.
store_two_keys() {
	local store_root store_root_secret before after
	store_root=$(get_env DOCMILL_S3_ACCESS_KEY) store_root_secret=$(get_env DOCMILL_S3_SECRET_KEY)
	store_account create-user --access first-key --secret first-key-secret --role admin
	store_account create-user --access second-key --secret second-key-secret --role admin
	key_of_gateways first-key first-key-secret
	under_load
	sleep 5
	key_of_gateways second-key second-key-secret
	sleep 45 # twice DOCMILL_WORK_DEADLINE and a lease, of store.yml
	before=$(store_answers first-key)
	store_account delete-user --access first-key
	after=$(store_answers first-key)
	sleep 5
	end_load procedures-store-two-keys
	claim "the object store's key under load, of a store that has two: nobody notices" "$(seen)" \
		"a second key, the gateways anew with it, a wait, the first removed" unnoticed
	key_of_gateways "$store_root" "$store_root_secret"
	claim "the first key is refused" "status $before, then $after" "docmill objects copy with it" test "$before" = 0 -a "$after" != 0
}

# The store's container is not made anew and keeps the key that it was started with.
key_of_gateways() {
	set_env DOCMILL_S3_ACCESS_KEY "$1"
	set_env DOCMILL_S3_SECRET_KEY "$2"
	anew_gateways
}

store_answers() { # KEY: the exit status of a copy with it into a bucket that is nobody's
	local status=0
	quietly operator objects copy --s3-access-key "$1" --s3-secret-key "$1-secret" \
		--to-s3-endpoint otherstore:9000 --to-s3-access-key other-access --to-s3-secret-key other-secret --to-s3-bucket tried || status=$?
	echo "$status"
}

secret_key() {
	local first=change-me-secret-key-of-the-installation-0000 second=second-secret-key-of-the-installation-0000 unused
	unused=$(operator account create "not used meanwhile" --plan Pro | grep -o 'dm_live_[0-9a-f]*')
	under_load
	sleep 5
	set_env DOCMILL_SECOND_SECRET_KEY "$second"
	anew auth
	set_env DOCMILL_SECRET_KEY "$second"
	set_env DOCMILL_SECOND_SECRET_KEY "$first"
	anew auth
	quietly operator provision
	sleep 15 # each key is used, as a gateway asks for it again after seconds
	extract "$url" >/dev/null
	set_env DOCMILL_SECOND_SECRET_KEY ""
	anew auth
	sleep 8
	end_load procedures-secret
	claim "\`DOCMILL_SECRET_KEY\` in three rollouts under load: nobody notices" "$(seen)" \
		"DOCMILL_SECOND_SECRET_KEY, exchanged, without; auth anew each time" unnoticed
	claim "a key that was used works under the new secret, one that was not is refused" "$(http "$api_key" /api/v1/usage), $(http "$unused" /api/v1/usage)" \
		"GET /api/v1/usage with each" test "$(http "$api_key" /api/v1/usage)$(http "$unused" /api/v1/usage)" = 200401
	content "after every secret was exchanged"
}

# sign_in says where a browser without cookies ends.
sign_in() {
	rm -f "$state/cookies"
	in_network curl -sS -m 30 -L -c "$state/cookies" -b "$state/cookies" -o /dev/null -w '%{http_code} %{url_effective}' "$url/sign-in/oidc?next=/keys"
}

# The provider is told of the second secret first, and forgets the first one last.
oidc_secret() {
	local issuer answers=() provider
	issuer=$(get_env DOCMILL_FRONT_GATEWAY):9400
	echo first-secret >"$state/oidc"
	nsenter --target "$(cat "$state/pid")" --net -- "$programs/provider" "$issuer" anna@nordlicht.example "$state/oidc" >>"$compose_log" 2>&1 &
	provider=$!
	set_env DOCMILL_PUBLIC_URL "$url"
	set_env DOCMILL_OIDC_ISSUER "http://$issuer"
	set_env DOCMILL_OIDC_CLIENT_ID docmill
	set_env DOCMILL_OIDC_CLIENT_SECRET first-secret
	set_env DOCMILL_OIDC_DOMAINS nordlicht.example
	anew auth
	anew_gateways
	answers+=("$(sign_in)")
	under_load
	sleep 3
	printf '%s\n' first-secret second-secret >"$state/oidc"
	answers+=("$(sign_in)")
	set_env DOCMILL_OIDC_CLIENT_SECRET second-secret
	anew_gateways
	answers+=("$(sign_in)")
	echo second-secret >"$state/oidc"
	answers+=("$(sign_in)")
	sleep 3
	end_load procedures-oidc
	kill "$provider"
	set_env DOCMILL_OIDC_ISSUER ""
	anew_gateways
	claim "the client's secret of OpenID Connect under load: people sign in before, with both and with the new one alone" \
		"$(printf '%s; ' "${answers[@]}")$(seen)" "a second secret at the provider, the gateways anew, the first removed" \
		test "$(printf '%s\n' "${answers[@]}" | sort | uniq -c | tr -s ' ')" = " 4 200 $url/keys" -a "$(unnoticed && echo unnoticed)" = unnoticed
}

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
roles_sql() { awk '/^   ```sql$/ {on = 1; next} /^   ```$/ {on = 0} on' docs/OPERATIONS.md; }

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

authority() { # NAME
	openssl req -x509 -newkey rsa:2048 -nodes -days 30 -keyout "$state/tls/$1.key" -out "$state/tls/$1.crt" -subj "/CN=$1" 2>/dev/null
}

# certificate AUTHORITY, for all servers and what the services show NATS. Files are
# put in their place whole, as nobody may read half of one.
certificate() {
	local folder=$state/tls
	openssl req -newkey rsa:2048 -nodes -keyout "$folder/new.key" -out "$folder/new.csr" -subj /CN=docmill 2>/dev/null
	openssl x509 -req -in "$folder/new.csr" -CA "$folder/$1.crt" -CAkey "$folder/$1.key" -CAcreateserial -days 20 -out "$folder/new.crt" \
		-extfile <(echo "subjectAltName=DNS:nats,DNS:postgres,DNS:objectstore,DNS:localhost,IP:127.0.0.1") 2>/dev/null
	install -m 0600 -o 999 -g 999 "$folder/new.key" "$folder/postgres.new"
	chmod 0644 "$folder/new.key" # of an installation that lasts for minutes
	mv "$folder/postgres.new" "$folder/postgres.key"
	mv "$folder/new.key" "$folder/tls.key"
	mv "$folder/new.crt" "$folder/tls.crt"
}

trust() { # AUTHORITIES...
	local name
	for name in "$@"; do cat "$state/tls/$name.crt"; done >"$state/tls/ca.new"
	mv "$state/tls/ca.new" "$state/tls/ca.crt"
}

# What the public port shows, and the file: issuer or fingerprint.
served() { echo | in_network openssl s_client -connect 127.0.0.1:8080 2>/dev/null | openssl x509 -noout "-$1" | sed 's/.*= *//'; }
filed() { openssl x509 -noout "-$1" -in "$state/tls/tls.crt" | sed 's/.*= *//'; }

# Servers do not look for new files by themselves.
reload_servers() {
	quietly compose kill --signal HUP nats
	quietly compose exec -T postgres psql -U docmill -d docmill -c "SELECT pg_reload_conf()"
	up --no-deps --wait --force-recreate versitygw
}

certificates() {
	section "TLS and the exchange of certificates"
	stop
	mkdir -p "$state/tls"
	authority first
	authority second
	trust first
	certificate first
	cat "$state/tls/first.crt" "$state/tls/second.crt" >"$state/tls/clients.pem"
	{
		cat deploy/compose/nats.conf
		echo 'tls {cert_file: /run/tls/tls.crt, key_file: /run/tls/tls.key, ca_file: /run/tls/ca.crt, verify: true}'
	} >"$state/tls/nats.conf"
	new_project versitygw
	echo DOCMILL_TLS_FOLDER=/var/verify/tls >>"$state/compose.env"
	files=(-f docker-compose.yml -f deploy/verify/compose/tls.yml)
	local status=0 record plain secure=https://127.0.0.1:8080
	export CURL_CA_BUNDLE=$state/tls/clients.pem SSL_CERT_FILE=$state/tls/clients.pem
	seconds up --wait || status=$?
	record=$(extract "$secure")
	claim "TLS everywhere: everything is healthy and an invoice is read" "after $took s, $(grep -o '"status":"[a-z]*"' <<<"$record" | head -1)" \
		"docker compose -f docker-compose.yml -f deploy/verify/compose/tls.yml up -d --wait" test "$status" = 0 -a -n "$(grep -o '"status":"completed"' <<<"$record")"
	plain=$(nats operator "$(get_env DOCMILL_NATS_OPERATOR_PASSWORD)")
	claim "NATS takes nobody in the clear" "${plain:-nothing}" "CONNECT without TLS" test "$plain" != PONG
	make_accounts
	begin_load -url "$secure" -files
	sleep 3
	certificate first
	for _ in {1..20}; do
		sleep 1
		[[ $(served fingerprint) == "$(filed fingerprint)" ]] && break
	done
	reload_servers
	sleep 3
	end_load procedures-certificate
	claim "a renewed certificate under load: the public port shows it, every accepted document ends" "the file's: $([[ $(served fingerprint) == "$(filed fingerprint)" ]] && echo yes || echo no); $(seen); answers $(codes)" \
		"new files; HUP to nats-server, pg_reload_conf(), the object store anew" test "$(served fingerprint)" = "$(filed fingerprint)" -a "$(later && echo kept)" = kept
	begin_load -url "$secure" -files
	sleep 3
	trust first second
	reload_servers
	anew "${services[@]}"
	up --no-deps --wait --force-recreate gateway
	certificate second
	reload_servers
	trust second
	quietly compose kill --signal HUP nats
	anew "${services[@]}"
	up --no-deps --wait --force-recreate gateway
	sleep 5
	end_load procedures-authority
	claim "a new authority under load: clients come back, every accepted document ends" "the port shows one of $(served issuer); $(seen); answers $(codes)" \
		"both in the file, then the certificates, then the new one alone; all services anew after the first and the last" test "$(served issuer)" = second -a "$(all_kept && echo kept)" = kept
	unset CURL_CA_BUNDLE SSL_CERT_FILE
	stop
	files=(-f docker-compose.yml)
}

# The override file of the manual's section, word for word.
webhooks_yml() { awk '/^services:$/ {block = ""} {block = block $0 "\n"} /^```$/ {if (block ~ /DOCMILL_WEBHOOKS_ENABLED: "true"/) {sub(/```\n$/, "", block); printf "%s", block; exit}}' docs/OPERATIONS.md; }

webhook() { # METHOD PATH [FLAGS...]: status and answer
	in_network curl -sS -m 30 -X "$1" -H "X-API-Key: $api_key" -w ' %{http_code}' "${@:3}" "$url/api/webhooks/notifications$2"
}

webhooks() {
	section "Webhooks switched on and off"
	local off on made id secret rotated status=0 with=("${files[@]}")
	off=$(webhook POST "" -H 'Content-Type: application/json' -d '{"url":"https://example.com/hooks","events":["extraction.completed"]}')
	webhooks_yml >"$state/webhooks.yml"
	files+=(-f /var/verify/webhooks.yml)
	up --wait
	made=$(webhook POST "" -H 'Content-Type: application/json' -d '{"url":"https://example.com/hooks","events":["extraction.completed"]}')
	id=$(grep -oE '"id": *"[^"]*"' <<<"$made" | head -1 | cut -d'"' -f4)
	secret=$(grep -oE 'whsec_[^"]*' <<<"$made")
	claim "switched on, a webhook is taken, which was refused before" "${off##* }, then ${made##* }" "the override file of the manual, docker compose up -d --wait" 		test "${off##* }/${made##* }" = 501/201
	rotated=$(webhook POST "/$id/secret")
	on=$(grep -oE 'whsec_[^"]*' <<<"$rotated")
	claim "its owner exchanges its secret" "status ${rotated##* }, another one" "POST /api/webhooks/notifications/ID/secret" test -n "$on" -a -n "$secret" -a "$on" != "$secret"
	extract "$url" >/dev/null
	doctor || status=$?
	claim "\`docmill doctor\` is content" "$(diagnosis)" "docker compose run --rm provision doctor" test "$status" = 0
	files=("${with[@]}")
	up --wait
	off=$(webhook POST "" -H 'Content-Type: application/json' -d '{"url":"https://example.com/hooks","events":["extraction.completed"]}')
	claim "switched off none is taken, and the one from before can be removed" "${off##* }, $(webhook DELETE "?id=$id" | tr -d ' ')" "docker compose up -d --wait without the file" test "${off##* }" = 501
}

# asked PATH: what Prometheus answers.
asked() { compose exec -T prometheus wget -q -O - "http://127.0.0.1:9090/api/v1/$1" 2>>"$compose_log" || true; }
count() { grep -o "$1" <<<"$2" | wc -l; }

# Of the profile, Prometheus alone: for Grafana, Tempo and the collector there are no images.
monitoring() {
	section "Monitoring"
	local with=("${files[@]}") status=0 targets rules scraped=() job alerts
	files+=(-f deploy/compose/observability.yml)
	up --wait || status=$?
	up --no-deps --wait prometheus || status=$?
	for _ in {1..60}; do
		targets=$(asked targets)
		[[ $(count '"health":"up"' "$targets") -lt 6 ]] || break
		sleep 1
	done
	for job in gateway auth quota notifier extractor; do
		[[ $targets == *"\"job\":\"$job\""* ]] && scraped+=("$job")
	done
	claim "Prometheus of the profile scrapes every service" "${scraped[*]}; $(count '"health":"up"' "$targets") targets up, $(count '"health":"down"' "$targets") down" \
		"docker compose -f docker-compose.yml -f deploy/compose/observability.yml up -d --wait prometheus" \
		test "$status" = 0 -a "${#scraped[@]}" = 5 -a "$(count '"health":"up"' "$targets")" -ge 6 -a "$(count '"health":"down"' "$targets")" = 0
	alerts=$(grep -c 'alert:' deploy/observability/rules/alerts.yml)
	for _ in {1..60}; do
		rules=$(asked 'rules?type=alert')
		[[ $(count '"health":"ok"' "$rules") != "$alerts" ]] || break
		sleep 1
	done
	claim "it loads and evaluates each alert" "$(count '"health":"ok"' "$rules") of $alerts" "GET /api/v1/rules?type=alert" test "$(count '"health":"ok"' "$rules")" = "$alerts"
	local alert missing=()
	while read -r alert; do
		grep -qx "## $alert" docs/runbook.md || missing+=("$alert")
	done < <(grep -o '"name":"Docmill[A-Za-z]*"' <<<"$rules" | cut -d'"' -f4 | sort -u)
	claim "the runbook has an entry for each" "without: ${missing[*]:-none}" "docs/runbook.md" test "${#missing[@]}" = 0 -a "$alerts" -gt 0
	quietly compose rm --stop --force prometheus
	files=("${with[@]}")
	up --wait
}

# release says which commit's image a service runs.
release() { docker inspect --format '{{index .Config.Labels "org.opencontainers.image.revision"}}' "$(compose ps --quiet "$1" | head -1)"; }

# roll_out TAG, the services as they start after one another.
roll_out() {
	set_env DOCMILL_TAG "$1"
	[[ $1 == former ]] || quietly operator provision
	anew auth quota notifier
	anew_gateways
	anew extractor
}

# From empty volumes, so that there is something to migrate.
releases() {
	section "Upgrade and roll back"
	"$verify/former.sh" >"$out/former.log" 2>&1
	stop
	new_project versitygw,second-gateway
	set_env DOCMILL_TAG former
	up --wait
	make_accounts
	local former before
	former=$(release gateway)
	before=$(upload -H 'Prefer: wait=60')
	under_load
	sleep 5
	seconds roll_out dev
	sleep 5
	end_load procedures-upgrade
	claim "upgraded from the release before, under load: nobody notices" "${former:0:12} to $(release gateway) in $took s; $(seen)" 		"DOCMILL_TAG, provision, each service anew" unnoticed
	content "after the upgrade"
	under_load
	sleep 5
	seconds roll_out former
	sleep 5
	end_load procedures-roll-back
	claim "rolled back under load, the database as the newer one left it: nobody notices" "to $(release gateway | cut -c 1-12) in $took s; $(seen)" 		"DOCMILL_TAG, each service anew" unnoticed
	claim "what the release before had read is there, after both" "$(status "$before"), its file $(http "$api_key" "/api/v1/documents/$before/file")" 		"GET /api/v1/documents/ID" test "$(status "$before") $(http "$api_key" "/api/v1/documents/$before/file")" = "completed 200"
}

# Without arguments everything; with names of steps those, of a project that `start` has started.
steps=("$@")
if [[ ${#steps[@]} == 0 ]]; then
	steps=(start people dead_letters webhooks monitoring database_passwords owner_password nats_passwords store_key oidc_secret secret_key store_two_keys move_store backup one_process certificates releases)
	trap 'abandon_load; end_proxy; stop' EXIT
else
	trap abandon_load EXIT
fi
for step in "${steps[@]}"; do "$step"; done
