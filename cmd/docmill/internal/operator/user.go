package operator

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
)

// InviteUser creates a user of an account and prints the one-time link below the gateway's base URL.
func InviteUser(
	ctx context.Context, conn *bus.Conn, out io.Writer, baseURL, account, email string, role contract.Role,
) error {
	id, err := accountID(ctx, conn, account)
	if err != nil {
		return err
	}
	secret, err := contract.NewSecret(rand.Reader)
	if err != nil {
		return err
	}
	reply, err := bus.Call[contract.InviteUserReply](ctx, conn, contract.RPCAuthUserInvite, contract.InviteUserRequest{
		AccountID:  id,
		Invitation: contract.Invitation{Email: email, Role: role, LinkHash: contract.HashSecret(secret)},
	})
	if err != nil {
		return err
	}
	return printLink(out, reply, baseURL, secret)
}

// LinkUser prints a new one-time link for setting a password; earlier links end. account restricts the
// search for a user who is not given by the id, here and below; empty searches everywhere.
func LinkUser(ctx context.Context, conn *bus.Conn, out io.Writer, baseURL, account, user string) error {
	id, err := userID(ctx, conn, account, user)
	if err != nil {
		return err
	}
	secret, err := contract.NewSecret(rand.Reader)
	if err != nil {
		return err
	}
	reply, err := bus.Call[contract.InviteUserReply](ctx, conn, contract.RPCAuthUserLink, contract.UserLinkRequest{
		UserID: id, LinkHash: contract.HashSecret(secret),
	})
	if err != nil {
		return err
	}
	return printLink(out, reply, baseURL, secret)
}

func printLink(out io.Writer, r contract.InviteUserReply, baseURL, secret string) error {
	_, err := fmt.Fprintf(out, "user     %s  %s  %s\n\n    %s\n\nGive it to them alone: whoever opens it first, until "+
		"%s, sets the password.\n",
		r.User.ID, r.User.Role, cmp.Or(r.User.Email, "-"), contract.InviteLink(baseURL, secret),
		r.ExpiresAt.Format(time.RFC3339))
	return err
}

// ListUsers prints the users of an account.
func ListUsers(ctx context.Context, conn *bus.Conn, out io.Writer, account string) error {
	id, err := accountID(ctx, conn, account)
	if err != nil {
		return err
	}
	reply, err := bus.Call[contract.ListUsersReply](ctx, conn, contract.RPCAuthUserList,
		contract.ListUsersRequest{AccountID: id})
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
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

// SetRole returns a user another role.
func SetRole(
	ctx context.Context, conn *bus.Conn, out io.Writer, account, user string, role contract.Role,
) error {
	id, err := userID(ctx, conn, account, user)
	if err != nil {
		return err
	}
	u, err := bus.Call[contract.User](ctx, conn, contract.RPCAuthUserSetRole,
		contract.SetRoleRequest{UserID: id, Role: role})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "user     %s  %s  %s\n", u.ID, u.Role, cmp.Or(u.Email, "-"))
	return err
}

// RemoveUser removes a user; their sessions end at once.
func RemoveUser(ctx context.Context, conn *bus.Conn, out io.Writer, account, user string) error {
	id, err := userID(ctx, conn, account, user)
	if err != nil {
		return err
	}
	u, err := bus.Call[contract.User](ctx, conn, contract.RPCAuthUserRemove, contract.RemoveUserRequest{UserID: id})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "removed  %s  %s\n", u.ID, cmp.Or(u.Email, "-"))
	return err
}

// Audit prints the last n things that were done in an account, newest first.
func Audit(ctx context.Context, conn *bus.Conn, out io.Writer, account string, n int) error {
	id, err := accountID(ctx, conn, account)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "TIME\tACTION\tBY\tOF\tDETAIL")
	for before := ""; n > 0; {
		page := contract.AuditPage{Limit: min(n, contract.MaxAuditPage), Before: before}
		reply, err := bus.Call[contract.ListAuditReply](ctx, conn, contract.RPCAuthAuditList,
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
