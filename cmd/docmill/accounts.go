package main

import (
	"context"
	"errors"
	"os"

	"github.com/docmill/docmill/cmd/docmill/internal/operator"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
)

type accountCommand struct {
	Create       accountCreate       `cmd:"" help:"Create an account with a first key."`
	SetPlan      accountSetPlan      `cmd:"" help:"Move an account to another plan, at once."`
	SetRetention accountSetRetention `cmd:"" help:"Set how long an account's future documents are kept."`
	Suspend      accountSuspend      `cmd:"" help:"Suspend an account: refuse all its keys at once."`
	Resume       accountResume       `cmd:"" help:"Resume a suspended account."`
	List         accountList         `cmd:"" help:"List all accounts."`
	Audit        accountAudit        `cmd:"" help:"Show an account's audit."`
}

type accountCreate struct {
	operator.Target
	Name string `arg:"" help:"Name of the account."`
	Plan string `name:"plan" predictor:"plan" default:"Free" help:"Free, Starter, Pro or Enterprise."`
}

// Validate reports a plan that there is not.
func (c accountCreate) Validate() error {
	_, err := contract.ParsePlan(c.Plan)
	return err
}

func (c accountCreate) Run(ctx context.Context) error {
	plan, err := contract.ParsePlan(c.Plan)
	if err != nil {
		return err
	}
	return connected(ctx, c.ConnectAdmin, func(conn *bus.Conn) error {
		return operator.CreateAccount(ctx, conn, os.Stdout, c.Name, plan)
	})
}

type accountSetPlan struct {
	operator.Target
	Account string `arg:"" help:"The account: its id, its name or the e-mail address of a user."`
	Plan    string `arg:"" predictor:"plan" help:"Free, Starter, Pro or Enterprise."`
}

// Validate reports a plan that there is not.
func (c accountSetPlan) Validate() error {
	_, err := contract.ParsePlan(c.Plan)
	return err
}

func (c accountSetPlan) Run(ctx context.Context) error {
	plan, err := contract.ParsePlan(c.Plan)
	if err != nil {
		return err
	}
	return connected(ctx, c.ConnectAdmin, func(conn *bus.Conn) error {
		return operator.SetPlan(ctx, conn, os.Stdout, c.Account, plan)
	})
}

type accountSetRetention struct {
	operator.Target
	Account string `arg:"" help:"The account: its id, its name or the e-mail address of a user."`
	Days    string `arg:"" help:"A number of days, 'forever', or 'default' for the gateway's setting."`
}

// Validate rejects an invalid retention.
func (c accountSetRetention) Validate() error {
	_, err := operator.ParseRetention(c.Days)
	return err
}

func (c accountSetRetention) Run(ctx context.Context) error {
	days, err := operator.ParseRetention(c.Days)
	if err != nil {
		return err
	}
	return connected(ctx, c.ConnectAdmin, func(conn *bus.Conn) error {
		return operator.SetRetention(ctx, conn, os.Stdout, c.Account, days)
	})
}

type accountSuspend struct {
	operator.Target
	Account string `arg:"" help:"The account: its id, its name or the e-mail address of a user."`
}

func (c accountSuspend) Run(ctx context.Context) error {
	return connected(ctx, c.ConnectAdmin, func(conn *bus.Conn) error {
		return operator.SetSuspended(ctx, conn, os.Stdout, c.Account, true)
	})
}

type accountResume struct {
	operator.Target
	Account string `arg:"" help:"The account: its id, its name or the e-mail address of a user."`
}

func (c accountResume) Run(ctx context.Context) error {
	return connected(ctx, c.ConnectAdmin, func(conn *bus.Conn) error {
		return operator.SetSuspended(ctx, conn, os.Stdout, c.Account, false)
	})
}

type accountList struct{ operator.Target }

func (c accountList) Run(ctx context.Context) error {
	return connected(ctx, c.ConnectAdmin, func(conn *bus.Conn) error {
		return operator.ListAccounts(ctx, conn, os.Stdout)
	})
}

type accountAudit struct {
	operator.Target
	Account string `arg:"" help:"The account: its id, its name or the e-mail address of a user."`
	Last    int    `name:"last" default:"50" help:"Number of entries to show, newest first."`
}

func (c accountAudit) Run(ctx context.Context) error {
	return connected(ctx, c.ConnectAdmin, func(conn *bus.Conn) error {
		return operator.Audit(ctx, conn, os.Stdout, c.Account, c.Last)
	})
}

// inAccount restricts the search for a user or a key that is not given by its id.
type inAccount struct {
	InAccount string `name:"account" placeholder:"ACCOUNT" help:"Search only this account: its id, its name or the e-mail address of a user."`
}

func connected(ctx context.Context, connect func(context.Context) (*bus.Conn, error), f func(*bus.Conn) error) error {
	conn, err := connect(ctx)
	if err != nil {
		return err
	}
	err = f(conn)
	return errors.Join(err, conn.Close(ctx))
}
