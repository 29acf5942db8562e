package operator

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
)

// CreateAccount makes an account with a first key and prints both.
func CreateAccount(ctx context.Context, conn *bus.Conn, out io.Writer, name string, plan contract.Plan) error {
	account, err := bus.Call[contract.Account](ctx, conn, contract.RPCAuthAccountCreate,
		contract.CreateAccountRequest{Name: name, Plan: plan})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "account  %s  %s  %s\n", account.ID, account.Plan, account.Name)
	return CreateKey(ctx, conn, out, account.ID, "first key", 0)
}

// SetPlan moves an account to another plan.
func SetPlan(ctx context.Context, conn *bus.Conn, out io.Writer, account string, plan contract.Plan) error {
	id, err := accountID(ctx, conn, account)
	if err != nil {
		return err
	}
	a, err := bus.Call[contract.Account](ctx, conn, contract.RPCAuthAccountSetPlan,
		contract.SetPlanRequest{AccountID: id, Plan: plan})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "account  %s  %s  %s\n", a.ID, a.Plan, a.Name)
	return nil
}

// Words for retention, in addition to a number of days.
const (
	retentionForever = "forever"
	retentionDefault = "default"
)

// ParseRetention reads a number of days, "forever" or "default", in the form of
// contract.SetRetentionRequest. It rejects 0, which is ambiguous.
func ParseRetention(text string) (days *int, err error) {
	switch text {
	case retentionDefault:
		return nil, nil
	case retentionForever:
		return new(int), nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > contract.MaxRetentionDays {
		return nil, fmt.Errorf("%q is no retention: choose 1 to %d days, %q or %q", text, contract.MaxRetentionDays,
			retentionForever, retentionDefault)
	}
	return &n, nil
}

// retention formats a retention for ParseRetention.
func retention(days *int) string {
	switch {
	case days == nil:
		return retentionDefault
	case *days == 0:
		return retentionForever
	}
	return strconv.Itoa(*days) + " d"
}

// SetRetention sets how long the account's future documents are kept.
func SetRetention(ctx context.Context, conn *bus.Conn, out io.Writer, account string, days *int) error {
	id, err := accountID(ctx, conn, account)
	if err != nil {
		return err
	}
	a, err := bus.Call[contract.Account](ctx, conn, contract.RPCAuthAccountSetRetention,
		contract.SetRetentionRequest{AccountID: id, Days: days})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "account  %s  retention %s  %s\n", a.ID, retention(a.RetentionDays), a.Name)
	return nil
}

// SetSuspended refuses all keys of an account, or takes them again.
func SetSuspended(ctx context.Context, conn *bus.Conn, out io.Writer, account string, suspended bool) error {
	id, err := accountID(ctx, conn, account)
	if err != nil {
		return err
	}
	a, err := bus.Call[contract.Account](ctx, conn, contract.RPCAuthAccountSuspend,
		contract.SuspendRequest{AccountID: id, Suspended: suspended})
	if err != nil {
		return err
	}
	state := "active"
	if a.Suspended {
		state = "suspended"
	}
	fmt.Fprintf(out, "account  %s  %s  %s\n", a.ID, state, a.Name)
	return nil
}

// ListAccounts prints all accounts.
func ListAccounts(ctx context.Context, conn *bus.Conn, out io.Writer) error {
	accounts, err := called(ctx, conn, "")
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "ACCOUNT\tPLAN\tSUSPENDED\tRETENTION\tCREATED\tNAME")
	for _, a := range accounts {
		fmt.Fprintf(w, "%s\t%s\t%t\t%s\t%s\t%s\n", a.ID, a.Plan, a.Suspended, retention(a.RetentionDays),
			a.CreatedAt.Format(time.DateOnly), a.Name)
	}
	return w.Flush()
}
