#!/usr/bin/env bash
# docmill on a container engine and a Kubernetes node, for real: `make cluster`.
#
#   cluster.sh            everything, and the report
#   cluster.sh compose    images and Compose alone, with the operators' procedures
#   cluster.sh clean      removes what it keeps between runs
#
# It needs root, Linux with overlayfs, nftables and network namespaces, Debian packages
# (it names those that are missing), the way out to Debian and the Go module proxy,
# 8 GB of disk below $DOCMILL_VERIFY_CACHE, and time: the first run builds for a quarter
# of an hour on two idle processors. Other people's programs are kept, and images with them.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/settings.sh"
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/report.sh"

requirements() {
	[[ $(id -u) == 0 ]] || fail "cluster: it needs root, for namespaces of its own"
	local missing=() pair
	for pair in debootstrap:debootstrap slirp4netns:slirp4netns busybox:busybox-static gcc:gcc openssl:openssl \
		nsenter:util-linux curl:curl go:golang pgrep:procps; do
		command -v "${pair%%:*}" >/dev/null || missing+=("${pair#*:}")
	done
	[[ ${#missing[@]} == 0 ]] || fail "cluster: missing: apt-get install ${missing[*]}"
	[[ -e /dev/net/tun ]] || fail "cluster: /dev/net/tun is missing, which slirp4netns needs"
	if ! "$verify/programs.sh" cached; then
		say "the programs in $programs are built first: a quarter of an hour on two idle processors, 3 GB of build cache"
	fi
}

scenario() { # SCRIPT: what goes wrong in it is a failed claim, and the others go on.
	local status=0
	"$verify/$1" || status=$?
	[[ $status == 0 ]] || claim "\`deploy/verify/$1\` came to its end" "exit status $status" "deploy/verify/$1" false
}

run() {
	requirements
	mkdir -p "$cache"
	nice "$verify/programs.sh"
	begin_report
	trap '"$verify/machine.sh" stop' EXIT
	"$verify/machine.sh" start
	"$verify/engine.sh"
	"$verify/images.sh"
	seconds env DOCKER="$verify/docker" make -C "$source" images TAG=dev REGISTRY=docmill >"$out/images.log" 2>&1
	say "images built in $took s"
	scenario compose.sh
	scenario procedures.sh
	[[ $1 == compose ]] || scenario kubernetes.sh
	end_report
}

case ${1:-all} in
all | compose) run "${1:-all}" ;;
clean)
	"$verify/machine.sh" stop
	rm -rf "${cache:?}"
	;;
*) fail "usage: $0 [compose|clean]" ;;
esac
