#!/bin/sh
# Installs the Debian packages that docmill needs and the machine lacks:
#   install-packages.sh run        PostgreSQL server
#   install-packages.sh test       Tesseract with the data of some languages, and the
#                                  compilers that check the samples of the reference
#   install-packages.sh scenarios  all of the above, a C compiler for the race detector,
#                                  the browser that opens the dashboard, what the
#                                  examples in the documentation and the packages in
#                                  clients/ run with, and the Prometheus that evaluates
#                                  rules and dashboards
#   install-packages.sh bench      PostgreSQL server, and the programs that benchmarks
#                                  compare docmill with
#   install-packages.sh fonts      the free fonts that lines of text are made in for
#                                  training the recognizer
# Does nothing, and needs no rights, if nothing is missing.
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

# DefaultLanguages of engine/ocr, which tests of Tesseract read.
languages="eng deu fra spa ita nld por pol"

# Debian's free fonts that have Latin letters and look like what papers, printers and
# screens show; the laboratory's package typeface leaves out what is of no use.
fonts="
	fonts-3270 fonts-adf-accanthis fonts-adf-baskervald fonts-adf-berenis fonts-adf-gillius
	fonts-adf-ikarius fonts-adf-libris fonts-adf-mekanus fonts-adf-romande fonts-adf-switzera
	fonts-adf-tribun fonts-adf-universalis fonts-adf-verana fonts-agave fonts-allerta fonts-amiga
	fonts-anonymous-pro fonts-arkpandora fonts-averia-sans-gwf fonts-averia-serif-gwf fonts-b612
	fonts-bebas-neue fonts-beteckna fonts-cabin fonts-cantarell fonts-clear-sans fonts-cmu
	fonts-comfortaa fonts-comic-neue fonts-courier-prime fonts-creep2 fonts-croscore
	fonts-crosextra-caladea fonts-crosextra-carlito fonts-dejavu-core fonts-dejavu-extra fonts-dosis
	fonts-dotgothic16 fonts-droid-fallback fonts-ebgaramond fonts-eurofurence fonts-fantasque-sans
	fonts-firacode fonts-freefont-ttf fonts-georgewilliams fonts-gfs-artemisia fonts-gfs-didot
	fonts-gfs-neohellenic fonts-glasstty fonts-gnutypewriter fonts-go fonts-hack fonts-hermit
	fonts-inconsolata fonts-inter fonts-jetbrains-mono fonts-junicode fonts-jura fonts-karla
	fonts-karmilla fonts-lato fonts-league-mono fonts-league-spartan fonts-liberation
	fonts-liberation2 fonts-linuxlibertine fonts-lmodern fonts-lobstertwo fonts-manrope
	fonts-millimetre fonts-misaki fonts-monofur fonts-monoid fonts-mononoki
	fonts-morisawa-bizud-gothic fonts-mplus fonts-national-park fonts-naver-d2coding fonts-noto-core
	fonts-noto-mono fonts-ocr-a fonts-ocr-b fonts-oldstandard fonts-open-sans fonts-opendin
	fonts-opendyslexic fonts-osifont fonts-oxygen fonts-paratype fonts-pc fonts-pc-extra fonts-play
	fonts-proggy fonts-quattrocento fonts-quicksand fonts-roadgeek fonts-roboto-slab
	fonts-roboto-unhinted fonts-routed-gothic fonts-rufscript fonts-sil-andika fonts-sil-charis
	fonts-sil-doulos fonts-sil-galatia fonts-sil-gentium-basic fonts-sil-gentiumplus fonts-sixtyfour
	fonts-sora fonts-spleen fonts-stix fonts-terminus fonts-texgyre fonts-tiresias
	fonts-tlwg-garuda-ttf fonts-tlwg-loma-ttf fonts-tlwg-mono-ttf fonts-tlwg-typewriter-ttf
	fonts-tlwg-typist-ttf fonts-tlwg-typo-ttf fonts-tomsontalks fonts-tuffy fonts-unifont
	fonts-urw-base35 fonts-vollkorn fonts-yanone-kaffeesatz fonts-yrsa-rasa
"

for_run() {
	has_postgres || need postgresql
}

for_test() {
	command -v tesseract >/dev/null 2>&1 || need tesseract-ocr
	installed=$(tesseract --list-langs 2>/dev/null || true)
	for language in $languages; do
		printf '%s\n' "$installed" | grep -qx "$language" || need "tesseract-ocr-$language"
	done
	command -v python3 >/dev/null 2>&1 || need python3
	command -v tsc >/dev/null 2>&1 || need node-typescript
}

for_scenarios() {
	for_run
	for_test
	command -v gcc >/dev/null 2>&1 || need "gcc libc6-dev"
	for tool in curl jq chromium mypy; do
		command -v "$tool" >/dev/null 2>&1 || need "$tool"
	done
	for module in httpx pandas; do
		/usr/bin/python3 -c "import $module" >/dev/null 2>&1 || need "python3-$module"
	done
	command -v node >/dev/null 2>&1 || need nodejs
	command -v promtool >/dev/null 2>&1 || need prometheus
}

for_bench() {
	for_run
	command -v pdftotext >/dev/null 2>&1 || need poppler-utils
	command -v tesseract >/dev/null 2>&1 || need tesseract-ocr
}

for_fonts() {
	for package in $fonts; do
		dpkg -s "$package" >/dev/null 2>&1 || need "$package"
	done
}

case "${1:-run}" in
run | test | scenarios | bench | fonts) "for_${1:-run}" ;;
*)
	echo "usage: $0 run|test|scenarios|bench|fonts" >&2
	exit 2
	;;
esac

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
