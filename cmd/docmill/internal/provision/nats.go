package provision

import (
	"io"

	"github.com/docmill/docmill/libs/natsconf"
)

// WriteNATSConfig writes the configuration of a nats-server: JetStream, accounts and users with their
// rights. Passwords are environment variables ("$DOCMILL_NATS_GATEWAY_PASSWORD"). Several servers form a
// cluster. monitor is the address of the monitoring port, or "" for port 8222 of all addresses.
func WriteNATSConfig(out io.Writer, servers int, monitor string) error {
	text := natsconf.File(monitor)
	if servers > 1 {
		text = natsconf.ClusterFile(servers, monitor)
	}
	_, err := io.WriteString(out, text)
	return err
}
