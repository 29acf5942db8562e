#!/bin/sh
# Each module must also stand alone: the workspace hides missing requirements.
# Then every service is built in both modes and must link the same versions.
set -eu
cd "$(dirname "$0")/.."
export CGO_ENABLED=0 GOFLAGS=-tags=grpcnotrace # as releases are built

modules=$(go list -m -f '{{.Dir}}')
for dir in $modules; do
	(cd "$dir" && GOWORK=off go build ./... && GOWORK=off go vet ./... && GOWORK=off go mod tidy -diff)
done

out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
versions() { go version -m "$1" | awk '$1 == "dep" {print $2, $3}' | grep -v '^github.com/docmill/'; }
for main in cmd/docmill services/*/cmd/*; do
	name=$(basename "$main")
	case $main in services/*) module=${main%/cmd/*} ;; *) module=$main ;; esac
	(cd "$module" && go build -o "$out/$name.work" "./${main#"$module"}" && GOWORK=off go build -o "$out/$name.alone" "./${main#"$module"}")
	versions "$out/$name.work" >"$out/work"
	versions "$out/$name.alone" >"$out/alone"
	if ! diff -u "$out/alone" "$out/work"; then
		echo "$name links other versions alone than in the workspace: run 'make sync'" >&2
		exit 1
	fi
done
