#!/usr/bin/env bash
# The definitions of the operators' kinds that overlays/production and its components
# use, made of the operators' own Go types by controller-gen, as their projects make
# them. They are schemas alone: no operator runs, and its webhooks, which know further
# rules, do not either.
#
#   operators.sh print    writes them to standard output; needs no machine
#   operators.sh apply    gives them to the API server of node.sh
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/settings.sh"

definitions=$cache/operators

# definition PACKAGE VERSION KINDS...: the definitions of these kinds, by their plural
# names, as files. Each operator has a module of its own here, as no two need agree on
# the versions of what they require.
definition() {
	local package=$1 version=$2 folder=$definitions/$1@$2 kind missing=0
	shift 2
	for kind in "$@"; do compgen -G "$folder/definitions/*_$kind.yaml" >/dev/null || missing=1; done
	[[ $missing == 1 ]] || return 0
	say "definitions of $package $version"
	mkdir -p "$folder"
	echo 'module definitions' >"$folder/go.mod"
	printf 'package definitions\n\nimport _ "%s"\n' "$package" >"$folder/definitions.go"
	(
		cd "$folder"
		export GOFLAGS=-mod=mod
		nice go get "$package@$version" 2>get.log || fail "$package@$version: $(tail -1 get.log)"
		nice "$definitions/controller-gen" crd "paths=$package" output:crd:dir=definitions
	)
	for kind in "$@"; do
		compgen -G "$folder/definitions/*_$kind.yaml" >/dev/null || fail "$package $version defines no $kind"
	done
}

make_definitions() {
	mkdir -p "$definitions"
	if [[ ! -x $definitions/controller-gen ]]; then
		say "building controller-gen"
		GOBIN=$definitions nice go install "$controller_gen_module" 2>"$definitions/install.log" ||
			fail "controller-gen: $(tail -1 "$definitions/install.log")"
	fi
	local operator
	# shellcheck disable=SC2086 # package, version and kinds are words of one line
	for operator in "${operators[@]}"; do definition $operator; done
}

print() {
	make_definitions
	local operator package version kinds kind
	for operator in "${operators[@]}"; do
		read -r package version kinds <<<"$operator"
		for kind in $kinds; do cat "$definitions/$package@$version/definitions/"*"_$kind.yaml"; done
	done
}

# By the server, as the note that kubectl otherwise leaves has no room for the largest.
apply() {
	print | kubectl apply --server-side -f -
	kubectl wait --for=condition=Established crd --all --timeout=60s
}

case ${1:-} in
print) print ;;
apply) apply ;;
*) fail "usage: $0 print|apply" ;;
esac
