package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"

	"github.com/docmill/docmill/cmd/docmill/internal/local"
	"github.com/docmill/docmill/cmd/docmill/internal/operator"
	"github.com/docmill/docmill/cmd/docmill/internal/provision"
	"github.com/docmill/docmill/cmd/docmill/internal/up"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
)

// cli is the command line; tags are kong's.
type cli struct {
	Up      upCommand      `cmd:"" help:"Run the whole service in this process."`
	Extract local.Command  `cmd:"" help:"Extract files right here, without a server."`
	Account accountCommand `cmd:"" help:"Accounts of a running service."`
	Key     keyCommand     `cmd:"" help:"API keys of a running service."`

	Provision  provision.Command `cmd:"" help:"Make what separate services bind to: database roles and schemas, streams, bucket, first account."`
	NATSConfig natsConfigCommand `cmd:"" name:"nats-config" help:"Print the configuration of a nats-server for separate services."`
	Version    versionCommand    `cmd:"" help:"Print the version."`
}

type upCommand struct {
	up.Config `embed:""`
}

func (c upCommand) Run(ctx context.Context) error { return up.Run(ctx, c.Config, os.Stdout) }

type accountCommand struct {
	Create  accountCreate  `cmd:"" help:"Make an account with a first key."`
	SetPlan accountSetPlan `cmd:"" help:"Move an account to another plan, at once."`
	List    accountList    `cmd:"" help:"List all accounts."`
}

type accountCreate struct {
	operator.Target
	Name string `arg:"" help:"Name of the account."`
	Plan string `name:"plan" default:"Free" help:"Free, Starter, Pro or Enterprise."`
}

func (c accountCreate) Run(ctx context.Context) error {
	plan, err := contract.ParsePlan(c.Plan)
	if err != nil {
		return err
	}
	return connected(ctx, c.Target, func(conn *bus.Conn) error {
		return operator.CreateAccount(ctx, conn, os.Stdout, c.Name, plan)
	})
}

type accountSetPlan struct {
	operator.Target
	Account string `arg:"" help:"Id of the account."`
	Plan    string `arg:"" help:"Free, Starter, Pro or Enterprise."`
}

func (c accountSetPlan) Run(ctx context.Context) error {
	plan, err := contract.ParsePlan(c.Plan)
	if err != nil {
		return err
	}
	return connected(ctx, c.Target, func(conn *bus.Conn) error {
		return operator.SetPlan(ctx, conn, os.Stdout, c.Account, plan)
	})
}

type accountList struct{ operator.Target }

func (c accountList) Run(ctx context.Context) error {
	return connected(ctx, c.Target, func(conn *bus.Conn) error { return operator.ListAccounts(ctx, conn, os.Stdout) })
}

type keyCommand struct {
	Create keyCreate `cmd:"" help:"Make a key; its value is printed once."`
	List   keyList   `cmd:"" help:"List an account's keys."`
	Revoke keyRevoke `cmd:"" help:"Refuse a key from now on."`
}

type keyCreate struct {
	operator.Target
	Account       string `arg:"" help:"Id of the account."`
	Name          string `arg:"" help:"What the key is for."`
	ExpiresInDays int    `name:"expires-in-days" help:"Days until the key ends; never when 0."`
}

func (c keyCreate) Run(ctx context.Context) error {
	return connected(ctx, c.Target, func(conn *bus.Conn) error {
		return operator.CreateKey(ctx, conn, os.Stdout, c.Account, c.Name, c.ExpiresInDays)
	})
}

type keyList struct {
	operator.Target
	Account string `arg:"" help:"Id of the account."`
}

func (c keyList) Run(ctx context.Context) error {
	return connected(ctx, c.Target, func(conn *bus.Conn) error { return operator.ListKeys(ctx, conn, os.Stdout, c.Account) })
}

type keyRevoke struct {
	operator.Target
	Key string `arg:"" help:"Id of the key."`
}

func (c keyRevoke) Run(ctx context.Context) error {
	return connected(ctx, c.Target, func(conn *bus.Conn) error { return operator.RevokeKey(ctx, conn, os.Stdout, c.Key) })
}

func connected(ctx context.Context, target operator.Target, f func(*bus.Conn) error) error {
	conn, err := target.Connect(ctx)
	if err != nil {
		return err
	}
	err = f(conn)
	return errors.Join(err, conn.Close(ctx))
}

type natsConfigCommand struct{}

func (natsConfigCommand) Run() error { return provision.WriteNATSConfig(os.Stdout) }

type versionCommand struct{}

func (versionCommand) Run() error {
	version := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		version = info.Main.Version
	}
	_, err := fmt.Println("docmill", version)
	return err
}
