#!/bin/sh
# Looks for known vulnerabilities in what the modules call, with govulncheck:
#   vuln.sh GOVULNCHECK DIR…   ends with 3 when it finds one
# GOVULNDB names another database, such as a mirror: an https or a file address.
# Where no database can be reached it says so and ends with 0: a build must not
# depend on a server of others.
set -eu
govulncheck=$1
shift
check() { "$govulncheck" ${GOVULNDB:+-db "$GOVULNDB"} "$@"; }

# A question about one module is answered within seconds where the database can
# be reached. The variable keeps what went wrong, the answer is thrown away.
if ! problem=$(timeout 30 "$govulncheck" ${GOVULNDB:+-db "$GOVULNDB"} -mode=query -format=json golang.org/x/text@v0.3.0 2>&1 >/dev/null); then
	echo "vuln: NOT CHECKED, the database of vulnerabilities cannot be reached (GOVULNDB names a mirror): $(echo "${problem:-no answer}" | tr '\n' ' ')"
	exit 0
fi
status=0
for dir in "$@"; do
	echo "vuln ${dir#"$PWD"/}"
	(cd "$dir" && check ./...) || status=$?
done
exit "$status"
