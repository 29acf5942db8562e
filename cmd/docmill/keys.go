package main

import (
	"context"
	"os"

	"github.com/docmill/docmill/cmd/docmill/internal/operator"
	"github.com/docmill/docmill/libs/bus"
)

type keyCommand struct {
	Create keyCreate `cmd:"" help:"Create a key and print its value once."`
	List   keyList   `cmd:"" help:"List an account's keys."`
	Revoke keyRevoke `cmd:"" help:"Revoke a key."`
}

type keyCreate struct {
	operator.Target
	Account       string `arg:"" help:"The account: its id, its name or the e-mail address of a user."`
	Name          string `arg:"" help:"Purpose of the key."`
	ExpiresInDays int    `name:"expires-in-days" help:"Days until the key expires; 0 means never."`
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
	Descendants bool   `name:"descendants" help:"Also revoke its descendants, if it may have been stolen."`
}

func (c keyRevoke) Run(ctx context.Context) error {
	return connected(ctx, c.ConnectAdmin, func(conn *bus.Conn) error {
		return operator.RevokeKey(ctx, conn, os.Stdout, c.InAccount, c.Key, c.Descendants)
	})
}
