package provision

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/docmill/docmill/libs/contract"
)

// WriteNATSConfig writes the configuration of a nats-server: JetStream and the
// users with their rights. Passwords are variables of its environment
// ("$DOCMILL_NATS_GATEWAY_PASSWORD").
func WriteNATSConfig(out io.Writer) error {
	var b strings.Builder
	b.WriteString("# Written by `docmill nats-config`: change the rights in libs/contract, not here.\n\n")
	fmt.Fprintf(&b, "port: 4222\nhttp_port: 8222\nmax_payload: %d\n\n", contract.MaxPayload)
	b.WriteString("jetstream {\n  store_dir: /data\n}\n\nauthorization {\n  users: [\n")
	users := contract.Users()
	names := make([]string, 0, len(users))
	for name := range users {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		rights := users[name]
		fmt.Fprintf(&b, "    {\n      user: %s\n      password: $DOCMILL_NATS_%s_PASSWORD\n      permissions: {\n", name, strings.ToUpper(name))
		fmt.Fprintf(&b, "        publish: {allow: %s}\n        subscribe: {allow: %s}\n", list(rights.Publish), list(rights.Subscribe))
		if rights.Respond {
			b.WriteString("        allow_responses: true\n")
		}
		b.WriteString("      }\n    }\n")
	}
	b.WriteString("  ]\n}\n")
	_, err := io.WriteString(out, b.String())
	return err
}

func list(subjects []string) string {
	quoted := make([]string, 0, len(subjects))
	for _, s := range subjects {
		quoted = append(quoted, fmt.Sprintf("%q", s))
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}
