package operator

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
)

// Account is the account that a command is about.
type Account struct {
	Account string `arg:"" help:"The account: its id, its name or the e-mail address of a user."`
}

// CreateAccount makes an account with a first key and prints both.
type CreateAccount struct {
	Name string `arg:"" help:"Name of the account."`
	Plan string `name:"plan" predictor:"plan" default:"Free" help:"Free, Starter, Pro or Enterprise."`
}

// Validate reports a plan that there is not.
func (c CreateAccount) Validate() error {
	_, err := contract.ParsePlan(c.Plan)
	return err
}

// Do creates.
func (c CreateAccount) Do(ctx context.Context, s Session) error {
	plan, err := contract.ParsePlan(c.Plan)
	if err != nil {
		return err
	}
	account, err := bus.Call[contract.Account](ctx, s.Conn, contract.RPCAuthAccountCreate,
		contract.CreateAccountRequest{Name: c.Name, Plan: plan})
	if err != nil {
		return err
	}
	fmt.Fprintf(s.Out, "account  %s  %s  %s\n", account.ID, account.Plan, account.Name)
	return CreateKey{Account: Account{account.ID}, Name: "first key"}.Do(ctx, s)
}

// change makes a request about the account and prints the changed account.
func (a Account) change(
	ctx context.Context, s Session, subject string, request func(id string) bus.Message,
	shown func(contract.Account) string,
) error {
	id, err := accountID(ctx, s.Conn, a.Account)
	if err != nil {
		return err
	}
	changed, err := bus.Call[contract.Account](ctx, s.Conn, subject, request(id))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.Out, "account  %s  %s  %s\n", changed.ID, shown(changed), changed.Name)
	return err
}

// SetPlan moves an account to another plan.
type SetPlan struct {
	Account
	Plan string `arg:"" predictor:"plan" help:"Free, Starter, Pro or Enterprise."`
}

// Validate reports a plan that there is not.
func (c SetPlan) Validate() error { return CreateAccount{Plan: c.Plan}.Validate() }

// Do sets.
func (c SetPlan) Do(ctx context.Context, s Session) error {
	plan, err := contract.ParsePlan(c.Plan)
	if err != nil {
		return err
	}
	return c.change(ctx, s, contract.RPCAuthAccountSetPlan, func(id string) bus.Message {
		return contract.SetPlanRequest{AccountID: id, Plan: plan}
	}, func(a contract.Account) string { return string(a.Plan) })
}

// Words for retention, in addition to a number of days.
const (
	retentionForever = "forever"
	retentionDefault = "default"
)

// parseRetention reads days, "forever" or "default" for contract.SetRetentionRequest. It rejects the ambiguous 0.
func parseRetention(text string) (days *int, err error) {
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
type SetRetention struct {
	Account
	Days string `arg:"" help:"A number of days, 'forever', or 'default' for the gateway's setting."`
}

// Validate rejects an invalid retention.
func (c SetRetention) Validate() error {
	_, err := parseRetention(c.Days)
	return err
}

// Do sets.
func (c SetRetention) Do(ctx context.Context, s Session) error {
	days, err := parseRetention(c.Days)
	if err != nil {
		return err
	}
	return c.change(ctx, s, contract.RPCAuthAccountSetRetention, func(id string) bus.Message {
		return contract.SetRetentionRequest{AccountID: id, Days: days}
	}, func(a contract.Account) string { return "retention " + retention(a.RetentionDays) })
}

// Suspend refuses all keys of an account.
type Suspend struct{ Account }

// Do suspends.
func (c Suspend) Do(ctx context.Context, s Session) error { return c.suspend(ctx, s, true) }

// Resume takes all keys of an account again.
type Resume struct{ Account }

// Do resumes.
func (c Resume) Do(ctx context.Context, s Session) error { return c.suspend(ctx, s, false) }

func (a Account) suspend(ctx context.Context, s Session, suspended bool) error {
	return a.change(ctx, s, contract.RPCAuthAccountSuspend, func(id string) bus.Message {
		return contract.SuspendRequest{AccountID: id, Suspended: suspended}
	}, func(a contract.Account) string {
		if a.Suspended {
			return "suspended"
		}
		return "active"
	})
}

// ListAccounts prints all accounts.
type ListAccounts struct{}

// Do lists.
func (ListAccounts) Do(ctx context.Context, s Session) error {
	accounts, err := called(ctx, s.Conn, "")
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(s.Out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "ACCOUNT\tPLAN\tSUSPENDED\tRETENTION\tCREATED\tNAME")
	for _, a := range accounts {
		fmt.Fprintf(w, "%s\t%s\t%t\t%s\t%s\t%s\n", a.ID, a.Plan, a.Suspended, retention(a.RetentionDays),
			a.CreatedAt.Format(time.DateOnly), a.Name)
	}
	return w.Flush()
}

// Audit prints the last things that were done in an account, newest first.
type Audit struct {
	Account
	Last int `name:"last" default:"50" help:"Number of entries to show, newest first."`
}

// Do prints.
func (c Audit) Do(ctx context.Context, s Session) error {
	id, err := accountID(ctx, s.Conn, c.Account.Account)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(s.Out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "TIME\tACTION\tBY\tOF\tDETAIL")
	for before, n := "", c.Last; n > 0; {
		page := contract.AuditPage{Limit: min(n, contract.MaxAuditPage), Before: before}
		reply, err := bus.Call[contract.ListAuditReply](ctx, s.Conn, contract.RPCAuthAuditList,
			contract.ListAuditRequest{AccountID: id, AuditPage: page})
		if err != nil {
			return err
		}
		for _, e := range reply.Entries {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", e.At.Format(time.DateTime), e.Action, e.Actor, cmp.Or(e.Target, "-"),
				cmp.Or(e.Detail, "-"))
			before = e.ID
		}
		n -= page.Limit
		if len(reply.Entries) < page.Limit {
			break
		}
	}
	return w.Flush()
}
