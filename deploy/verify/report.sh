# shellcheck shell=bash disable=SC2034,SC2154 # variables of settings.sh, and those for the scenarios
# The report of a run: a line for each claim with the command, what it gave and
# whether that holds. The scripts of the scenarios source it.

report=$out/parts/${0##*/}.md # each script its own; cluster.sh joins them
keys=$state/${0##*/}.keys # API keys of the accounts of this scenario
result=$state/${0##*/}.load # what the last load gave

# section TITLE begins a table.
section() {
	say "$1"
	printf '\n## %s\n\n| | Claim | Figure | Command |\n|---|---|---|---|\n' "$1" >>"$report"
}

# claim CLAIM FIGURE COMMAND TEST...: TEST is run and says by its exit status whether the claim holds.
claim() {
	local claim=$1 figure=$2 command=$3 verdict=pass
	shift 3
	"$@" || verdict=FAIL
	figure=${figure//$'\n'/ }
	# shellcheck disable=SC2016 # the backticks are the report's
	printf '| %s | %s | %s | `%s` |\n' "$verdict" "$claim" "${figure//|/\\|}" "${command//|/\\|}" >>"$report"
	say "$verdict: $claim: $figure"
}

note() { printf '\n%s\n' "$*" >>"$report"; }

# at_most NUMBER LIMIT, for figures with a decimal point as well.
at_most() { awk -v number="$1" -v limit="$2" 'BEGIN {exit !(number != "" && number + 0 <= limit + 0)}'; }

# seconds COMMAND... runs it and puts into `took` how many seconds that took.
seconds() {
	local start=$EPOCHREALTIME status=0
	"$@" || status=$?
	took=$(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN {printf "%.1f", b - a}')
	return "$status"
}

# figure FIELD: a number out of the last result of the command load.
figure() { sed -n "s/.*\"$1\":\([0-9.]*\).*/\1/p" "$result"; }

load_summary() {
	printf '%s accepted, %s errors, %s missing, slowest %s ms' "$(figure accepted)" "$(figure errors)" "$(figure missing)" \
		"$(figure slowest_ms)"
}

# begin_load FLAGS... uploads in the machine's network until end_load, and `figure` knows the result.
begin_load() {
	nsenter --target "$(cat "$state/pid")" --net -- "$programs/load" -document "$source/examples/invoice.pdf" -keys "$keys" \
		-for 30m -workers 2 -pause 100ms "$@" >"$result" &
	loading=$!
}

# abandon_load is for the end of a script that did not come to end_load.
abandon_load() { [[ -z ${loading:-} ]] || kill -KILL "$loading" 2>/dev/null || true; }

end_load() { # FILE, which the result is kept as
	sleep 3
	kill -TERM "$loading"
	wait "$loading"
	loading=
	cp "$result" "$out/$1.json"
}

all_ended() { [[ $(figure missing) == 0 && $(figure accepted) -gt 0 ]]; }
no_errors() { all_ended && [[ $(figure errors) == 0 ]]; }

# extract URL: a whole invoice, uploaded and read.
extract() {
	in_network curl -sS -m 60 -H "X-API-Key: $api_key" -H 'Prefer: wait=60' -F "file=@$source/examples/invoice.pdf" "$1/api/v1/extract"
}

completed() { [[ $1 == *'"status":"completed"'* ]]; }

# reaches PID ADDRESS PORT: whether a connection comes about in the network of a process of the machine.
reaches() { in_machine nsenter --target "$1" --net timeout 2 bash -c "exec 3<>/dev/tcp/$2/$3" 2>/dev/null; }

# unreached PID ADDRESS PORT is for claims that something is closed.
unreached() { ! reaches "$@"; }

# protections reads an extractor's metrics and says how many of its protections stand.
protections() {
	awk '/^docmill_extractor_walls_missing/ {
			all++
			if ($2 == 0) standing++
			else if (match($0, /[{,]wall="[^"]*"/)) missing = missing " " substr($0, RSTART + 7, RLENGTH - 8)
		}
		END {printf "%d of %d stand%s", standing, all, missing == "" ? "" : "; missing:" missing}'
}

begin_report() {
	rm -rf "$out"
	mkdir -p "$out/parts"
	{
		echo "# docmill on a container engine and a Kubernetes node"
		echo
		echo "Made by \`make cluster\`, $(date -u +%Y-%m-%dT%H:%MZ), of commit $(git -C "$source" describe --always --dirty --exclude '*')."
		echo
		echo "- Machine: $(nproc) processors ($(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -1)), $(awk '/MemTotal/ {printf "%.0f GiB", $2 / 1048576}' /proc/meminfo), Linux $(uname -r)."
		echo "- Load of the machine by others when the run began: $(cut -d' ' -f1-3 /proc/loadavg)."
		echo "- Other people's images are not the official ones: they were made of Debian packages and of programs built from Go modules (\`deploy/verify/images.sh\`), under the same names."
	} >"$report"
}

# end_report joins the parts, and fails where a claim failed.
end_report() {
	local passed failed
	cat "$out"/parts/{cluster,compose,procedures,kubernetes}.sh.md >"$out/report.md" 2>/dev/null || true
	report=$out/report.md
	passed=$(grep -c '^| pass |' "$report" || true)
	failed=$(grep -c '^| FAIL |' "$report" || true)
	note "$passed passed, $failed failed."
	say "$passed passed, $failed failed: $report"
	[[ $failed == 0 && $passed -gt 0 ]]
}
