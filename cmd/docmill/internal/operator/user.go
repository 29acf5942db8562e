package operator

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/docmill/docmill/cmd/docmill/internal/exitstatus"
	"github.com/docmill/docmill/cmd/docmill/internal/up"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
)

// InAccount restricts the search for a user or a key that is not given by its id.
type InAccount struct {
	InAccount string `name:"account" placeholder:"ACCOUNT" help:"Search only this account: its id, its name or the e-mail address of a user."`
}

// Link says how a one-time link begins.
type Link struct {
	PublicURL string `name:"public-url" env:"DOCMILL_PUBLIC_URL" help:"Address under which browsers reach the gateway, if it differs from the data directory's."`
}

func (l Link) base(t Target) (string, error) {
	if l.PublicURL != "" {
		return l.PublicURL, nil
	}
	endpoints, err := up.LoadEndpoints(t.DataDir)
	if err != nil {
		return "", exitstatus.With(exitstatus.Unreachable, fmt.Errorf("the public address of the gateway is unknown: "+
			"name it with --public-url, or a data directory with --data-dir (%w)", err))
	}
	return endpoints.HTTP, nil
}

func (s Session) createLink(ctx context.Context, subject string, request func(linkHash string) bus.Message) error {
	secret, err := contract.NewSecret(rand.Reader)
	if err != nil {
		return err
	}
	r, err := bus.Call[contract.InviteUserReply](ctx, s.Conn, subject, request(contract.HashSecret(secret)))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.Out, "user     %s  %s  %s\n\n    %s\n\nGive it to them alone: whoever opens it first, until "+
		"%s, sets the password.\n",
		r.User.ID, r.User.Role, cmp.Or(r.User.Email, "-"), contract.InviteLink(s.BaseURL, secret),
		r.ExpiresAt.Format(time.RFC3339))
	return err
}

// InviteUser creates a user of an account and prints the one-time link for joining.
type InviteUser struct {
	Link
	Account
	Email string `arg:"" help:"E-mail address; no mail is sent."`
	Role  string `name:"role" predictor:"role" default:"member" help:"owner or member."`
}

// Validate reports a role that there is not.
func (c InviteUser) Validate() error {
	_, err := contract.ParseRole(c.Role)
	return err
}

// Do invites.
func (c InviteUser) Do(ctx context.Context, s Session) error {
	role, err := contract.ParseRole(c.Role)
	if err != nil {
		return err
	}
	id, err := accountID(ctx, s.Conn, c.Account.Account)
	if err != nil {
		return err
	}
	return s.createLink(ctx, contract.RPCAuthUserInvite, func(hash string) bus.Message {
		return contract.InviteUserRequest{AccountID: id,
			Invitation: contract.Invitation{Email: c.Email, Role: role, LinkHash: hash}}
	})
}

// User is the user that a command is about.
type User struct {
	InAccount
	User string `arg:"" help:"The user: id or e-mail address."`
}

// LinkUser prints a new one-time link for setting a password; earlier links end.
type LinkUser struct {
	Link
	User
}

// Do links.
func (c LinkUser) Do(ctx context.Context, s Session) error {
	id, err := c.id(ctx, s)
	if err != nil {
		return err
	}
	return s.createLink(ctx, contract.RPCAuthUserLink, func(hash string) bus.Message {
		return contract.UserLinkRequest{UserID: id, LinkHash: hash}
	})
}

func (u User) id(ctx context.Context, s Session) (string, error) {
	return userID(ctx, s.Conn, u.InAccount.InAccount, u.User)
}

// ListUsers prints the users of an account.
type ListUsers struct{ Account }

// Do lists.
func (c ListUsers) Do(ctx context.Context, s Session) error {
	id, err := accountID(ctx, s.Conn, c.Account.Account)
	if err != nil {
		return err
	}
	reply, err := bus.Call[contract.ListUsersReply](ctx, s.Conn, contract.RPCAuthUserList,
		contract.ListUsersRequest{AccountID: id})
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(s.Out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "USER\tROLE\tSTATE\tCREATED\tLAST SIGN-IN\tE-MAIL")
	for _, u := range reply.Users {
		state := "active"
		if u.Invited {
			state = "invited"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", u.ID, u.Role, state, u.CreatedAt.Format(time.DateOnly),
			day(u.LastSignInAt), cmp.Or(u.Email, "-"))
	}
	return w.Flush()
}

// SetRole gives a user another role.
type SetRole struct {
	User
	Role string `arg:"" predictor:"role" help:"owner or member."`
}

// Validate reports a role that there is not.
func (c SetRole) Validate() error { return InviteUser{Role: c.Role}.Validate() }

// Do sets.
func (c SetRole) Do(ctx context.Context, s Session) error {
	role, err := contract.ParseRole(c.Role)
	if err != nil {
		return err
	}
	id, err := c.id(ctx, s)
	if err != nil {
		return err
	}
	u, err := bus.Call[contract.User](ctx, s.Conn, contract.RPCAuthUserSetRole,
		contract.SetRoleRequest{UserID: id, Role: role})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.Out, "user     %s  %s  %s\n", u.ID, u.Role, cmp.Or(u.Email, "-"))
	return err
}

// RemoveUser removes a user; their sessions end at once.
type RemoveUser struct{ User }

// Do removes.
func (c RemoveUser) Do(ctx context.Context, s Session) error {
	id, err := c.id(ctx, s)
	if err != nil {
		return err
	}
	u, err := bus.Call[contract.User](ctx, s.Conn, contract.RPCAuthUserRemove, contract.RemoveUserRequest{UserID: id})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.Out, "removed  %s  %s\n", u.ID, cmp.Or(u.Email, "-"))
	return err
}
