// Package natsconf writes what package contract says of NATS accounts, users
// and limits in the language of nats-server's configuration. Separate servers
// read it from a file, embedded ones from memory.
package natsconf

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/docmill/docmill/libs/contract"
)

// File is the whole configuration of a separate nats-server. Passwords are
// variables of its environment ("$DOCMILL_NATS_GATEWAY_PASSWORD").
func File() string {
	var b strings.Builder
	b.WriteString("# Written by `docmill nats-config`: change the rights in libs/contract, not here.\n\n")
	fmt.Fprintf(&b, "port: 4222\nhttp_port: 8222\nmax_payload: %d\n\n", contract.MaxPayload)
	fmt.Fprintf(&b, "jetstream {\n  store_dir: /data\n  max_file_store: %d\n}\n\n", contract.StorageBytes())
	accounts(&b, func(user string) string { return fmt.Sprintf("$DOCMILL_NATS_%s_PASSWORD", strings.ToUpper(user)) })
	return b.String()
}

// Accounts is the part of File that an embedded server needs: accounts, users
// and what they may. The users' passwords are empty.
func Accounts() string {
	var b strings.Builder
	accounts(&b, func(string) string { return `""` })
	return b.String()
}

// SamePassword has every user sign in with one password, for tests.
func SamePassword(password string) map[string]string {
	passwords := map[string]string{}
	for user := range contract.Users() {
		passwords[user] = password
	}
	return passwords
}

func accounts(b *strings.Builder, password func(user string) string) {
	b.WriteString("accounts {\n")
	all := contract.NATSAccounts()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		account := all[name]
		fmt.Fprintf(b, "  %s {\n", name)
		if s := account.JetStream; s != nil {
			fmt.Fprintf(b, "    jetstream: {max_file: %d%s%s}\n", s.Bytes, limit(", max_streams: %d", s.Streams),
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
		block := fmt.Sprintf("user: %s\n        password: %s\n        permissions: {\n", name, password(name))
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
