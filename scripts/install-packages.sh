#!/bin/sh
# Installs the Debian packages that docmill needs and the machine lacks:
#   install-packages.sh run    PostgreSQL server, tesseract with the data of the
#                              eight languages that are read
#   install-packages.sh test   the same, a C compiler for the race detector, the
#                              browser that opens the dashboard, and what the
#                              examples in the documentation run with
# Does nothing, and needs no rights, when all is there.
set -eu

missing=""
need() { missing="$missing $1"; }

has_postgres() {
	command -v postgres >/dev/null 2>&1 && return 0
	for bin in /usr/lib/postgresql/*/bin/postgres; do
		[ -x "$bin" ] && return 0
	done
	return 1
}

# DefaultLanguages of engine/ocr.
languages="eng deu fra spa ita nld por pol"

has_postgres || need postgresql
command -v tesseract >/dev/null 2>&1 || need tesseract-ocr
installed=$(tesseract --list-langs 2>/dev/null || true)
for language in $languages; do
	printf '%s\n' "$installed" | grep -qx "$language" || need "tesseract-ocr-$language"
done
if [ "${1:-run}" = test ]; then
	command -v gcc >/dev/null 2>&1 || need "gcc libc6-dev"
	for tool in curl jq python3; do
		command -v "$tool" >/dev/null 2>&1 || need "$tool"
	done
	command -v chromium >/dev/null 2>&1 || need chromium
	command -v node >/dev/null 2>&1 || need nodejs
	command -v tsc >/dev/null 2>&1 || need node-typescript
fi

[ -n "$missing" ] || exit 0

fail() {
	echo "docmill needs these Debian packages:$missing" >&2
	echo "$1 Install them and start again:" >&2
	echo "    apt-get install --no-install-recommends$missing" >&2
	exit 1
}
command -v apt-get >/dev/null 2>&1 || fail "This machine has no apt-get."
sudo=""
if [ "$(id -u)" -ne 0 ]; then
	command -v sudo >/dev/null 2>&1 || fail "You are not root and there is no sudo."
	sudo="sudo"
	if ! [ -t 0 ]; then
		sudo="sudo -n"
		$sudo true 2>/dev/null || fail "You are not root, and sudo would ask for a password."
	fi
fi
echo "Installing Debian packages:$missing"
# shellcheck disable=SC2086  # both are lists of words
$sudo env DEBIAN_FRONTEND=noninteractive apt-get update -q &&
	$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing ||
	fail "apt-get failed."
