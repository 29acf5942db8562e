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
controller_gen_module=sigs.k8s.io/controller-tools/cmd/controller-gen@v0.23.0

# Operators whose kinds are used: the package of their types, the release, and those
# kinds by their plural names.
operators=(
	"github.com/cloudnative-pg/cloudnative-pg/api/v1 v1.28.0 clusters scheduledbackups"
	"github.com/kedacore/keda/v2/apis/keda/v1alpha1 v2.21.0 scaledobjects"
	"github.com/external-secrets/external-secrets/apis/externalsecrets/v1 v0.16.2 externalsecrets"
	"github.com/cert-manager/cert-manager/pkg/apis/certmanager/v1 v1.21.2 certificates"
	"github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1 v0.95.2 prometheusrules servicemonitors"
)

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

# docmill_program lays the command docmill of its image into the machine, as /var/verify/docmill.
docmill_program() {
	[[ ! -e $state/docmill ]] || return 0
	docker create --name verify-tool docmill/docmill:dev >/dev/null
	docker cp verify-tool:/usr/local/bin/docmill-service /var/verify/docmill >/dev/null
	docker rm verify-tool >/dev/null
}
