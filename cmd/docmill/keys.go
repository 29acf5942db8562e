package main

import (
	"context"
	"os"

	"github.com/docmill/docmill/cmd/docmill/internal/operator"
	"github.com/docmill/docmill/libs/bus"
)

type keyCommand struct {
	Create keyCreate `cmd:"" help:"Make a key; its value is printed once."`
	List   keyList   `cmd:"" help:"List an account's keys."`
	Revoke keyRevoke `cmd:"" help:"Refuse a key from now on."`
}

type keyCreate struct {
	operator.Target
	Account       string `arg:"" help:"The account: its id, its name or the e-mail address of a user."`
	Name          string `arg:"" help:"What the key is for."`
	ExpiresInDays int    `name:"expires-in-days" help:"Days until the key ends; never when 0."`
}

func (c keyCreate) Run(ctx context.Context) error {
	return connected(ctx, c.ConnectAdmin, func(conn *bus.Conn) error {
		return operator.CreateKey(ctx, conn, os.Stdout, c.Account, c.Name, c.ExpiresInDays)
	})
}

type keyList struct {
	operator.Target
	Account string `arg:"" help:"The account: its id, its name or the e-mail address of a user."`
}

func (c keyList) Run(ctx context.Context) error {
	return connected(ctx, c.ConnectAdmin, func(conn *bus.Conn) error {
		return operator.ListKeys(ctx, conn, os.Stdout, c.Account)
	})
}

type keyRevoke struct {
	operator.Target
	inAccount
	Key         string `arg:"" help:"The key: its id, its name, its last four characters or its value."`
	Descendants bool   `name:"descendants" help:"Those too that it made, directly or through others: where it may have been stolen."`
}

func (c keyRevoke) Run(ctx context.Context) error {
	return connected(ctx, c.ConnectAdmin, func(conn *bus.Conn) error {
		return operator.RevokeKey(ctx, conn, os.Stdout, c.InAccount, c.Key, c.Descendants)
	})
}
