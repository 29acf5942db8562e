#!/usr/bin/env bash
# A Kubernetes node with its control plane in the machine of machine.sh: Kubernetes'
# own programs (programs.sh), etcd, containerd and network plugins of Debian.
#
#   node.sh start            needs a machine; leaves /k8s/admin.conf in it
#   node.sh load IMAGE...    brings images of the Docker engine into the cluster
#
# It ends with the machine. The node offers pods two processors and 3.5 GiB, which
# is what one of two processors and 4 GB has left beside the system: the kubelet
# holds all pods together to it by control groups.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/settings.sh"

pods_memory_mib=3584
k8s=$machine/k8s
address=10.0.2.100 # slirp4netns gives it

# spawn NAME COMMAND... runs it in the machine, apart from this script.
spawn() {
	local name=$1
	shift
	# shellcheck disable=SC2016 # the machine's shell expands them
	in_machine sh -c 'name=$1; shift; exec setsid nice -n 1 "$@" >"/k8s/$name.log" 2>&1 </dev/null' sh "$name" "$@" &
}

key() { # NAME SUBJECT EXTENSIONS: a certificate of the cluster's authority
	openssl req -newkey rsa:2048 -nodes -keyout "$k8s/$1.key" -out "$k8s/$1.csr" -subj "$2" 2>/dev/null
	openssl x509 -req -in "$k8s/$1.csr" -CA "$k8s/ca.crt" -CAkey "$k8s/ca.key" -CAcreateserial -days 30 -extfile <(echo "$3") \
		-out "$k8s/$1.crt" 2>/dev/null
}

authority() { # NAME SUBJECT
	openssl req -x509 -newkey rsa:2048 -nodes -days 30 -keyout "$k8s/$1.key" -out "$k8s/$1.crt" -subj "$2" 2>/dev/null
}

# user NAME IDENTITY GROUPS: a token, and the configuration of its client.
user() {
	local token
	token=$(openssl rand -hex 16)
	echo "$token,$2,$1,\"$3\"" >>"$k8s/tokens.csv"
	cat >"$k8s/$1.conf" <<-END
		apiVersion: v1
		kind: Config
		clusters: [{name: verify, cluster: {server: "https://127.0.0.1:6443", certificate-authority: /k8s/ca.crt}}]
		users: [{name: "$1", user: {token: "$token"}}]
		contexts: [{name: verify, context: {cluster: verify, user: "$1"}}]
		current-context: verify
	END
}

secrets() {
	authority ca /CN=verify-ca
	authority front-ca /CN=front-proxy-ca
	openssl genrsa -out "$k8s/sa.key" 2048 2>/dev/null
	local names="subjectAltName=DNS:kubernetes,DNS:kubernetes.default,DNS:kubernetes.default.svc,DNS:localhost"
	key apiserver "/O=system:masters/CN=kube-apiserver" "$names,IP:127.0.0.1,IP:10.96.0.1,IP:$address"
	key kubelet-client "/O=system:masters/CN=kube-apiserver-kubelet-client" "extendedKeyUsage=clientAuth"
	openssl req -newkey rsa:2048 -nodes -keyout "$k8s/front.key" -out "$k8s/front.csr" -subj /CN=front-proxy-client 2>/dev/null
	openssl x509 -req -in "$k8s/front.csr" -CA "$k8s/front-ca.crt" -CAkey "$k8s/front-ca.key" -CAcreateserial -days 30 \
		-out "$k8s/front.crt" 2>/dev/null
	user admin admin system:masters
	user kubelet system:node:node1 system:nodes
	user controllers system:kube-controller-manager ""
	user scheduler system:kube-scheduler ""
	user proxy system:kube-proxy ""
}

control_plane() {
	spawn etcd etcd --data-dir /k8s/etcd --unsafe-no-fsync
	spawn kube-apiserver kube-apiserver --etcd-servers http://127.0.0.1:2379 --secure-port 6443 --advertise-address "$address" \
		--tls-cert-file /k8s/apiserver.crt --tls-private-key-file /k8s/apiserver.key --client-ca-file /k8s/ca.crt \
		--token-auth-file /k8s/tokens.csv --authorization-mode Node,RBAC --enable-admission-plugins NodeRestriction \
		--service-account-issuer https://kubernetes.default.svc --service-account-key-file /k8s/sa.key \
		--service-account-signing-key-file /k8s/sa.key --service-cluster-ip-range 10.96.0.0/16 \
		--kubelet-client-certificate /k8s/kubelet-client.crt --kubelet-client-key /k8s/kubelet-client.key \
		--requestheader-client-ca-file /k8s/front-ca.crt --requestheader-allowed-names front-proxy-client \
		--requestheader-username-headers X-Remote-User --requestheader-group-headers X-Remote-Group \
		--requestheader-extra-headers-prefix X-Remote-Extra- --proxy-client-cert-file /k8s/front.crt \
		--proxy-client-key-file /k8s/front.key --kubelet-preferred-address-types InternalIP --enable-aggregator-routing
	for _ in {1..180}; do
		kubectl --request-timeout 2s get --raw /readyz >/dev/null 2>&1 && break
		sleep 0.5
	done
	kubectl get --raw /readyz >/dev/null || fail "no API server: $(tail -3 "$k8s/kube-apiserver.log")"
	spawn kube-controller-manager kube-controller-manager --kubeconfig /k8s/controllers.conf \
		--service-account-private-key-file /k8s/sa.key --root-ca-file /k8s/ca.crt --use-service-account-credentials \
		--cluster-cidr 10.244.0.0/16 --allocate-node-cidrs --leader-elect=false
	spawn kube-scheduler kube-scheduler --kubeconfig /k8s/scheduler.conf --leader-elect=false
}

workers() {
	cp "$verify"/node/{containerd.toml,pods.conflist,kubelet.yaml,proxy.yaml} "$k8s/"
	mkdir -p "$k8s/cni"
	mv "$k8s/pods.conflist" "$k8s/cni/10-pods.conflist"
	local reserved=$(($(awk '/MemTotal/ {print $2}' /proc/meminfo) / 1024 - pods_memory_mib))
	cat >>"$k8s/kubelet.yaml" <<-END
		kubeReserved: {memory: ${reserved}Mi}
		nodeStatusMaxImages: -1
	END
	# What sets nodes up has to lay the profile there (docs/operate/extractors.md).
	install -D -m 0644 "$source/deploy/seccomp/extractor.json" "$machine/var/lib/kubelet/seccomp/docmill/extractor.json"
	# The Docker engine beside it lets nothing be forwarded but its own.
	in_machine iptables -I FORWARD -s 10.244.0.0/16 -j ACCEPT
	in_machine iptables -I FORWARD -d 10.244.0.0/16 -j ACCEPT
	spawn containerd containerd --config /k8s/containerd.toml
	for _ in {1..60}; do
		in_machine ctr --address /run/k8s/containerd.sock version >/dev/null 2>&1 && break
		sleep 0.5
	done
	load registry.k8s.io/pause:3.10 verify/names:dev
	spawn kubelet kubelet --config /k8s/kubelet.yaml --kubeconfig /k8s/kubelet.conf --hostname-override node1 --node-ip "$address"
	spawn kube-proxy kube-proxy --config /k8s/proxy.yaml
	for _ in {1..90}; do
		kubectl get node node1 >/dev/null 2>&1 && break
		sleep 1
	done
	kubectl wait --for=condition=Ready node/node1 --timeout=120s >&2
}

addons() {
	in_machine kubectl --kubeconfig /k8s/admin.conf apply -f - <"$verify/node/addons.yaml" >&2
	local n
	for n in {1..6}; do
		mkdir -p "$k8s/volumes/$n"
		sed "s/NUMBER/$n/" "$verify/node/volume.yaml"
	done | kubectl apply -f - >&2
	spawn policies env KUBECONFIG=/k8s/admin.conf policies
	spawn names env KUBECONFIG=/k8s/admin.conf names /k8s/names/hosts
}

start() {
	[[ -e $k8s/admin.conf ]] && rm -rf "${k8s:?}"
	mkdir -p "$k8s/names" "$machine/usr/local/bin"
	cp "$programs/kubernetes" "$programs/names" "$programs/policies" "$machine/usr/local/bin/"
	local name
	for name in kube-apiserver kube-controller-manager kube-scheduler kubelet kube-proxy kubectl; do
		ln -sf kubernetes "$machine/usr/local/bin/$name"
	done
	secrets
	control_plane
	workers
	addons
}

load() {
	docker save "$@" | in_machine ctr --address /run/k8s/containerd.sock --namespace k8s.io images import - >/dev/null
}

case ${1:-} in
start) start ;;
load)
	shift
	load "$@"
	;;
*) fail "usage: $0 start|load IMAGE..." ;;
esac
