package provision

import (
	"io"

	"github.com/docmill/docmill/libs/natsconf"
)

// WriteNATSConfig writes the configuration of a nats-server: JetStream, accounts
// and users with their rights. Passwords are variables of its environment
// ("$DOCMILL_NATS_GATEWAY_PASSWORD"). More servers than one are a cluster.
func WriteNATSConfig(out io.Writer, servers int) error {
	text := natsconf.File()
	if servers > 1 {
		text = natsconf.ClusterFile(servers)
	}
	_, err := io.WriteString(out, text)
	return err
}
