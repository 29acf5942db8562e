#!/usr/bin/env bash
# Runs deploy/k8s on the node of node.sh, with the images of `make images`, and
# writes what it finds into the report.
#
#   kubernetes.sh [STEP...]
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/settings.sh"
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/report.sh"

overlays=$verify/overlays
services=(auth quota notifier gateway extractor)
dm() { kubectl -n docmill "$@"; }
log=$out/kubernetes.log
: >"$log"

rolled_out() { # with patience, as others may use the machine
	local service
	for service in "${services[@]}"; do
		dm rollout status "deployment/$service" --timeout=400s >>"$log" 2>&1 || return
	done
}

bring_up() { kubectl apply -k "$1" >>"$log" 2>&1 && rolled_out; }

address() { dm get service "$1" -o jsonpath='{.spec.clusterIP}'; }
pod_ip() { dm get pods -l "app.kubernetes.io/name=$1" --field-selector status.phase=Running -o jsonpath='{.items[0].status.podIP}'; }
restarts() { dm get pods -o jsonpath='{range .items[*]}{.status.containerStatuses[0].restartCount}{"\n"}{end}' | awk '{n += $1} END {print n + 0}'; }

# pid NAMESPACE POD: a process of the pod's container, whose network is the pod's.
pid() {
	local id
	id=$(kubectl -n "$1" get pod "$2" -o jsonpath='{.status.containerStatuses[0].containerID}')
	in_machine ctr --address /run/k8s/containerd.sock --namespace k8s.io tasks ls | awk -v id="${id#containerd://}" '$1 == id {print $2}'
}
pod() { dm get pods -l "app.kubernetes.io/name=$1" --field-selector status.phase=Running -o jsonpath='{.items[0].metadata.name}'; }

node() {
	section "Kubernetes node"
	local status=0
	seconds "$verify/node.sh" start >>"$log" 2>&1 || status=$?
	claim "a node with its control plane is ready" "$(kubectl get node node1 -o jsonpath='{.status.nodeInfo.kubeletVersion}, pods may have {.status.allocatable.cpu} processors and {.status.allocatable.memory}'), after $took s" \
		"deploy/verify/node.sh start" test "$status" = 0
	local images
	mapfile -t images < <(kubectl kustomize "$overlays/dev" | awk '$1 == "image:" {print $2}' | sort -u)
	"$verify/node.sh" load "${images[@]}"
	kubectl apply -f - <"$verify/node/probes.yaml" >>"$log" 2>&1
}

# Against an empty namespace: what is there already could not be changed everywhere.
production() {
	section "overlays/production, looked at by the API server"
	local status=0 objects taken
	"$verify/operators.sh" apply >>"$log" 2>&1 || status=$?
	claim "the API server takes the definitions of the operators' kinds" \
		"$(kubectl get crd -o jsonpath='{range .items[*]}{.spec.names.kind} {end}')" "deploy/verify/operators.sh apply" test "$status" = 0
	kubectl create namespace docmill --save-config >>"$log" 2>&1
	kubectl kustomize "$overlays/production" >"$out/production.yaml"
	objects=$(grep -c '^kind: ' "$out/production.yaml")
	kubectl apply --dry-run=server -f - <"$out/production.yaml" >"$out/production.txt" 2>&1 || true
	taken=$(grep -c 'server dry run' "$out/production.txt" || true)
	claim "every object is taken, those of operators by their operator's schema" \
		"$taken of $objects$(sed -n '/server dry run/!s/^/; /p' "$out/production.txt")" \
		"kubectl apply --dry-run=server -k deploy/verify/overlays/production" test "$taken" = "$objects" -a "$(grep -ciE '^(Warning|Error)' "$out/production.txt")" = 0
	local kind refused=0 kinds=0
	while read -r kind; do
		kinds=$((kinds + 1))
		planted "$kind" | kubectl apply --dry-run=server -f - >>"$log" 2>&1 || refused=$((refused + 1))
	done < <(kubectl get crd -o jsonpath='{range .items[*]}{.spec.names.kind}{"\n"}{end}')
	claim "and none where a member is added that the schema does not know" "$refused of $kinds kinds refused" \
		"the same, of each operator's kind one object with a member more" test "$refused" = "$kinds" -a "$kinds" -gt 0
}

# planted KIND: the first object of the kind with a member of its spec that nobody knows.
planted() {
	awk -v kind="$1" '
		function flush() { if (object ~ "\nkind: " kind "\n" && !done++) print object }
		/^---/ {flush(); object = "\n"; next}
		{object = object $0 "\n"}
		/^spec:/ {object = object "  unheardOf: true\n"}
		END {flush()}' "$out/production.yaml"
}

dev() {
	section "overlays/dev"
	local status=0 record
	seconds bring_up "$overlays/dev" || status=$?
	claim "it comes up on a node that gives pods two processors and 3.5 GiB" "after $took s, $(restarts) restarts" \
		"kubectl apply -k deploy/verify/overlays/dev" test "$status" = 0
	gateway=http://$(address gateway)
	record=$(extract "$gateway")
	claim "an invoice is read" "$(grep -o '"status":"[a-z]*"' <<<"$record" | head -1)" "curl -F file=@examples/invoice.pdf" \
		completed "$record"
	status=0
	kubectl apply -k "$overlays/dev" >"$state/again" 2>&1 || status=$?
	claim "applied again, with its Job still there" "$(grep -c unchanged "$state/again") objects unchanged" "the same again" test "$status" = 0
	status=0
	kubectl apply -k "$overlays/next-release" >>"$log" 2>&1 || status=$?
	dm wait --for=condition=complete --timeout=180s job/provision-verify-next >>"$log" 2>&1 || status=$?
	claim "the Job of another release runs beside the last one's" "$(dm get jobs -o name | tr '\n' ' ')" \
		"kubectl apply -k deploy/verify/overlays/next-release" test "$status" = 0
	rolled_out
}

accounts() {
	docmill_program
	: >"$keys"
	local n
	for n in {1..8}; do
		in_machine env DOCMILL_NATS_URL="nats://$(address nats):4222" DOCMILL_NATS_PASSWORD=dev-operator-nats \
			/var/verify/docmill account create "account $n" --plan Enterprise 2>>"$log" | grep -o 'dm_live_[0-9a-f]*' >>"$keys"
	done
	claim "accounts are made by \`docmill account create\`" "$(wc -l <"$keys") keys" "docmill account create NAME" \
		test "$(wc -l <"$keys")" = 8
}

# The manual's commands, word for word, with another path of the program.
operator() {
	local made=0
	awk '/^kubectl -n docmill port-forward/ {on = 1} /^```$/ {on = 0} on' "$source/docs/deploy/kubernetes.md" |
		sed 's|bin/docmill|/var/verify/docmill|; s|4222 &$|4222 >/dev/null 2>\&1 \&\ntrap "kill $!" EXIT; sleep 3|' |
		in_machine env KUBECONFIG=/k8s/admin.conf bash -s >"$state/operator" 2>>"$log" || made=$?
	claim "an operator reaches NATS from a terminal" "$(grep -c 'dm_live_' "$state/operator") key, status $made" \
		"kubectl -n docmill port-forward service/nats 4222; docmill account create" grep -q dm_live_ "$state/operator"
}

provision_again() {
	local status=0
	dm delete job -l app.kubernetes.io/name=provision >>"$log" 2>&1
	kubectl apply -k "$overlays/dev" >>"$log" 2>&1
	dm wait --for=condition=complete --timeout=180s job -l app.kubernetes.io/name=provision >>"$log" 2>&1 || status=$?
	claim "provisioned again within a release" "$(dm get jobs -o jsonpath='{range .items[*]}{.metadata.name} succeeded {.status.succeeded} {end}')" \
		"kubectl -n docmill delete job -l app.kubernetes.io/name=provision; kubectl apply -k OVERLAY" test "$status" = 0
}

# connects FROM TO ADDRESS PORT yes|no, for the two claims of `policies`.
connects() {
	local open=no
	reaches "$1" "$3" "$4" && open=yes
	tried=$((tried + 1))
	[[ $open == "$5" ]] || wrong+=("$2: $open")
}

policies() {
	section "Network policies"
	local tried=0 wrong=() from other watcher
	sleep 3
	from=$(pid docmill "$(pod extractor)")
	connects "$from" "extractor to nats:4222" "$(pod_ip nats)" 4222 yes
	connects "$from" "extractor to the service nats" "$(address nats)" 4222 yes
	connects "$from" "extractor to objectstore:9000" "$(pod_ip objectstore)" 9000 yes
	connects "$from" "extractor to nats:8222" "$(pod_ip nats)" 8222 no
	connects "$from" "extractor to postgres:5432" "$(pod_ip postgres)" 5432 no
	connects "$from" "extractor to gateway:8080" "$(pod_ip gateway)" 8080 no
	local service
	for service in gateway auth quota notifier; do
		connects "$from" "extractor to $service:9090" "$(pod_ip "$service")" 9090 no
	done
	connects "$from" "extractor to the API server" 10.96.0.1 443 no
	connects "$from" "extractor to the node's kubelet" 10.0.2.100 10250 no
	connects "$from" "extractor to the internet" 1.1.1.1 443 no
	from=$(pid docmill "$(pod gateway)")
	connects "$from" "gateway to postgres:5432" "$(pod_ip postgres)" 5432 yes
	connects "$from" "gateway to auth:9090" "$(pod_ip auth)" 9090 no
	connects "$from" "gateway to the internet" 1.1.1.1 443 no
	from=$(pid docmill "$(pod auth)")
	connects "$from" "auth to postgres:5432" "$(pod_ip postgres)" 5432 yes
	connects "$from" "auth to objectstore:9000" "$(pod_ip objectstore)" 9000 no
	other=$(pid default probe)
	connects "$other" "another namespace to gateway:8080" "$(pod_ip gateway)" 8080 yes
	connects "$other" "another namespace to gateway:9090" "$(pod_ip gateway)" 9090 no
	connects "$other" "another namespace to nats:4222" "$(pod_ip nats)" 4222 no
	connects "$other" "another namespace to postgres:5432" "$(pod_ip postgres)" 5432 no
	watcher=$(pid monitoring probe)
	connects "$watcher" "monitoring to extractor:9090" "$(pod_ip extractor)" 9090 yes
	connects "$watcher" "monitoring to nats:4222" "$(pod_ip nats)" 4222 no
	claim "what is allowed is reached and nothing else, enforced by \`deploy/verify/probes/policies\` with nftables" \
		"$tried connections tried; otherwise than expected: ${wrong[*]:-none}" "connections from the pods' networks" test "${#wrong[@]}" = 0
}

rolling_restart() {
	section "Changes and losses under load"
	begin_load -url "$gateway"
	local status=0
	sleep 3
	dm rollout restart deployment >>"$log" 2>&1
	rolled_out || status=$?
	end_load kubernetes-rolling
	claim "all five restarted under load, one replica each: no request fails" "$(load_summary)" \
		"kubectl -n docmill rollout restart deployment" no_errors
	claim "and all are rolled out" "status $status" "kubectl -n docmill rollout status" test "$status" = 0
}

outages() {
	begin_load -url "$gateway"
	local server
	for server in nats postgres objectstore; do
		sleep 4
		dm delete pod "$server-0" --grace-period=0 --force >>"$log" 2>&1
		dm rollout status "statefulset/$server" --timeout=180s >>"$log" 2>&1
	done
	end_load kubernetes-outages
	claim "NATS, PostgreSQL and the object store killed under load: every accepted document ends" "$(load_summary)" \
		"kubectl delete pod --grace-period=0 --force of each" all_ended
}

wrong_password() {
	local status=0 record ready service
	for service in auth quota; do
		dm set env "deployment/$service" "DOCMILL_DATABASE_URL=postgres://docmill_$service:wrong@postgres:5432/docmill?sslmode=disable" >>"$log" 2>&1
	done
	for service in auth quota; do
		status=0
		dm rollout status "deployment/$service" --timeout=40s >>"$log" 2>&1 || status=$?
		ready=$(dm get pods -l "app.kubernetes.io/name=$service" -o jsonpath='{range .items[*]}{.status.containerStatuses[0].ready} {end}')
		claim "\`$service\` with a wrong database password never gets ready, the old replica stays" "ready: $ready" \
			"kubectl -n docmill set env deployment/$service DOCMILL_DATABASE_URL=…" test "$status" != 0
	done
	record=$(extract "$gateway")
	claim "and documents are read meanwhile" "$(grep -o '"status":"[a-z]*"' <<<"$record" | head -1)" "curl -F file=@examples/invoice.pdf" completed "$record"
	dm rollout undo deployment/auth >>"$log" 2>&1
	dm rollout undo deployment/quota >>"$log" 2>&1
	rolled_out
}

walls() { in_network curl -sS -m 5 "http://$(pod_ip extractor):9090/metrics" | protections; }

sandbox() {
	section "The extractor's protections"
	local found record
	found=$(walls)
	claim "under the runtime's default seccomp profile four of seven stand" "$found" "curl http://POD:9090/metrics" grep -q '^4 of 7' <<<"$found"
	kubectl apply -k "$overlays/sandbox" >>"$log" 2>&1
	rolled_out
	sleep 2
	found=$(walls)
	claim "under \`deploy/seccomp/extractor.json\`, with \`components/sandbox-required\`, all seven stand" "$found" \
		"kubectl apply -k deploy/verify/overlays/sandbox" grep -q '^7 of 7' <<<"$found"
	record=$(extract "$gateway")
	claim "and an invoice is read" "$(grep -o '"status":"[a-z]*"' <<<"$record" | head -1)" "curl -F file=@examples/invoice.pdf" completed "$record"
}

# One node: what is evicted has nowhere to go until it is open again.
drain() {
	section "Drain"
	begin_load -url "$gateway" -patience 5m
	local status=0
	sleep 5
	seconds kubectl drain node1 --ignore-daemonsets --delete-emptydir-data --force --timeout=150s >>"$log" 2>&1 || status=$?
	kubectl uncordon node1 >>"$log" 2>&1
	claim "no disruption budget blocks a drain of the node" "empty after $took s" "kubectl drain node1" test "$status" = 0
	end_load kubernetes-drain
	rolled_out
	claim "everything comes back and every accepted document ends" "$(load_summary)" "kubectl uncordon node1" all_ended
	kubectl apply -f - <"$verify/node/probes.yaml" >>"$log" 2>&1
}

# empty begins with nothing, so that there is something to migrate and to elect.
empty() {
	kubectl delete namespace docmill --timeout=180s >>"$log" 2>&1
	kubectl get pv -o name | in_machine xargs kubectl --kubeconfig /k8s/admin.conf delete >>"$log" 2>&1
	rm -rf "${machine:?}/k8s/volumes"
	local n
	for n in {1..6}; do
		mkdir -p "$machine/k8s/volumes/$n"
		sed "s/NUMBER/$n/" "$verify/node/volume.yaml"
	done | kubectl apply -f - >>"$log" 2>&1
}

# release says which image a service runs.
release() { dm get deployment "$1" -o jsonpath='{.spec.template.spec.containers[0].image}'; }

# roll_out OVERLAY under load, until all new replicas are ready.
roll_out() {
	local status=0
	begin_load -url "$gateway" -files
	sleep 3
	seconds bring_up "$overlays/$1" || status=$?
	end_load "kubernetes-release-$1"
	claim "$2: no request fails, every accepted document ends" "$(release gateway) after $took s, status $status; $(load_summary), $(figure files_lost) of $(figure files) files lost" \
		"kubectl apply -k deploy/verify/overlays/$1" no_errors
	claim "and every file is there" "$(figure files_lost) of $(figure files) lost" "GET /api/v1/documents/ID/file of each" \
		test "$(figure files)" -gt 0 -a "$(figure files_lost)" = 0 -a "$status" = 0
}

releases() {
	section "Upgrade and roll back"
	"$verify/former.sh" >"$out/former.log" 2>&1
	local service images=() status=0
	for service in "${services[@]}" docmill; do images+=("docmill/$service:former"); done
	"$verify/node.sh" load "${images[@]}"
	empty
	seconds bring_up "$overlays/former" || status=$?
	gateway=http://$(address gateway)
	claim "the release before comes up" "after $took s" "kubectl apply -k deploy/verify/overlays/former" test "$status" = 0
	accounts
	roll_out dev "upgraded under load"
	roll_out former "rolled back under load, the database as the newer one left it"
}

# NATS as three servers.
nats_cluster() {
	section "NATS as three servers"
	empty
	local status=0 replicas
	seconds bring_up "$overlays/nats-cluster" || status=$?
	gateway=http://$(address gateway)
	claim "it comes up" "after $took s" "kubectl apply -k deploy/verify/overlays/nats-cluster" test "$status" = 0
	accounts
	replicas=$(in_network curl -sS "http://$(dm get pod nats-0 -o jsonpath='{.status.podIP}'):8222/jsz?streams=1&config=1" | grep -o '"num_replicas": *[0-9]' | sort | uniq -c | tr -s ' \n' ' ')
	claim "every stream is on three servers" "$replicas" "GET /jsz?streams=1&config=1" grep -qxE ' ?[0-9]+ "num_replicas": ?3 ?' <<<"$replicas"
}

# What is measured is how long a document takes to be accepted, not to be read.
nats_drain() {
	local victim
	victim=$(leader)
	begin_load -url "$gateway" -wait 0
	sleep 8
	kubectl drain node1 --pod-selector="statefulset.kubernetes.io/pod-name=$victim" --timeout=90s >>"$log" 2>&1 || true
	kubectl uncordon node1 >>"$log" 2>&1
	sleep 20
	end_load kubernetes-nats-drain
	claim "the leader of the commands drained under load: no request fails" "$victim; $(load_summary)" \
		"kubectl drain node1 --pod-selector=…$victim" no_errors
	claim "no document takes a second to be accepted" "slowest $(figure slowest_ms) ms, median $(figure median_ms) ms" "the same" \
		at_most "$(figure slowest_ms)" 1000
	dm rollout status statefulset/nats --timeout=180s >>"$log" 2>&1
}

nats_kill() {
	local victim
	victim=$(leader)
	begin_load -url "$gateway" -wait 0
	sleep 8
	kubectl cordon node1 >>"$log" 2>&1
	in_machine kill -KILL "$(pid docmill "$victim")"
	dm delete pod "$victim" --grace-period=0 --force >>"$log" 2>&1
	sleep 25
	kubectl uncordon node1 >>"$log" 2>&1
	sleep 20
	end_load kubernetes-nats-kill
	claim "the leader killed and 25 s away under load: no request fails" "$victim; $(load_summary)" \
		"kill -KILL, and the node cordoned for 25 s" no_errors
	claim "no document takes more than 12 s to be accepted" "slowest $(figure slowest_ms) ms, median $(figure median_ms) ms" "the same" \
		at_most "$(figure slowest_ms)" 12000
	dm rollout status statefulset/nats --timeout=180s >>"$log" 2>&1
}

# leader of the stream of commands, as a pod's name.
leader() {
	in_network curl -sS "http://$(dm get pod nats-0 -o jsonpath='{.status.podIP}'):8222/jsz?streams=1" | tr -d ' \n' |
		grep -o '"name":"DOCMILL_COMMANDS".*' | grep -o '"leader":"[^"]*"' | head -1 | cut -d'"' -f4
}

# Without arguments everything; with names of steps those, in a cluster that is there.
gateway=http://$(address gateway 2>/dev/null || true)
steps=("$@")
[[ ${#steps[@]} != 0 ]] || steps=(node production dev accounts operator provision_again policies rolling_restart outages wrong_password sandbox drain nats_cluster nats_drain nats_kill releases)
for step in "${steps[@]}"; do "$step"; done
