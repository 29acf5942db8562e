// Package operator manages accounts, users, keys and dead letters of a running docmill over NATS,
// as the NATS users `admin` and `operator`, which share a password.
package operator

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/docmill/docmill/cmd/docmill/internal/exitstatus"
	"github.com/docmill/docmill/cmd/docmill/internal/up"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/process"
	"github.com/docmill/docmill/libs/telemetry"
)

// Target says which docmill is meant. Tags are kong's.
type Target struct {
	DataDir      string `name:"data-dir" env:"DOCMILL_DATA_DIR" default:"./.docmill" help:"Data directory of the running docmill, with its address and operator password."`
	NATSURL      string `name:"nats-url" env:"DOCMILL_NATS_URL" help:"Address of NATS, if it differs from the data directory's."`
	NATSPassword string `name:"nats-password" env:"DOCMILL_NATS_PASSWORD" help:"Password of the NATS user 'operator', if it differs from the data directory's."`
	process.Encryption
}

// connectTimeout bounds the wait for an unreachable docmill.
const connectTimeout = 3 * time.Second

// Connect connects as the user that manages streams.
func (t Target) Connect(ctx context.Context) (*bus.Conn, error) {
	return t.connect(ctx, contract.UserOperator)
}

// ConnectAdmin connects as the user that manages accounts, users and keys.
func (t Target) ConnectAdmin(ctx context.Context) (*bus.Conn, error) {
	return t.connect(ctx, contract.UserAdmin)
}

func (t Target) connect(ctx context.Context, user string) (*bus.Conn, error) {
	cfg := bus.Config{URL: t.NATSURL, User: user, Password: t.NATSPassword, Name: "docmill command line"}
	cfg.TLS = t.NATS()
	if cfg.URL == "" {
		cfg.TLS = bus.TLS{} // the embedded server, on this machine
		endpoints, err := up.LoadEndpoints(t.DataDir)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, exitstatus.With(exitstatus.Unreachable, fmt.Errorf(
				"no docmill has run in %s; name its data directory with --data-dir, or NATS with --nats-url", t.DataDir))
		}
		if err != nil {
			return nil, err
		}
		cfg.URL = endpoints.NATS
	}
	if cfg.Password == "" {
		if creds, err := up.LoadCredentials(t.DataDir); err == nil {
			cfg.Password = creds.NATS[user]
		}
	}
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	conn, err := bus.Connect(ctx, cfg, telemetry.Discard())
	if bus.IsRefused(err) {
		return nil, exitstatus.With(exitstatus.Unauthorized, fmt.Errorf(
			"docmill does not take the password of the NATS user %s (%w)", user, err))
	}
	if err != nil {
		return nil, exitstatus.With(exitstatus.Unreachable, fmt.Errorf("docmill cannot be reached, is it running? (%w)", err))
	}
	return conn, nil
}

// GatewayURL is the base URL of the gateway of the data directory.
func (t Target) GatewayURL() (string, error) {
	endpoints, err := up.LoadEndpoints(t.DataDir)
	if err != nil {
		return "", exitstatus.With(exitstatus.Unreachable, fmt.Errorf("the public address of the gateway is unknown: "+
			"name it with --public-url, or a data directory with --data-dir (%w)", err))
	}
	return endpoints.HTTP, nil
}
