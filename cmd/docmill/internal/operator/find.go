package operator

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/docmill/docmill/cmd/docmill/internal/exitstatus"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
)

// Ids can be given in the words of people: an account by its name or the e-mail
// address of a user, a user by the address, a key by its name, its last four
// characters, as lists show it ("dm_live_…a1b2"), or whole. What several things
// are called is refused.

// The commands that show what there is.
const (
	listAccounts = "docmill account list"
	listUsers    = "docmill user list ACCOUNT"
	listKeys     = "docmill key list ACCOUNT"
)

// candidate is a thing that may be meant.
type candidate struct{ id, shown string }

// one is the id of the only candidate. kind is what was looked for, list the
// command that shows all.
func one(kind, said, list string, found []candidate) (string, error) {
	switch len(found) {
	case 0:
		return "", exitstatus.With(exitstatus.NotFound, fmt.Errorf("no %s is called %q: see %s", kind, said, list))
	case 1:
		return found[0].id, nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d %ss are called %q; name one by its id:", len(found), kind, said)
	for _, c := range found {
		fmt.Fprintf(&b, "\n  %s  %s", c.id, c.shown)
	}
	return "", exitstatus.With(exitstatus.NotFound, errors.New(b.String()))
}

func isID(prefix, said string) bool {
	_, err := contract.ParseID(prefix, said)
	return err == nil
}

// finder looks things up; accounts are listed once.
type finder struct {
	conn     *bus.Conn
	accounts []contract.Account // nil until they are listed
}

// within returns the account that is meant, or all where none is named.
func (f *finder) within(ctx context.Context, said string) ([]contract.Account, error) {
	reply, err := bus.Call[contract.ListAccountsReply](ctx, f.conn, contract.RPCAuthAccountList, contract.Empty{})
	if err != nil {
		return nil, err
	}
	f.accounts = reply.Accounts
	if said == "" {
		return f.accounts, nil
	}
	id, err := f.account(ctx, said)
	if err != nil {
		return nil, err
	}
	for _, a := range f.accounts {
		if a.ID == id {
			return []contract.Account{a}, nil
		}
	}
	return nil, exitstatus.With(exitstatus.NotFound, fmt.Errorf("there is no account %s", id))
}

// account finds an account among those that are listed.
func (f *finder) account(ctx context.Context, said string) (string, error) {
	if isID(contract.PrefixAccount, said) {
		return said, nil
	}
	var found []candidate
	for _, a := range f.accounts {
		if strings.EqualFold(a.Name, said) {
			found = append(found, candidate{a.ID, fmt.Sprintf("%s, %s", a.Name, a.Plan)})
		}
	}
	if len(found) == 0 && strings.Contains(said, "@") {
		users, err := f.users(ctx, f.accounts, said)
		if err != nil {
			return "", err
		}
		for _, u := range users {
			found = append(found, candidate{u.account.ID, fmt.Sprintf("%s, of %s", u.account.Name, u.Email)})
		}
	}
	return one("account", said, listAccounts, found)
}

// userOf is a user with the account.
type userOf struct {
	contract.User
	account contract.Account
}

// users lists the users of accounts who have an e-mail address.
func (f *finder) users(ctx context.Context, accounts []contract.Account, email string) ([]userOf, error) {
	var found []userOf
	for _, a := range accounts {
		reply, err := bus.Call[contract.ListUsersReply](ctx, f.conn, contract.RPCAuthUserList,
			contract.ListUsersRequest{AccountID: a.ID})
		if err != nil {
			return nil, err
		}
		for _, u := range reply.Users {
			if strings.EqualFold(u.Email, email) {
				found = append(found, userOf{u, a})
			}
		}
	}
	return found, nil
}

// accountID returns the id of the account that is meant.
func accountID(ctx context.Context, conn *bus.Conn, said string) (string, error) {
	if isID(contract.PrefixAccount, said) {
		return said, nil
	}
	if said == "" {
		return one("account", said, listAccounts, nil)
	}
	accounts, err := (&finder{conn: conn}).within(ctx, said)
	if err != nil {
		return "", err
	}
	return accounts[0].ID, nil
}

// userID returns the id of the user who is meant, in an account or, where none is
// named, in any.
func userID(ctx context.Context, conn *bus.Conn, account, said string) (string, error) {
	if isID(contract.PrefixUser, said) {
		return said, nil
	}
	if said == "" { // invited owners have no address yet
		return one("user", said, listUsers, nil)
	}
	f := &finder{conn: conn}
	accounts, err := f.within(ctx, account)
	if err != nil {
		return "", err
	}
	users, err := f.users(ctx, accounts, said)
	if err != nil {
		return "", err
	}
	var found []candidate
	for _, u := range users {
		shown := fmt.Sprintf("%s, of the account %s (%s)", u.Email, u.account.Name, u.account.ID)
		found = append(found, candidate{u.ID, shown})
	}
	return one("user", said, listUsers, found)
}

// keyID returns the id of the key that is meant, in an account or, where none is
// named, in any. Revoked keys have no name any more.
func keyID(ctx context.Context, conn *bus.Conn, account, said string) (string, error) {
	if isID(contract.PrefixKey, said) {
		return said, nil
	}
	if contract.FormOfKey(said) != contract.KeyMalformed {
		return keyOfValue(ctx, conn, said)
	}
	accounts, err := (&finder{conn: conn}).within(ctx, account)
	if err != nil {
		return "", err
	}
	var found []candidate
	for _, a := range accounts {
		reply, err := bus.Call[contract.ListKeysReply](ctx, conn, contract.RPCAuthKeyList,
			contract.ListKeysRequest{AccountID: a.ID})
		if err != nil {
			return "", err
		}
		for _, k := range reply.Keys {
			if k.RevokedAt == nil && calls(said, k) {
				shown := fmt.Sprintf("%s…%s, %s, of the account %s (%s)", k.Prefix, k.LastFour, k.Name, a.Name, a.ID)
				found = append(found, candidate{k.ID, shown})
			}
		}
	}
	return one("key", said, listKeys, found)
}

// calls reports whether a key is called so.
func calls(said string, k contract.Key) bool {
	if strings.EqualFold(k.Name, said) || said == k.LastFour {
		return true
	}
	end, shown := strings.CutPrefix(said, k.Prefix)
	return shown && strings.TrimLeft(end, "….") == k.LastFour
}

// keyOfValue asks for the key of a value, which does not travel.
func keyOfValue(ctx context.Context, conn *bus.Conn, value string) (string, error) {
	reply, err := bus.Call[contract.VerifyReply](ctx, conn, contract.RPCAuthVerify,
		contract.VerifyRequest{KeyHash: contract.HashKey(value)})
	if err != nil {
		return "", err
	}
	if reply.Principal == nil {
		return "", exitstatus.With(exitstatus.NotFound, errors.New("no key has this value, or it is not valid any more"))
	}
	return reply.Principal.KeyID, nil
}
