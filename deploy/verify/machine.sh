#!/usr/bin/env bash
# A machine within this one, for a container engine and a Kubernetes node: a root
# file system of Debian in a folder, with mounts, processes and network of its own.
#
#   machine.sh start
#   machine.sh stop
#
# What the engine and the node set up (mounts, firewall rules, bridges, processes)
# exists in these namespaces alone and is gone with them: stop kills the first
# process, and the kernel does the rest. This machine's firewall is not touched: the
# way out is slirp4netns, an ordinary process that carries packets.
#
# A plain chroot will not do: `docker exec`, and so every health check, would enter
# the namespace's root instead of the container's. Hence pivot_root.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/settings.sh"

# What Debian has: the engine with Compose and BuildKit, containerd, etcd, network
# plugins, a proxy for two gateways, and tini, which reaps what engines leave behind.
packages=(docker.io docker-cli docker-compose docker-buildx containerd runc tini etcd-server containernetworking-plugins
	nftables ipset conntrack mount kmod socat nginx-light curl git)

files() {
	[[ -x $machine/usr/bin/dockerd || -x $machine/usr/sbin/dockerd ]] && return
	say "making a Debian system in $machine"
	nice debootstrap --variant=minbase --include=ca-certificates,iptables,iproute2,procps trixie "$machine" >"$cache/debootstrap.log"
	printf '#!/bin/sh\nexit 101\n' >"$machine/usr/sbin/policy-rc.d" # starts nothing by itself
	chmod +x "$machine/usr/sbin/policy-rc.d"
	cp /etc/resolv.conf "$machine/etc/resolv.conf"
	nice chroot "$machine" env DEBIAN_FRONTEND=noninteractive sh -c \
		"apt-get update && apt-get install -y --no-install-recommends ${packages[*]} && apt-get clean" >"$cache/packages.log"
}

# The kubelet and the engine set these for the whole kernel; here they write to files.
kernel_settings=(vm/overcommit_memory vm/panic_on_oom kernel/panic kernel/panic_on_oops kernel/keys/root_maxkeys
	kernel/keys/root_maxbytes)

# Runs as the first process of the new namespaces, still with this machine's files.
first_process() {
	mount --make-rprivate /
	mount --bind "$machine" "$machine"
	mkdir -p "$machine/.old"
	mount -t proc proc "$machine/proc"
	mount --rbind /sys "$machine/sys"
	mount --rbind /dev "$machine/dev"
	mount -t tmpfs tmpfs "$machine/run"
	mount -t tmpfs -o mode=1777 tmpfs "$machine/tmp"
	mkdir -p "$machine$source" # below /tmp, maybe, which was covered just now
	mount --bind -o ro "$source" "$machine$source"
	local setting
	for setting in "${kernel_settings[@]}"; do
		[[ -e /proc/sys/$setting ]] || continue
		mkdir -p "$machine/run/kernel/${setting%/*}"
		cat "/proc/sys/$setting" >"$machine/run/kernel/$setting"
		mount --bind "$machine/run/kernel/$setting" "$machine/proc/sys/$setting"
	done
	cd "$machine"
	pivot_root . .old
	umount -l /.old
	ip link set lo up
	hostname node1
	exec tini -s -- sleep infinity
}

start() {
	files
	running && fail "a machine runs already: $0 stop"
	rm -rf "$state"
	mkdir -p "$state"
	# 10.0.2.3 is slirp4netns' name server, which asks this machine's.
	echo 'nameserver 10.0.2.3' >"$machine/etc/resolv.conf"
	cp /etc/ssl/certs/ca-certificates.crt "$machine/etc/ssl/certs/ca-certificates.crt"
	setsid unshare --mount --pid --fork --kill-child --net --uts --ipc --propagation private "$0" first-process >"$state/log" 2>&1 &
	local parent=$!
	echo "$parent" >"$state/unshare"
	local pid=
	for _ in {1..100}; do
		pid=$(pgrep -P "$parent" 2>/dev/null || true)
		[[ -n $pid && $(cat "/proc/$pid/comm" 2>/dev/null) == tini ]] && break
		sleep 0.1
	done
	[[ -n $pid ]] || fail "the machine did not start: $(cat "$state/log")"
	echo "$pid" >"$state/pid"
	setsid slirp4netns --configure --mtu=1500 --disable-host-loopback "$pid" tap0 >"$state/slirp.log" 2>&1 &
	echo $! >"$state/slirp"
	for _ in {1..100}; do
		in_network ip -4 -o addr show dev tap0 2>/dev/null | grep -q inet && return
		sleep 0.1
	done
	fail "no network: $(cat "$state/slirp.log")"
}

running() { [[ -e $state/pid ]] && kill -0 "$(cat "$state/pid")" 2>/dev/null && [[ -e $state/unshare ]]; }

# Control groups are the kernel's and outlive the processes that were in them.
remove_groups() {
	local group
	for group in docker kubepods k8s.io; do
		find /sys/fs/cgroup -depth -type d -path "/sys/fs/cgroup/*/$group*" -exec rmdir {} \; 2>/dev/null || true
	done
}

stop() {
	if [[ -e $state/slirp ]]; then
		kill "$(cat "$state/slirp")" 2>/dev/null || true
	fi
	if running; then
		local pid
		pid=$(cat "$state/pid")
		kill -KILL "$pid" 2>/dev/null || true
		for _ in {1..100}; do
			kill -0 "$pid" 2>/dev/null || break
			sleep 0.1
		done
	fi
	remove_groups
	rm -rf "$state"
}

case ${1:-} in
start) start ;;
stop) stop ;;
first-process) first_process ;;
*) fail "usage: $0 start|stop" ;;
esac
