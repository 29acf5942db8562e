package operator

import (
	"context"
	"crypto/rand"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
)

// CreateKey creates a key and prints its value, which is never shown again.
type CreateKey struct {
	Account
	Name          string `arg:"" help:"Purpose of the key."`
	ExpiresInDays int    `name:"expires-in-days" help:"Days until the key expires; 0 means never."`
}

// Do creates.
func (c CreateKey) Do(ctx context.Context, s Session) error {
	id, err := accountID(ctx, s.Conn, c.Account.Account)
	if err != nil {
		return err
	}
	value, err := contract.NewKey(rand.Reader)
	if err != nil {
		return err
	}
	key, err := bus.Call[contract.Key](ctx, s.Conn, contract.RPCAuthKeyCreate, contract.CreateKeyRequest{
		AccountID: id, KeyHash: contract.HashKey(value), LastFour: contract.LastFour(value),
		Name: c.Name, ExpiresInDays: c.ExpiresInDays,
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(s.Out, "key      %s  %s\n\n    %s\n\nKeep it now: it is not shown again.\n", key.ID, key.Name, value)
	return nil
}

// ListKeys prints the keys of an account, never their values.
type ListKeys struct{ Account }

// Do lists.
func (c ListKeys) Do(ctx context.Context, s Session) error {
	id, err := accountID(ctx, s.Conn, c.Account.Account)
	if err != nil {
		return err
	}
	reply, err := bus.Call[contract.ListKeysReply](ctx, s.Conn, contract.RPCAuthKeyList,
		contract.ListKeysRequest{AccountID: id})
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(s.Out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "KEY\tVALUE\tCREATED\tLAST USED\tEXPIRES\tREVOKED\tNAME")
	for _, k := range reply.Keys {
		fmt.Fprintf(w, "%s\t%s…%s\t%s\t%s\t%s\t%s\t%s\n", k.ID, k.Prefix, k.LastFour,
			k.CreatedAt.Format(time.DateOnly), day(k.LastUsedAt), day(k.ExpiresAt), day(k.RevokedAt), k.Name)
	}
	return w.Flush()
}

func day(t *contract.Time) string {
	if t == nil {
		return "-"
	}
	return t.Format(time.DateOnly)
}

// RevokeKey ends a key at once, with its descendants if it may have been stolen, and prints the ended keys and
// otherwise the remaining descendants.
type RevokeKey struct {
	InAccount
	Key         string `arg:"" help:"The key: its id, its name, its last four characters or its value."`
	Descendants bool   `name:"descendants" help:"Also revoke its descendants, if it may have been stolen."`
}

// Do revokes.
func (c RevokeKey) Do(ctx context.Context, s Session) error {
	id, err := keyID(ctx, s.Conn, c.InAccount.InAccount, c.Key)
	if err != nil {
		return err
	}
	reply, err := bus.Call[contract.RevokeKeyReply](ctx, s.Conn, contract.RPCAuthKeyRevoke,
		contract.RevokeKeyRequest{KeyID: id, Descendants: c.Descendants})
	if err != nil {
		return err
	}
	for _, k := range append([]contract.Key{reply.Key}, reply.Descendants...) {
		fmt.Fprintf(s.Out, "revoked  %s  %s\n", k.ID, k.Name)
	}
	list, err := bus.Call[contract.ListKeysReply](ctx, s.Conn, contract.RPCAuthKeyList,
		contract.ListKeysRequest{AccountID: reply.AccountID})
	if err != nil {
		return err
	}
	for _, k := range contract.Descendants(list.Keys, id, time.Now()) {
		fmt.Fprintf(s.Out, "made by it, and goes on: %s  %s\n", k.ID, k.Name)
	}
	return nil
}
