# shellcheck shell=bash disable=SC2034,SC2154 # variables of settings.sh, report.sh and project.sh
# Steps of procedures.sh, which sources it: the exchange of every secret, as "Exchanging
# secrets" of docs/operate/secrets.md says, and of certificates, as "TLS" does.

signs_in() { # ROLE PASSWORD, over the network as services do
	compose exec -T -e PGPASSWORD="$2" postgres psql -h 127.0.0.1 -U "$1" -d docmill -Atc 'SELECT 1' >/dev/null 2>&1
}

database_passwords() {
	section "Exchanging secrets"
	local service variable before refused=0
	under_load
	sleep 5
	for service in auth quota notifier gateway; do
		variable=DOCMILL_${service^^}_DATABASE_PASSWORD
		before=$(get_env "$variable")
		set_env "$variable" "second-$service-database"
		quietly operator provision
		if [[ $service == gateway ]]; then anew_gateways; else anew "$service"; fi
		signs_in "docmill_$service" "second-$service-database" && ! signs_in "docmill_$service" "$before" && refused=$((refused + 1))
	done
	end_load procedures-database
	claim "the four database passwords under load: every accepted document ends, its file is there" "$(seen); answers $(codes)" \
		"docker compose run --rm provision, then the service anew, of each" later
	claim "the passwords before are refused" "$refused of 4" "psql with each" test "$refused" = 4
}

owner_password() {
	local before status=0
	before=$(get_env POSTGRES_PASSWORD)
	under_load
	sleep 5
	quietly compose exec -T postgres psql -U docmill -d docmill -c "ALTER ROLE docmill PASSWORD 'second-owner'"
	set_env POSTGRES_PASSWORD second-owner
	quietly operator provision || status=$?
	sleep 5
	end_load procedures-owner
	claim "the owner's password under load: nobody notices" "$(seen)" "ALTER ROLE docmill PASSWORD …, then provision" unnoticed
	claim "provision signs in with it, and not with the one before" "provision ends with status $status" "docker compose run --rm --no-deps provision" \
		test "$status" = 0 -a "$(signs_in docmill "$before" && echo open)" = ""
	# The variable is the server's as well. An `up` of everything would stop all that
	# depends on it, too.
	under_load
	sleep 5
	up --no-deps --wait postgres
	sleep 5
	end_load procedures-owner-up
	claim "PostgreSQL's container, which has the variable, too, made anew by itself: clients come back" "$(seen); answers $(codes)" \
		"docker compose up -d --no-deps --wait postgres" later
}

nats_passwords() {
	local user variable before wrong=()
	declare -A before
	for user in auth extractor gateway notifier operator quota subscriber; do
		variable=DOCMILL_NATS_${user^^}_PASSWORD
		before[$user]=$(get_env "$variable")
		set_env "$variable" "second-$user-nats"
	done
	under_load
	sleep 5
	up --no-deps --wait nats
	anew auth quota notifier
	anew extractor
	anew_gateways
	sleep 5
	end_load procedures-nats
	claim "the seven passwords of NATS under load: clients come back, every accepted document ends" "$(seen); answers $(codes)" \
		"docker compose up -d --no-deps --wait nats, then all services anew" later
	for user in "${!before[@]}"; do
		[[ $(nats "$user" "second-$user-nats") == PONG && $(nats "$user" "${before[$user]}") == *"Authorization Violation"* ]] || wrong+=("$user")
	done
	claim "the new ones are taken and the ones before refused, the subscriber's too" "${#before[@]} tried, otherwise: ${wrong[*]:-none}" \
		"CONNECT with each" test "${#wrong[@]}" = 0
}

store_key() {
	set_env DOCMILL_S3_ACCESS_KEY second-s3-access
	set_env DOCMILL_S3_SECRET_KEY second-s3-secret
	under_load
	sleep 5
	up --no-deps --wait versitygw
	anew_gateways
	sleep 5
	end_load procedures-store-key
	claim "the object store's one key under load: uploads come back, every accepted document ends" "$(seen); answers $(codes)" \
		"docker compose up -d --no-deps --wait versitygw, then the gateways anew" later
}

store_account() { # COMMAND ARGUMENTS...: of the store's accounts, as its root
	quietly compose exec -T versitygw /app/versitygw admin --access "$store_root" --secret "$store_root_secret" \
		--endpoint-url http://127.0.0.1:9000 "$@"
}

# With a store that knows several: what runs with the first key goes on until it ends.
store_two_keys() {
	local store_root store_root_secret before after
	store_root=$(get_env DOCMILL_S3_ACCESS_KEY) store_root_secret=$(get_env DOCMILL_S3_SECRET_KEY)
	store_account create-user --access first-key --secret first-key-secret --role admin
	store_account create-user --access second-key --secret second-key-secret --role admin
	key_of_gateways first-key first-key-secret
	under_load
	sleep 5
	key_of_gateways second-key second-key-secret
	sleep 45 # twice DOCMILL_WORK_DEADLINE and a lease, of store.yml
	before=$(store_answers first-key)
	store_account delete-user --access first-key
	after=$(store_answers first-key)
	sleep 5
	end_load procedures-store-two-keys
	claim "the object store's key under load, of a store that has two: nobody notices" "$(seen)" \
		"a second key, the gateways anew with it, a wait, the first removed" unnoticed
	key_of_gateways "$store_root" "$store_root_secret"
	claim "the first key is refused" "status $before, then $after" "docmill objects copy with it" test "$before" = 0 -a "$after" != 0
}

# The store's container is not made anew and keeps the key that it was started with.
key_of_gateways() {
	set_env DOCMILL_S3_ACCESS_KEY "$1"
	set_env DOCMILL_S3_SECRET_KEY "$2"
	anew_gateways
}

store_answers() { # KEY: the exit status of a copy with it into a bucket that is nobody's
	local status=0
	quietly operator objects copy --s3-access-key "$1" --s3-secret-key "$1-secret" \
		--to-s3-endpoint otherstore:9000 --to-s3-access-key other-access --to-s3-secret-key other-secret --to-s3-bucket tried || status=$?
	echo "$status"
}

secret_key() {
	local first=change-me-secret-key-of-the-installation-0000 second=second-secret-key-of-the-installation-0000 unused
	unused=$(operator account create "not used meanwhile" --plan Pro | grep -o 'dm_live_[0-9a-f]*')
	under_load
	sleep 5
	set_env DOCMILL_SECOND_SECRET_KEY "$second"
	anew auth
	set_env DOCMILL_SECRET_KEY "$second"
	set_env DOCMILL_SECOND_SECRET_KEY "$first"
	anew auth
	quietly operator provision
	sleep 15 # each key is used, as a gateway asks for it again after seconds
	extract "$url" >/dev/null
	set_env DOCMILL_SECOND_SECRET_KEY ""
	anew auth
	sleep 8
	end_load procedures-secret
	claim "\`DOCMILL_SECRET_KEY\` in three rollouts under load: nobody notices" "$(seen)" \
		"DOCMILL_SECOND_SECRET_KEY, exchanged, without; auth anew each time" unnoticed
	claim "a key that was used works under the new secret, one that was not is refused" "$(http "$api_key" /api/v1/usage), $(http "$unused" /api/v1/usage)" \
		"GET /api/v1/usage with each" test "$(http "$api_key" /api/v1/usage)$(http "$unused" /api/v1/usage)" = 200401
	content "after every secret was exchanged"
}

# sign_in says where a browser without cookies ends.
sign_in() {
	rm -f "$state/cookies"
	in_network curl -sS -m 30 -L -c "$state/cookies" -b "$state/cookies" -o /dev/null -w '%{http_code} %{url_effective}' "$url/sign-in/oidc?next=/keys"
}

# The provider is told of the second secret first, and forgets the first one last.
oidc_secret() {
	local issuer answers=() provider
	issuer=$(get_env DOCMILL_FRONT_GATEWAY):9400
	echo first-secret >"$state/oidc"
	nsenter --target "$(cat "$state/pid")" --net -- "$programs/provider" "$issuer" anna@nordlicht.example "$state/oidc" >>"$compose_log" 2>&1 &
	provider=$!
	set_env DOCMILL_PUBLIC_URL "$url"
	set_env DOCMILL_OIDC_ISSUER "http://$issuer"
	set_env DOCMILL_OIDC_CLIENT_ID docmill
	set_env DOCMILL_OIDC_CLIENT_SECRET first-secret
	set_env DOCMILL_OIDC_DOMAINS nordlicht.example
	anew auth
	anew_gateways
	answers+=("$(sign_in)")
	under_load
	sleep 3
	printf '%s\n' first-secret second-secret >"$state/oidc"
	answers+=("$(sign_in)")
	set_env DOCMILL_OIDC_CLIENT_SECRET second-secret
	anew_gateways
	answers+=("$(sign_in)")
	echo second-secret >"$state/oidc"
	answers+=("$(sign_in)")
	sleep 3
	end_load procedures-oidc
	kill "$provider"
	set_env DOCMILL_OIDC_ISSUER ""
	anew_gateways
	claim "the client's secret of OpenID Connect under load: people sign in before, with both and with the new one alone" \
		"$(printf '%s; ' "${answers[@]}")$(seen)" "a second secret at the provider, the gateways anew, the first removed" \
		test "$(printf '%s\n' "${answers[@]}" | sort | uniq -c | tr -s ' ')" = " 4 200 $url/keys" -a "$(unnoticed && echo unnoticed)" = unnoticed
}

authority() { # NAME
	openssl req -x509 -newkey rsa:2048 -nodes -days 30 -keyout "$state/tls/$1.key" -out "$state/tls/$1.crt" -subj "/CN=$1" 2>/dev/null
}

# certificate AUTHORITY, for all servers and what the services show NATS. Files are
# put in their place whole, as nobody may read half of one.
certificate() {
	local folder=$state/tls
	openssl req -newkey rsa:2048 -nodes -keyout "$folder/new.key" -out "$folder/new.csr" -subj /CN=docmill 2>/dev/null
	openssl x509 -req -in "$folder/new.csr" -CA "$folder/$1.crt" -CAkey "$folder/$1.key" -CAcreateserial -days 20 -out "$folder/new.crt" \
		-extfile <(echo "subjectAltName=DNS:nats,DNS:postgres,DNS:objectstore,DNS:localhost,IP:127.0.0.1") 2>/dev/null
	install -m 0600 -o 999 -g 999 "$folder/new.key" "$folder/postgres.new"
	chmod 0644 "$folder/new.key" # of an installation that lasts for minutes
	mv "$folder/postgres.new" "$folder/postgres.key"
	mv "$folder/new.key" "$folder/tls.key"
	mv "$folder/new.crt" "$folder/tls.crt"
}

trust() { # AUTHORITIES...
	local name
	for name in "$@"; do cat "$state/tls/$name.crt"; done >"$state/tls/ca.new"
	mv "$state/tls/ca.new" "$state/tls/ca.crt"
}

# What the public port shows, and the file: issuer or fingerprint.
served() { echo | in_network openssl s_client -connect 127.0.0.1:8080 2>/dev/null | openssl x509 -noout "-$1" | sed 's/.*= *//'; }
filed() { openssl x509 -noout "-$1" -in "$state/tls/tls.crt" | sed 's/.*= *//'; }

# Servers do not look for new files by themselves.
reload_servers() {
	quietly compose kill --signal HUP nats
	quietly compose exec -T postgres psql -U docmill -d docmill -c "SELECT pg_reload_conf()"
	up --no-deps --wait --force-recreate versitygw
}

certificates() {
	section "TLS and the exchange of certificates"
	stop
	mkdir -p "$state/tls"
	authority first
	authority second
	trust first
	certificate first
	cat "$state/tls/first.crt" "$state/tls/second.crt" >"$state/tls/clients.pem"
	{
		cat deploy/compose/nats.conf
		echo 'tls {cert_file: /run/tls/tls.crt, key_file: /run/tls/tls.key, ca_file: /run/tls/ca.crt, verify: true}'
	} >"$state/tls/nats.conf"
	new_project versitygw
	echo DOCMILL_TLS_FOLDER=/var/verify/tls >>"$state/compose.env"
	files=(-f docker-compose.yml -f deploy/verify/compose/tls.yml)
	local status=0 record plain secure=https://127.0.0.1:8080
	export CURL_CA_BUNDLE=$state/tls/clients.pem SSL_CERT_FILE=$state/tls/clients.pem
	seconds up --wait || status=$?
	record=$(extract "$secure")
	claim "TLS everywhere: everything is healthy and an invoice is read" "after $took s, $(grep -o '"status":"[a-z]*"' <<<"$record" | head -1)" \
		"docker compose -f docker-compose.yml -f deploy/verify/compose/tls.yml up -d --wait" test "$status" = 0 -a -n "$(grep -o '"status":"completed"' <<<"$record")"
	plain=$(nats operator "$(get_env DOCMILL_NATS_OPERATOR_PASSWORD)")
	claim "NATS takes nobody in the clear" "${plain:-nothing}" "CONNECT without TLS" test "$plain" != PONG
	make_accounts
	begin_load -url "$secure" -files
	sleep 3
	certificate first
	for _ in {1..20}; do
		sleep 1
		[[ $(served fingerprint) == "$(filed fingerprint)" ]] && break
	done
	reload_servers
	sleep 3
	end_load procedures-certificate
	claim "a renewed certificate under load: the public port shows it, every accepted document ends" "the file's: $([[ $(served fingerprint) == "$(filed fingerprint)" ]] && echo yes || echo no); $(seen); answers $(codes)" \
		"new files; HUP to nats-server, pg_reload_conf(), the object store anew" test "$(served fingerprint)" = "$(filed fingerprint)" -a "$(later && echo kept)" = kept
	begin_load -url "$secure" -files
	sleep 3
	trust first second
	reload_servers
	anew "${services[@]}"
	up --no-deps --wait --force-recreate gateway
	certificate second
	reload_servers
	trust second
	quietly compose kill --signal HUP nats
	anew "${services[@]}"
	up --no-deps --wait --force-recreate gateway
	sleep 5
	end_load procedures-authority
	claim "a new authority under load: clients come back, every accepted document ends" "the port shows one of $(served issuer); $(seen); answers $(codes)" \
		"both in the file, then the certificates, then the new one alone; all services anew after the first and the last" test "$(served issuer)" = second -a "$(all_kept && echo kept)" = kept
	unset CURL_CA_BUNDLE SSL_CERT_FILE
	stop
	files=(-f docker-compose.yml)
}
