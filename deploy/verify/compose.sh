#!/usr/bin/env bash
# Runs docker-compose.yml on the engine of engine.sh, with the images of `make
# images`, and writes what it finds into the report.
#
#   compose.sh [STEP...]
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/settings.sh"
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/report.sh"
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/project.sh"
cd "$source"

declare -A limits=([gateway]=25 [auth]=25 [quota]=25 [notifier]=25 [docmill]=40 [extractor]=120)
sizes() {
	section "Images"
	local service bytes packed
	for service in gateway auth quota notifier docmill extractor; do
		bytes=$(docker image inspect --format '{{.Size}}' "docmill/$service:dev")
		packed=$(docker save "docmill/$service:dev" | gzip -c | wc -c)
		claim "\`docmill/$service\` is at most ${limits[$service]} MB in a registry" \
			"$(awk -v p="$packed" -v b="$bytes" 'BEGIN {printf "%.1f MB, unpacked %.1f MB", p / 1e6, b / 1e6}')" \
			"docker save docmill/$service:dev | gzip" at_most "$packed" "${limits[$service]}000000"
	done
	local version label
	version=$(docker run --rm docmill/gateway:dev --version)
	label=$(docker image inspect --format '{{index .Config.Labels "org.opencontainers.image.revision"}}' docmill/gateway:dev)
	claim "an image's program and its label name the same commit" "$version; label $label" \
		"docker run --rm docmill/gateway:dev --version" grep -qF "(${label:-none}," <<<"$version"
}

start() {
	section "Compose"
	new_project versitygw # the node has MinIO
	local status=0 record
	seconds up --wait || status=$?
	claim "everything is healthy" "after $took s" "docker compose up -d --wait" test "$status" = 0
	record=$(extract "$url")
	claim "an invoice is read" "$(grep -o '"status":"[a-z]*"' <<<"$record" | head -1)" \
		"curl -F file=@examples/invoice.pdf $url/api/v1/extract" completed "$record"
	# Made documents with numbers of their own, which the answers have to say.
	status=0
	docker run --rm --network host -e DOCMILL_URL="$url" -e DOCMILL_API_KEY="$api_key" docmill/docmill:dev \
		bench --mix text --requests 10 --workers 1 --warm-up 0s >"$out/compose-bench.txt" 2>&1 || status=$?
	claim "ten made invoices are read, each with its number" "$(grep -m1 -E '^text ' "$out/compose-bench.txt" || true)" \
		"docmill bench --mix text --requests 10 --workers 1 --warm-up 0s" test "$status $(awk '$1 == "text" {print $2; exit}' "$out/compose-bench.txt")" = "0 10"
}

accounts() {
	make_accounts
	claim "accounts are made by the container \`provision\`" "$(wc -l <"$keys") keys" \
		"docker compose run --rm provision account create NAME --plan Enterprise" test "$(wc -l <"$keys")" = 8
}

# While the gateways are made anew one after the other, a proxy finds one of them.
second_gateway() {
	set_env COMPOSE_PROFILES versitygw,second-gateway
	up --wait
	begin_proxy
	begin_load -url "$proxy"
	sleep 5
	up --no-deps --wait --force-recreate gateway
	up --no-deps --wait --force-recreate gateway-second
	end_load compose-gateways
	claim "both gateways made anew under load, through nginx: no request fails" "$(load_summary)" \
		"docker compose up -d --no-deps --wait gateway, then gateway-second" no_errors
	end_proxy
	set_env COMPOSE_PROFILES versitygw
	quietly compose rm --stop --force gateway-second
}

extractors() {
	set_env DOCMILL_EXTRACTORS 3
	up --wait
	up --wait
	claim "\`DOCMILL_EXTRACTORS=3\` holds after another \`up\`" "$(running extractor) run" "docker compose up -d --wait, twice" \
		test "$(running extractor)" = 3
	set_env DOCMILL_EXTRACTORS 1
	up --wait
}

walls() { in_machine nsenter --target "$(pid extractor)" --net curl -sS -m 5 http://127.0.0.1:9090/metrics | protections; }

sandbox() {
	local found
	found=$(walls)
	claim "under the engine's default seccomp profile four of the extractor's seven protections stand" "$found" \
		"curl http://127.0.0.1:9090/metrics in the extractor" grep -q '^4 of 7' <<<"$found"
	files+=(-f deploy/compose/sandbox-required.yml)
	up --wait
	found=$(walls)
	claim "under \`deploy/seccomp/extractor.json\` all seven stand" "$found" \
		"docker compose -f docker-compose.yml -f deploy/compose/sandbox-required.yml up -d --wait" grep -q '^7 of 7' <<<"$found"
	local record
	record=$(extract "$url")
	claim "and an invoice is read" "$(grep -o '"status":"[a-z]*"' <<<"$record" | head -1)" "the same" completed "$record"
}

# Every address of a service, as it has one on each of its networks.
addresses() {
	docker inspect --format '{{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}' "$(compose ps --quiet "$1" | head -1)"
}

reach() {
	local extractor address target open=()
	extractor=$(pid extractor)
	for target in gateway:8080 gateway:9090 auth:9090 quota:9090 notifier:9090 nats:8222 postgres:5432; do
		for address in $(addresses "${target%:*}"); do
			reaches "$extractor" "$address" "${target#*:}" && open+=("$target")
		done
	done
	reaches "$extractor" 1.1.1.1 443 && open+=(internet)
	claim "an extractor reaches no other service's port, no monitoring, no database, nothing outside" "reached: ${open[*]:-nothing}" \
		"connections from the extractor's network to every address" test "${#open[@]}" = 0
	local needed=()
	for target in nats:4222 versitygw:9000; do
		for address in $(addresses "${target%:*}"); do
			if reaches "$extractor" "$address" "${target#*:}"; then
				needed+=("$target")
				break
			fi
		done
	done
	claim "and what it needs" "reached: ${needed[*]}" "the same" test "${#needed[@]}" = 2
}

outage() {
	begin_load -url "$url"
	local service
	for service in nats postgres versitygw; do
		sleep 4
		quietly compose kill "$service"
		sleep 2
		up --no-deps --wait "$service"
	done
	end_load compose-outage
	claim "NATS, PostgreSQL and the object store killed under load: every accepted document ends" "$(load_summary)" \
		"docker compose kill, then up, of each" all_ended
}

# Without arguments everything; with names of steps those, of a project that `start` has started.
steps=("$@")
if [[ ${#steps[@]} == 0 ]]; then
	steps=(sizes start accounts second_gateway extractors sandbox reach outage)
	trap 'abandon_load; stop' EXIT
fi
for step in "${steps[@]}"; do "$step"; done
