#!/bin/bash
# Writes the figures of docs/accuracy.md anew, from its first table on:
#
#   scripts/accuracy.sh FOLDER…
#
# The folders hold the labelled collections that the page names; parts of which they
# have none are left out. Needs bin/docmill. Settings:
#
#   FOLDS=FOLDER  models of folds (lab/README.md): documents that were trained on are
#                 read by models that were not; without it the figures are those of
#                 documents that models have seen, and no page to publish
#   CACHE=FOLDER  keeps what is read of the files
#   ASIDE=1       prints the figures of what the folds put aside, and writes nothing
set -euo pipefail
[ $# -gt 0 ] || { echo "usage: scripts/accuracy.sh FOLDER…" >&2; exit 2; }
folders=()
for f in "$@"; do folders+=("$(realpath "$f")"); done
options=()
[ -z "${FOLDS:-}" ] || options+=(--folds "$(realpath "$FOLDS")")
[ -z "${CACHE:-}" ] || options+=(--cache "$(realpath -m "$CACHE")")
cd "$(dirname "$0")/.."

if [ -n "${ASIDE:-}" ]; then
  [ -n "${FOLDS:-}" ] || { echo "ASIDE needs FOLDS, which say what is put aside" >&2; exit 2; }
  for collection in templates templates-scan; do
    bin/docmill eval "${folders[@]}" "${options[@]}" --aside --ignore-embedded-xml --collections $collection --brief --calibration
  done
  exit
fi

page=docs/accuracy.md
first="### Templates, text"
new=$(mktemp)
trap 'rm -f "$new"' EXIT

has() { # collections, joined by commas: does any folder hold one?
  grep -Eq "\"collection\": *\"(${1//,/|})\"" "${folders[@]/%//manifest.jsonl}"
}

part() { # title, text, collections, arguments of docmill eval…
  local title=$1 text=$2 collections=$3
  shift 3
  has "$collections" || { echo "no $collections: left out" >&2; return 0; }
  printf '### %s\n\n' "$title"
  [ -z "$text" ] || printf '%s\n\n' "$text"
  printf '```\nbin/docmill eval FOLDERS %s--collections %s %s\n```\n\n' "${FOLDS:+--folds FOLDS }" "$collections" "$*"
  bin/docmill eval "${folders[@]}" "${options[@]}" --markdown --brief --collections "$collections" "$@"
}

{
  sed "/^$first\$/,\$d" "$page"
  part "${first#'### '}" "Designs of invoice software and national templates, filled with invented data." templates \
    --ignore-embedded-xml --calibration --workers 1
  part "Templates, scans" "Pages of the same, printed and scanned." templates-scan --calibration
  part "E-invoices and orders, by their pages alone" "The XML in the files is ignored." einvoice-pdf,orderx,invoice2data \
    --ignore-embedded-xml --calibration --workers 1
  part "E-invoices, by their XML" "" einvoice-pdf,orderx
  part "Receipts, from given words" "Understanding alone, without the errors of text recognition." sroie \
    --given-words --calibration
  part "Scanned receipts, from pixels" "" sroie --scans sroie --calibration
  part "Photographed receipts, from pixels" "Nothing is trained on these." wildreceipt --photos wildreceipt --calibration
  part "Types of forms and samples" "Nothing is trained on these." doctypes,azure-forms --scans doctypes
} > "$new"
sed -e :a -e '/^\n*$/{$d;N;ba' -e '}' "$new" > "$page"
