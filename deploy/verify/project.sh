# shellcheck shell=bash disable=SC2034,SC2154 # variables of settings.sh and report.sh, and those for the scenarios
# The project of docker-compose.yml on the engine of engine.sh, as an operator has it:
# commands of Compose and lines of its .env. The scenarios that run it source it.

url=http://127.0.0.1:8080
proxy=http://127.0.0.1:8090 # nginx before both gateways
name=${0##*/}
name=${name%.sh}
compose_log=$out/$name-up.log
files=(-f docker-compose.yml)

compose() { docker compose --env-file /var/verify/compose.env "${files[@]}" "$@"; }
quietly() { "$@" >>"$compose_log" 2>&1; }
up() { quietly compose up --no-build -d "$@"; }

# new_project PROFILES begins with the example's settings.
new_project() {
	cp .env.example "$state/compose.env"
	set_env COMPOSE_PROFILES "$1"
	set_env DOCMILL_BOOTSTRAP_API_KEY "$api_key"
}

set_env() { # NAME VALUE
	grep -q "^$1=" "$state/compose.env" || fail ".env.example has no $1"
	sed -i "s|^$1=.*|$1=$2|" "$state/compose.env"
}

get_env() { sed -n "s/^$1=//p" "$state/compose.env"; }

# operator ARGUMENTS... is the command docmill in the container provision.
operator() { compose run --rm -T --no-deps provision "$@" 2>>"$compose_log"; }

make_accounts() {
	local n
	: >"$keys"
	for n in {1..8}; do
		operator account create "account $n" --plan Enterprise | grep -o 'dm_live_[0-9a-f]*' >>"$keys"
	done
}

# A proxy that finds one of both gateways while the other is made anew.
begin_proxy() {
	cp "$verify/nginx.conf" "$state/nginx.conf"
	in_machine nginx -c /var/verify/nginx.conf -s reload 2>/dev/null || in_machine nginx -c /var/verify/nginx.conf
}

end_proxy() { in_machine nginx -c /var/verify/nginx.conf -s stop; }

running() { compose ps --status running --quiet "$1" | wc -l; }
pid() { docker inspect --format '{{.State.Pid}}' "$(compose ps --quiet "$1" | head -1)"; }

stop() {
	compose --profile '*' logs --no-color >"$out/$name.log" 2>&1 || true
	quietly compose --profile '*' down -v --remove-orphans || true
}
