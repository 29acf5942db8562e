#!/bin/bash
# Writes the figures of docs/accuracy.md anew, from its first table on:
#
#   scripts/accuracy.sh FOLDER
#
# FOLDER holds the labelled collections that the page names. Needs bin/docmill and
# tesseract; what stands above the first table, held-out figures included, is
# written by hand (see lab/README.md).
set -euo pipefail
folder=${1:?"want the folder of labelled documents"}
cd "$(dirname "$0")/.."
page=docs/accuracy.md
first="### Invoices and orders, by their pages alone"
new=$(mktemp)
trap 'rm -f "$new"' EXIT

part() { # title, text, arguments of docmill eval…
  local title=$1 text=$2
  shift 2
  printf '### %s\n\n' "$title"
  [ -z "$text" ] || printf '%s\n\n' "$text"
  printf '```\nbin/docmill eval FOLDER %s\n```\n\n' "$*"
  bin/docmill eval "$folder" --markdown "$@"
}

{
  sed "/^$first\$/,\$d" "$page"
  part "${first#'### '}" "The XML in the files is ignored." \
    --ignore-embedded-xml --collections einvoice-pdf,orderx,invoice2data --brief --calibration --workers 1
  part "E-invoices, by their XML" "" --collections einvoice-pdf,orderx --brief
  part "Receipts, from given words" "Understanding alone, without the errors of text recognition." \
    --given-words --collections sroie --brief --calibration --workers 1
  part "Scanned receipts, from pixels" "" --collections sroie --scans sroie --brief --calibration
  part "Photographed receipts, from pixels" "" --collections wildreceipt --photos wildreceipt --brief --calibration
  part "Types of forms and samples" "" --collections doctypes,azure-forms --scans doctypes --brief
} > "$new"
sed -e :a -e '/^\n*$/{$d;N;ba' -e '}' "$new" > "$page"
