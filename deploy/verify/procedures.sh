#!/usr/bin/env bash
# Does with the compose file what docs/operate and docs/deploy tells operators to do, one
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
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/exchange.sh"
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/restore.sh"
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

# The override file of the manual's section, word for word.
webhooks_yml() { awk '/^services:$/ {block = ""} {block = block $0 "\n"} /^```$/ {if (block ~ /DOCMILL_WEBHOOKS_ENABLED: "true"/) {sub(/```\n$/, "", block); printf "%s", block; exit}}' docs/operate/webhooks.md; }

webhook() { # METHOD PATH [FLAGS...]: status and answer
	in_network curl -sS -m 30 -X "$1" -H "X-API-Key: $api_key" -w ' %{http_code}' "${@:3}" "$url/api/webhooks/notifications$2"
}

make_webhook() {
	webhook POST "" -H 'Content-Type: application/json' -d '{"url":"https://example.com/hooks","events":["extraction.completed"]}'
}

webhooks() {
	section "Webhooks switched on and off"
	local off on made id secret rotated with=("${files[@]}")
	off=$(make_webhook)
	webhooks_yml >"$state/webhooks.yml"
	files+=(-f /var/verify/webhooks.yml)
	up --wait
	made=$(make_webhook)
	id=$(grep -oE '"id": *"[^"]*"' <<<"$made" | head -1 | cut -d'"' -f4)
	secret=$(grep -oE 'whsec_[^"]*' <<<"$made")
	claim "switched on, a webhook is taken, which was refused before" "${off##* }, then ${made##* }" "the override file of the manual, docker compose up -d --wait" test "${off##* }/${made##* }" = 501/201
	rotated=$(webhook POST "/$id/secret")
	on=$(grep -oE 'whsec_[^"]*' <<<"$rotated")
	claim "its owner exchanges its secret" "status ${rotated##* }, another one" "POST /api/webhooks/notifications/ID/secret" test -n "$on" -a -n "$secret" -a "$on" != "$secret"
	extract "$url" >/dev/null
	content "while they are on"
	files=("${with[@]}")
	up --wait
	off=$(make_webhook)
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
	claim "upgraded from the release before, under load: nobody notices" "${former:0:12} to $(release gateway) in $took s; $(seen)" "DOCMILL_TAG, provision, each service anew" unnoticed
	content "after the upgrade"
	under_load
	sleep 5
	seconds roll_out former
	sleep 5
	end_load procedures-roll-back
	claim "rolled back under load, the database as the newer one left it: nobody notices" "to $(release gateway | cut -c 1-12) in $took s; $(seen)" "DOCMILL_TAG, each service anew" unnoticed
	claim "what the release before had read is there, after both" "$(status "$before"), its file $(http "$api_key" "/api/v1/documents/$before/file")" "GET /api/v1/documents/ID" test "$(status "$before") $(http "$api_key" "/api/v1/documents/$before/file")" = "completed 200"
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
