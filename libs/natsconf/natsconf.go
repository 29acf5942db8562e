// Package natsconf writes the NATS accounts, users and limits of package contract as configuration of nats-server, for
// separate and embedded servers.
package natsconf

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/docmill/docmill/libs/contract"
)

// File returns the configuration of a separate nats-server. Passwords are variables of its environment
// ("$DOCMILL_NATS_GATEWAY_PASSWORD"). monitor is the address (host:port) of the monitoring port, which requires no
// password and shows connections, subscriptions and accounts; "" is port 8222 of all addresses.
func File(monitor string) string {
	var b strings.Builder
	flag := ""
	if monitor != "" {
		flag = " --monitor " + monitor
	}
	fmt.Fprintf(&b, "# Written by `docmill nats-config%s`: change the rights in libs/contract, not here.\n\n", flag)
	server(&b, monitor, "")
	accounts(&b, 1, variable)
	return b.String()
}

// ClusterFile is File for a server of a cluster. The server's name is the variable POD_NAME; the others are pods of the
// StatefulSet `nats` behind the headless service `nats-peers`.
func ClusterFile(servers int, monitor string) string {
	var b strings.Builder
	flags := fmt.Sprintf("--servers %d", servers)
	if monitor != "" {
		flags += " --monitor " + monitor
	}
	fmt.Fprintf(&b, "# Written by `docmill nats-config %s`: change the rights in libs/contract, not here.\n\n", flags)
	routes := make([]string, servers)
	for i := range routes {
		routes[i] = fmt.Sprintf("%q", fmt.Sprintf("nats-route://nats-%d.nats-peers:6222", i))
	}
	fmt.Fprintf(&b, "server_name: $POD_NAME\ncluster {\n  name: docmill\n  port: 6222\n  routes: [%s]\n}\n\n",
		strings.Join(routes, ", "))
	b.WriteString(syncReasons)
	server(&b, monitor, "  sync_interval: 10s\n")
	accounts(&b, servers, variable)
	return b.String()
}

const syncReasons = `# A message is acknowledged once most servers of its stream have it, in memory that
# outlives the server's process. sync_interval is how long it may be there alone:
# it is lost when most servers lose their power within that time, and then it is
# published again from the database. "sync_interval: always" waits for the disks of
# most servers with each message, which is safe and several times slower.
`

func server(b *strings.Builder, monitor, more string) {
	http := "http_port: 8222"
	if monitor != "" {
		http = fmt.Sprintf("http: %q", monitor)
	}
	fmt.Fprintf(b, "port: 4222\n%s\nmax_payload: %d\n\n", http, contract.MaxPayload)
	fmt.Fprintf(b, "jetstream {\n  store_dir: /data\n  max_file_store: %d\n%s}\n\n", contract.StorageBytes(), more)
}

func variable(user string) string {
	return fmt.Sprintf("$DOCMILL_NATS_%s_PASSWORD", strings.ToUpper(user))
}

// Accounts returns the accounts, users and permissions for an embedded server, without passwords.
func Accounts() string { return ClusterAccounts(1) }

// ClusterAccounts is Accounts for a server of a cluster. The limits of an account include all replicas of its streams.
func ClusterAccounts(servers int) string {
	var b strings.Builder
	accounts(&b, servers, func(string) string { return `""` })
	return b.String()
}

// SamePassword returns all users one password, for tests.
func SamePassword(password string) map[string]string {
	passwords := map[string]string{}
	for user := range contract.Users() {
		passwords[user] = password
	}
	return passwords
}

func accounts(b *strings.Builder, servers int, password func(user string) string) {
	b.WriteString("accounts {\n")
	all := contract.NATSAccounts()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		account := all[name]
		fmt.Fprintf(b, "  %s {\n", name)
		if s := account.JetStream; s != nil {
			fmt.Fprintf(b, "    jetstream: {max_file: %d%s%s}\n", s.Bytes*int64(servers), limit(", max_streams: %d", s.Streams),
				limit(", max_consumers: %d", s.Consumers))
		}
		users(b, name, password)
		list(b, "exports", account.Exports, export)
		list(b, "imports", account.Imports, imported)
		b.WriteString("  }\n")
	}
	b.WriteString("}\n")
}

func limit(format string, n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(format, n)
}

func users(b *strings.Builder, account string, password func(user string) string) {
	all := contract.Users()
	var blocks []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		rights := all[name]
		if rights.Account != account {
			continue
		}
		block := fmt.Sprintf("user: %s\n        password: %s\n        permissions: {\n", name,
			password(cmp.Or(rights.PasswordOf, name)))
		block += fmt.Sprintf("          publish: {allow: %s}\n          subscribe: {allow: %s}\n", quoted(rights.Publish),
			quoted(rights.Subscribe))
		if rights.Respond {
			block += "          allow_responses: true\n"
		}
		blocks = append(blocks, "{\n        "+block+"        }\n      }")
	}
	list(b, "users", blocks, func(block string) string { return block })
}

func export(e contract.Export) string {
	kind, response := "service", ""
	if e.Stream {
		kind = "stream"
	}
	if e.Many {
		response = ", response_type: stream"
	}
	return fmt.Sprintf("{%s: %q%s, accounts: [%s]}", kind, e.Subject, response, strings.Join(e.To, ", "))
}

func imported(i contract.Import) string {
	kind, as := "service", ""
	if i.Stream {
		kind = "stream"
	}
	if i.As != "" {
		as = fmt.Sprintf(", to: %q", i.As)
	}
	return fmt.Sprintf("{%s: {account: %s, subject: %q}%s}", kind, i.From, i.Subject, as)
}

func list[T any](b *strings.Builder, name string, items []T, write func(T) string) {
	if len(items) == 0 {
		return
	}
	fmt.Fprintf(b, "    %s: [\n", name)
	for _, item := range items {
		fmt.Fprintf(b, "      %s\n", write(item))
	}
	b.WriteString("    ]\n")
}

func quoted(subjects []string) string {
	all := make([]string, 0, len(subjects))
	for _, s := range subjects {
		all = append(all, fmt.Sprintf("%q", s))
	}
	return "[" + strings.Join(all, ", ") + "]"
}
