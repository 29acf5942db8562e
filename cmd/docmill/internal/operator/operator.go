// Package operator manages accounts, users, keys and dead letters of a running docmill over NATS,
// as the NATS users `admin` and `operator`, which share a password.
package operator

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
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

// Session is a connection to a running docmill, with the streams of a command.
type Session struct {
	*bus.Conn
	In       io.Reader
	Out, Err io.Writer
	BaseURL  string // of one-time links
}

// Command is a command of the command line. Tags of those that implement it are kong's.
type Command interface {
	Do(ctx context.Context, s Session) error
}

// Admin runs a command as the user that manages accounts, users and keys.
type Admin[C Command] struct {
	Target
	Command C `embed:""`
}

// Validate asks the command.
func (a Admin[C]) Validate() error { return validate(a.Command) }

// Run connects and runs the command.
func (a Admin[C]) Run(ctx context.Context) error { return a.do(ctx, contract.UserAdmin, a.Command) }

// Streams runs a command as the user that manages streams.
type Streams[C Command] struct {
	Target
	Command C `embed:""`
}

// Validate asks the command.
func (s Streams[C]) Validate() error { return validate(s.Command) }

// Run connects and runs the command.
func (s Streams[C]) Run(ctx context.Context) error {
	return s.do(ctx, contract.UserOperator, s.Command)
}

func validate(c Command) error {
	if v, ok := c.(interface{ Validate() error }); ok {
		return v.Validate()
	}
	return nil
}

func (t Target) do(ctx context.Context, user string, c Command) error {
	s := Session{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}
	var err error
	if l, ok := c.(interface {
		base(t Target) (string, error)
	}); ok {
		if s.BaseURL, err = l.base(t); err != nil {
			return err
		}
	}
	if s.Conn, err = t.connect(ctx, user); err != nil {
		return err
	}
	err = c.Do(ctx, s)
	return errors.Join(err, s.Close(ctx))
}
