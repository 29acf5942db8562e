package provision

import (
	"io"

	"github.com/docmill/docmill/libs/natsconf"
)

// WriteNATSConfig writes the configuration of a nats-server: JetStream, accounts
// and users with their rights. Passwords are variables of its environment
// ("$DOCMILL_NATS_GATEWAY_PASSWORD").
func WriteNATSConfig(out io.Writer) error {
	_, err := io.WriteString(out, natsconf.File())
	return err
}
