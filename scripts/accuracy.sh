#!/bin/bash
# Writes the tables in docs/accuracy:
#
#   scripts/accuracy.sh FOLDER…
#
# The folders hold the labeled collections that docs/accuracy.md names. A collection
# that none of them has is skipped. Needs bin/docmill. Settings:
#
#   FOLDS=FOLDER  models of folds (lab/README.md): each document is read by models that
#                 were not trained on it. Without it, do not publish the figures
#   CACHE=FOLDER  caches what is read of the files
#   ASIDE=1       prints the figures of the held-out families and writes nothing
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

pages=docs/accuracy
mkdir -p "$pages"

has() { # collections, joined by commas: does any folder hold one?
  grep -Eq "\"collection\": *\"(${1//,/|})\"" "${folders[@]/%//manifest.jsonl}"
}

# Tables without padding, and without confusion matrices, reliability bins and times,
# which docmill eval prints on demand.
compact() {
  awk '/^\*\*/ {skip = /^\*\*(What documents are|Reliability|Milliseconds)/} !skip' |
    sed -E '/^\|/s/ *\| */|/g' | cat -s
}

part() { # page, title, text, collections, arguments of docmill eval…
  local page=$1 title=$2 text=$3 collections=$4
  shift 4
  has "$collections" || { echo "no $collections: skipped" >&2; return 0; }
  {
    printf '# %s\n\n' "$title"
    [ -z "$text" ] || printf '%s\n\n' "$text"
    printf '```\nbin/docmill eval FOLDERS %s--collections %s %s\n```\n\n' "${FOLDS:+--folds FOLDS }" "$collections" "$*"
    bin/docmill eval "${folders[@]}" "${options[@]}" --markdown --brief --collections "$collections" "$@"
  } | compact > "$pages/$page.md.new"
  sed -i -e :a -e '/^\n*$/{$d;N;ba' -e '}' "$pages/$page.md.new"
  mv "$pages/$page.md.new" "$pages/$page.md"
}

part templates-text "Templates, text" "Designs of invoice software and national templates, filled with invented data." \
  templates --ignore-embedded-xml --calibration --workers 1
part templates-scans "Templates, scans" "The same pages, printed and scanned." templates-scan --calibration
part einvoices-pages "E-invoices and orders, by their pages alone" "The XML in the files is ignored." \
  einvoice-pdf,orderx,invoice2data --ignore-embedded-xml --calibration --workers 1
part einvoices-xml "E-invoices, by their XML" "" einvoice-pdf,orderx
part receipts-words "Receipts, from given words" "Without the errors of text recognition." sroie --given-words --calibration
part receipts-scans "Scanned receipts, from pixels" "" sroie --scans sroie --calibration
part receipts-photos "Photographed receipts, from pixels" "Nothing is trained on these." \
  wildreceipt --photos wildreceipt --calibration
part types "Types of forms and samples" "Nothing is trained on these." doctypes,azure-forms --scans doctypes
