#!/usr/bin/env bash
# Makes, in the engine of engine.sh, images with the names that the Dockerfile, the
# compose file and the manifests use for other people's images, where no registry
# gives the official ones: of Debian packages, and of programs built from Go modules.
# They are no copies: the report says which images are ours.
#
#   images.sh         all that are missing
#   images.sh base    those that need none of programs.sh's programs
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/settings.sh"

work=$(mktemp -d "$cache/images.XXXXXX")
trap 'rm -rf "$work"' EXIT

# import FOLDER NAME CHANGES...: a root file system as an image.
import() {
	local folder=$1 name=$2
	shift 2
	mkdir -p "$folder"/{dev,proc,sys,run,tmp}
	chmod 1777 "$folder/tmp"
	# As slim images are: without documentation, translations, lists and archives.
	tar -C "$folder" --one-file-system --exclude='./dev/*' --exclude='./proc/*' --exclude='./sys/*' --exclude='./run/*' \
		--exclude='./tmp/*' --exclude='./var/cache/apt/*' --exclude='./var/lib/apt/lists/*' --exclude='./usr/share/doc/*' \
		--exclude='./usr/share/man/*' --exclude='./usr/share/info/*' --exclude='./usr/share/locale/*' \
		--exclude='./var/log/*.log' -c . | docker import "$@" - "$name" >/dev/null
}

build() { # FOLDER NAME
	tar -C "$1" -c . | docker build --quiet -t "$2" - >/dev/null
}

debian() { # SUITE FOLDER
	[[ -e $2/etc/debian_version ]] || nice debootstrap --variant=minbase --include=ca-certificates "$1" "$2" >/dev/null
	# As the official image does.
	echo 'DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb || true"; };' >"$2/etc/apt/apt.conf.d/docker-clean"
}

# Certificates, time zones and a user without rights: what the official image holds.
static() {
	local root=$work/static
	mkdir -p "$root"/{etc/ssl/certs,home/nonroot,usr/share,var/tmp}
	cp "$slim/etc/ssl/certs/ca-certificates.crt" "$root/etc/ssl/certs/"
	cp -a "$slim/usr/share/zoneinfo" "$root/usr/share/"
	printf '%s\n' root:x:0:0:root:/root:/sbin/nologin nobody:x:65534:65534:nobody:/nonexistent:/sbin/nologin \
		nonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin >"$root/etc/passwd"
	printf '%s\n' root:x:0: nobody:x:65534: nonroot:x:65532: >"$root/etc/group"
	chown 65532:65532 "$root/home/nonroot"
	import "$root" gcr.io/distroless/static-debian12:nonroot -c 'USER 65532:65532' -c 'WORKDIR /home/nonroot' \
		-c 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
}

busybox() {
	local root=$work/busybox applet
	mkdir -p "$root"/{bin,etc/ssl/certs,root}
	cp /bin/busybox "$root/bin/"
	for applet in $(/bin/busybox --list); do
		[[ $applet == busybox ]] || ln -sf busybox "$root/bin/$applet"
	done
	echo root:x:0:0:root:/root:/bin/sh >"$root/etc/passwd"
	echo root:x:0: >"$root/etc/group"
	cp "$slim/etc/ssl/certs/ca-certificates.crt" "$root/etc/ssl/certs/"
	import "$root" verify/busybox -c 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
}

missing() { ! docker image inspect "$1" >/dev/null 2>&1; }

# program FOLDER IMAGE PROGRAMS...: an image of images/FOLDER with programs of programs.sh.
program() {
	local folder=$1 image=$2
	shift 2
	missing "$image" || return 0
	(cd "$programs" && cp "$@" "$work/images/$folder/")
	build "$work/images/$folder" "$image"
}

debian bookworm "$slim"
debian trixie "$cache/trixie"
cp -a "$verify/images" "$work/images"
missing debian:bookworm-slim && import "$slim" debian:bookworm-slim -c 'CMD ["bash"]'
missing verify/trixie && import "$cache/trixie" verify/trixie -c 'CMD ["bash"]'
missing gcr.io/distroless/static-debian12:nonroot && static
missing verify/busybox && busybox
if missing golang:1.26-bookworm; then
	cp -a "$(go env GOROOT)" "$work/images/golang/go"
	cp /etc/ssl/certs/ca-certificates.crt "$work/images/golang/"
	build "$work/images/golang" golang:1.26-bookworm
fi
missing verify/names:dev && build "$work/images/names" verify/names:dev
missing postgres:17-bookworm && build "$work/images/postgres" postgres:17-bookworm
missing prom/prometheus:v3.5.0 && build "$work/images/prometheus" prom/prometheus:v3.5.0 # of Debian's release
if missing registry.k8s.io/pause:3.10; then
	gcc -static -Os -Wall -o "$work/images/pause/pause" "$work/images/pause/pause.c"
	build "$work/images/pause" registry.k8s.io/pause:3.10
fi
[[ ${1:-} == base ]] && exit
program nats nats:2.15.2-alpine nats-server
program versitygw ghcr.io/versity/versitygw:v1.8.0 versitygw
