#!/usr/bin/env bash
# Builds, once, what no package of Debian has: Kubernetes' own programs, and those
# that other people's images are made of. Everything comes from the Go module proxy.
#
#   programs.sh          builds what is missing
#   programs.sh cached   says by its exit status whether anything is
#
# A quarter of an hour on two idle processors, 3 GB of build cache, 300 MB of programs.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/settings.sh"

names=(kubernetes nats-server versitygw load names policies provider)

cached() {
	local name
	for name in "${names[@]}"; do [[ -x $programs/$name ]] || return 1; done
}

install_module() {
	[[ -x $programs/$1 ]] && return
	say "building $1 ($2)"
	GOBIN=$programs nice go install -trimpath -buildvcs=false -ldflags '-s -w' "$2"
}

kubernetes() {
	[[ -x $programs/kubernetes ]] && return
	say "building kubernetes $kubernetes_version"
	local version=k8s.io/component-base/version
	nice go -C "$verify/kubernetes" build -trimpath -buildvcs=false -o "$programs/kubernetes" -ldflags "-s -w \
		-X $version.gitVersion=$kubernetes_version -X $version.gitMajor=1 -X $version.gitMinor=36 \
		-X $version.gitTreeState=clean" .
}

if [[ ${1:-} == cached ]]; then
	cached
	exit
fi
mkdir -p "$programs"
export CGO_ENABLED=0
kubernetes
install_module nats-server "$nats_module"
install_module versitygw "$versitygw_module"
# These are the project's own and change with it.
nice go -C "$verify/probes" build -trimpath -buildvcs=false -o "$programs" ./load ./names ./policies
nice go -C "$source/tests" build -trimpath -buildvcs=false -o "$programs" ./openid/provider
