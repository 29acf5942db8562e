package operator

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
)

// CreateKey creates a key and prints its value, which is never shown again.
func CreateKey(ctx context.Context, conn *bus.Conn, out io.Writer, account, name string, expiresInDays int) error {
	id, err := accountID(ctx, conn, account)
	if err != nil {
		return err
	}
	value, err := contract.NewKey(rand.Reader)
	if err != nil {
		return err
	}
	key, err := bus.Call[contract.Key](ctx, conn, contract.RPCAuthKeyCreate, contract.CreateKeyRequest{
		AccountID: id, KeyHash: contract.HashKey(value), LastFour: contract.LastFour(value),
		Name: name, ExpiresInDays: expiresInDays,
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "key      %s  %s\n\n    %s\n\nKeep it now: it is not shown again.\n", key.ID, key.Name, value)
	return nil
}

// ListKeys prints the keys of an account, never their values.
func ListKeys(ctx context.Context, conn *bus.Conn, out io.Writer, account string) error {
	id, err := accountID(ctx, conn, account)
	if err != nil {
		return err
	}
	reply, err := bus.Call[contract.ListKeysReply](ctx, conn, contract.RPCAuthKeyList,
		contract.ListKeysRequest{AccountID: id})
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
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

// RevokeKey ends a key at once, with its descendants if descendants is set, and prints the ended keys and
// otherwise the remaining descendants. account restricts the search for a key that is not given by its id;
// empty searches everywhere.
func RevokeKey(ctx context.Context, conn *bus.Conn, out io.Writer, account, key string, descendants bool) error {
	id, err := keyID(ctx, conn, account, key)
	if err != nil {
		return err
	}
	reply, err := bus.Call[contract.RevokeKeyReply](ctx, conn, contract.RPCAuthKeyRevoke,
		contract.RevokeKeyRequest{KeyID: id, Descendants: descendants})
	if err != nil {
		return err
	}
	for _, k := range append([]contract.Key{reply.Key}, reply.Descendants...) {
		fmt.Fprintf(out, "revoked  %s  %s\n", k.ID, k.Name)
	}
	list, err := bus.Call[contract.ListKeysReply](ctx, conn, contract.RPCAuthKeyList,
		contract.ListKeysRequest{AccountID: reply.AccountID})
	if err != nil {
		return err
	}
	for _, k := range contract.Descendants(list.Keys, id, time.Now()) {
		fmt.Fprintf(out, "made by it, and goes on: %s  %s\n", k.ID, k.Name)
	}
	return nil
}
