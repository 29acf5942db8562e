package main

import (
	"context"
	"os"

	"github.com/docmill/docmill/cmd/docmill/internal/operator"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
)

type userCommand struct {
	Invite  userInvite  `cmd:"" help:"Create a user of an account and print the one-time link for joining."`
	List    userList    `cmd:"" help:"List an account's users."`
	Link    userLink    `cmd:"" help:"Print a one-time link with which a user sets a new password."`
	SetRole userSetRole `cmd:"" help:"Change a user's role at once."`
	Remove  userRemove  `cmd:"" help:"Remove a user; their sessions end at once."`
}

// gatewayURL is the base of one-time links.
type gatewayURL struct {
	PublicURL string `name:"public-url" env:"DOCMILL_PUBLIC_URL" help:"Address under which browsers reach the gateway, if it differs from the data directory's."`
}

func (g gatewayURL) base(target operator.Target) (string, error) {
	if g.PublicURL != "" {
		return g.PublicURL, nil
	}
	return target.GatewayURL()
}

type userInvite struct {
	operator.Target
	gatewayURL
	Account string `arg:"" help:"The account: its id, its name or the e-mail address of a user."`
	Email   string `arg:"" help:"E-mail address; no mail is sent."`
	Role    string `name:"role" predictor:"role" default:"member" help:"owner or member."`
}

// Validate reports a role that there is not.
func (c userInvite) Validate() error {
	_, err := contract.ParseRole(c.Role)
	return err
}

func (c userInvite) Run(ctx context.Context) error {
	role, err := contract.ParseRole(c.Role)
	if err != nil {
		return err
	}
	base, err := c.base(c.Target)
	if err != nil {
		return err
	}
	return connected(ctx, c.ConnectAdmin, func(conn *bus.Conn) error {
		return operator.InviteUser(ctx, conn, os.Stdout, base, c.Account, c.Email, role)
	})
}

type userList struct {
	operator.Target
	Account string `arg:"" help:"The account: its id, its name or the e-mail address of a user."`
}

func (c userList) Run(ctx context.Context) error {
	return connected(ctx, c.ConnectAdmin, func(conn *bus.Conn) error {
		return operator.ListUsers(ctx, conn, os.Stdout, c.Account)
	})
}

type userLink struct {
	operator.Target
	gatewayURL
	inAccount
	User string `arg:"" help:"The user: id or e-mail address."`
}

func (c userLink) Run(ctx context.Context) error {
	base, err := c.base(c.Target)
	if err != nil {
		return err
	}
	return connected(ctx, c.ConnectAdmin, func(conn *bus.Conn) error {
		return operator.LinkUser(ctx, conn, os.Stdout, base, c.InAccount, c.User)
	})
}

type userSetRole struct {
	operator.Target
	inAccount
	User string `arg:"" help:"The user: id or e-mail address."`
	Role string `arg:"" predictor:"role" help:"owner or member."`
}

// Validate reports a role that there is not.
func (c userSetRole) Validate() error {
	_, err := contract.ParseRole(c.Role)
	return err
}

func (c userSetRole) Run(ctx context.Context) error {
	role, err := contract.ParseRole(c.Role)
	if err != nil {
		return err
	}
	return connected(ctx, c.ConnectAdmin, func(conn *bus.Conn) error {
		return operator.SetRole(ctx, conn, os.Stdout, c.InAccount, c.User, role)
	})
}

type userRemove struct {
	operator.Target
	inAccount
	User string `arg:"" help:"The user: id or e-mail address."`
}

func (c userRemove) Run(ctx context.Context) error {
	return connected(ctx, c.ConnectAdmin, func(conn *bus.Conn) error {
		return operator.RemoveUser(ctx, conn, os.Stdout, c.InAccount, c.User)
	})
}
