#!/usr/bin/env bash
# Starts the Docker engine in the machine of machine.sh, which stops it with itself.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/settings.sh"

mkdir -p "$machine/etc/docker"
# Without CAP_SYS_RESOURCE no limit above this machine's own can be set.
files=$(ulimit -Hn)
cat >"$machine/etc/docker/daemon.json" <<END
{
  "default-ulimits": {"nofile": {"Name": "nofile", "Soft": $files, "Hard": $files}},
  "exec-opts": ["native.cgroupdriver=cgroupfs"]
}
END
in_machine sh -c 'exec setsid nice -n 1 dockerd >/var/verify/dockerd.log 2>&1 </dev/null' &
for _ in {1..120}; do
	docker version >/dev/null 2>&1 && exit 0
	sleep 0.5
done
tail -20 "$state/dockerd.log" >&2
fail "the engine did not start"
