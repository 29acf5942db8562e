# shellcheck shell=bash disable=SC2034 # the scripts that source it use them
# Where things lie and which versions they have, for every script of this folder,
# which sources it. Nothing is written into the sources but bin/cluster.

verify=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source=$(cd "$verify/../.." && pwd)
cache=${DOCMILL_VERIFY_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/docmill-verify}
programs=$cache/bin # built once, by programs.sh
machine=$cache/machine # the root file system that engine and node live in
slim=$cache/bookworm # the base image of the extractor
state=$machine/var/verify # what runs at present; gone after each run
out=$source/bin/cluster # the report and what it points at

kubernetes_version=v1.36.3
nats_module=github.com/nats-io/nats-server/v2@v2.15.2
versitygw_module=github.com/versity/versitygw/cmd/versitygw@v1.8.0

# Known to everybody, of an installation that lasts for minutes and that nobody reaches.
api_key=dm_live_0123456789abcdef0123456789abcdef0123456789abcdef

export GOWORK=off

say() { printf '%(%H:%M:%S)T %s\n' -1 "$*" >&2; }
fail() {
	say "$*"
	exit 1
}

# in_machine COMMAND... runs it with the machine's files, network, mounts and processes.
in_machine() {
	nsenter --target "$(cat "$state/pid")" --mount --net --pid --uts --ipc --wdns=/ -- "$@"
}

# in_network COMMAND... runs a program of this machine in the other one's network alone.
in_network() { nsenter --target "$(cat "$state/pid")" --net -- "$@"; }

kubectl() { in_machine env KUBECONFIG=/k8s/admin.conf kubectl "$@"; }

# docker keeps the folder it is called in, for builds and Compose.
docker() {
	nsenter --target "$(cat "$state/pid")" --mount --net --pid --uts --ipc --wdns="$PWD" -- docker "$@"
}
