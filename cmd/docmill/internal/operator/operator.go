// Package operator is what the command line asks of a running docmill: accounts
// and keys, over NATS, as the user `operator`.
package operator

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/docmill/docmill/cmd/docmill/internal/up"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/telemetry"
)

// Target says which docmill is meant. Tags are kong's.
type Target struct {
	DataDir      string `name:"data-dir" env:"DOCMILL_DATA_DIR" default:"./.docmill" help:"Folder of the running docmill: its address and operator password are read there."`
	NATSURL      string `name:"nats-url" env:"DOCMILL_NATS_URL" help:"Address of NATS, when it is not the one of the data directory."`
	NATSPassword string `name:"nats-password" env:"DOCMILL_NATS_PASSWORD" help:"Password of the NATS user 'operator', when it is not the one of the data directory."`
}

// connectTimeout bounds how long a command waits for a docmill that is not
// there.
const connectTimeout = 3 * time.Second

// Connect connects as the operator.
func (t Target) Connect(ctx context.Context) (*bus.Conn, error) {
	cfg := bus.Config{URL: t.NATSURL, User: contract.UserOperator, Password: t.NATSPassword, Name: "docmill command line"}
	if cfg.URL == "" {
		endpoints, err := up.LoadEndpoints(t.DataDir)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("no docmill has run in %s; name its data directory with --data-dir, or NATS with --nats-url", t.DataDir)
		}
		if err != nil {
			return nil, err
		}
		cfg.URL = endpoints.NATS
	}
	if cfg.Password == "" {
		if creds, err := up.LoadCredentials(t.DataDir); err == nil {
			cfg.Password = creds.NATS[contract.UserOperator]
		}
	}
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	conn, err := bus.Connect(ctx, cfg, telemetry.Discard())
	if err != nil {
		return nil, fmt.Errorf("is docmill running? %w", err)
	}
	return conn, nil
}

// CreateAccount makes an account with a first key and prints both.
func CreateAccount(ctx context.Context, conn *bus.Conn, out io.Writer, name string, plan contract.Plan) error {
	account, err := bus.Call[contract.Account](ctx, conn, contract.RPCAuthAccountCreate, contract.CreateAccountRequest{Name: name, Plan: plan})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "account  %s  %s  %s\n", account.ID, account.Plan, account.Name)
	return CreateKey(ctx, conn, out, account.ID, "first key", 0)
}

// SetPlan moves an account to another plan.
func SetPlan(ctx context.Context, conn *bus.Conn, out io.Writer, accountID string, plan contract.Plan) error {
	account, err := bus.Call[contract.Account](ctx, conn, contract.RPCAuthAccountSetPlan, contract.SetPlanRequest{AccountID: accountID, Plan: plan})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "account  %s  %s  %s\n", account.ID, account.Plan, account.Name)
	return nil
}

// ListAccounts prints all accounts.
func ListAccounts(ctx context.Context, conn *bus.Conn, out io.Writer) error {
	reply, err := bus.Call[contract.ListAccountsReply](ctx, conn, contract.RPCAuthAccountList, contract.Empty{})
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "ACCOUNT\tPLAN\tSUSPENDED\tCREATED\tNAME")
	for _, a := range reply.Accounts {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", a.ID, a.Plan, strconv.FormatBool(a.Suspended), a.CreatedAt.Format(time.DateOnly), a.Name)
	}
	return w.Flush()
}

// CreateKey makes a key and prints its value: it is never shown again.
func CreateKey(ctx context.Context, conn *bus.Conn, out io.Writer, accountID, name string, expiresInDays int) error {
	value, err := contract.NewKey(rand.Reader)
	if err != nil {
		return err
	}
	key, err := bus.Call[contract.Key](ctx, conn, contract.RPCAuthKeyCreate, contract.CreateKeyRequest{
		AccountID: accountID, KeyHash: contract.HashKey(value), LastFour: contract.LastFour(value),
		Name: name, ExpiresInDays: expiresInDays,
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "key      %s  %s\n\n    %s\n\nKeep it now: it is not shown again.\n", key.ID, key.Name, value)
	return nil
}

// ListKeys prints the keys of an account, never their values.
func ListKeys(ctx context.Context, conn *bus.Conn, out io.Writer, accountID string) error {
	reply, err := bus.Call[contract.ListKeysReply](ctx, conn, contract.RPCAuthKeyList, contract.ListKeysRequest{AccountID: accountID})
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "KEY\tVALUE\tCREATED\tEXPIRES\tREVOKED\tNAME")
	for _, k := range reply.Keys {
		fmt.Fprintf(w, "%s\t%s…%s\t%s\t%s\t%s\t%s\n", k.ID, k.Prefix, k.LastFour,
			k.CreatedAt.Format(time.DateOnly), day(k.ExpiresAt), day(k.RevokedAt), k.Name)
	}
	return w.Flush()
}

func day(t *contract.Time) string {
	if t == nil {
		return "-"
	}
	return t.Format(time.DateOnly)
}

// RevokeKey ends a key at once.
func RevokeKey(ctx context.Context, conn *bus.Conn, out io.Writer, keyID string) error {
	if _, err := bus.Call[contract.Empty](ctx, conn, contract.RPCAuthKeyRevoke, contract.RevokeKeyRequest{KeyID: keyID}); err != nil {
		return err
	}
	fmt.Fprintf(out, "revoked  %s\n", keyID)
	return nil
}
