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

// Arguments can be names instead of ids: an account by its name or a user's e-mail address, a user by the
// address, a key by its name, its last four characters as in lists ("dm_live_…a1b2"), or its value.
// Ambiguous names are rejected.

// The commands that list ids.
const (
	listAccounts = "docmill account list"
	listUsers    = "docmill user list ACCOUNT"
	listKeys     = "docmill key list ACCOUNT"
)

// candidate is a possible match.
type candidate struct{ id, shown string }

// one returns the id of the only candidate. kind describes it, list is the command that lists all.
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

// called lists the accounts with that name, or all for "", page by page because replies are limited.
func called(ctx context.Context, conn *bus.Conn, said string) (all []contract.Account, err error) {
	page := contract.ListAccountsRequest{Called: said, Limit: contract.MaxAccountsPage}
	for {
		reply, err := bus.Call[contract.ListAccountsReply](ctx, conn, contract.RPCAuthAccountList, page)
		if err != nil {
			return nil, err
		}
		// An older service returns all accounts regardless of the filter.
		if len(all) > 0 && len(reply.Accounts) > 0 && all[0].ID == reply.Accounts[0].ID {
			return all, nil
		}
		all = append(all, reply.Accounts...)
		if len(reply.Accounts) != page.Limit {
			return all, nil
		}
		page.After = all[len(all)-1].ID
	}
}

// accountsNamed returns the account with that name, or all for "".
func accountsNamed(ctx context.Context, conn *bus.Conn, said string) ([]contract.Account, error) {
	accounts, err := called(ctx, conn, said)
	if err == nil && len(accounts) == 0 && !strings.Contains(said, "@") && !isID(contract.PrefixAccount, said) {
		// The database may not fold the case of all letters.
		accounts, err = called(ctx, conn, "")
	}
	if err != nil || said == "" {
		return accounts, err
	}
	id, err := among(ctx, conn, accounts, said)
	if err != nil {
		return nil, err
	}
	for _, a := range accounts {
		if a.ID == id {
			return []contract.Account{a}, nil
		}
	}
	return nil, exitstatus.With(exitstatus.NotFound, fmt.Errorf("there is no account %s", id))
}

func among(ctx context.Context, conn *bus.Conn, accounts []contract.Account, said string) (string, error) {
	if isID(contract.PrefixAccount, said) {
		return said, nil
	}
	var found []candidate
	for _, a := range accounts {
		if strings.EqualFold(a.Name, said) {
			found = append(found, candidate{a.ID, fmt.Sprintf("%s, %s", a.Name, a.Plan)})
		}
	}
	if len(found) == 0 && strings.Contains(said, "@") {
		people, err := users(ctx, conn, accounts, said)
		if err != nil {
			return "", err
		}
		for _, u := range people {
			found = append(found, candidate{u.account.ID, fmt.Sprintf("%s, of %s", u.account.Name, u.Email)})
		}
	}
	return one("account", said, listAccounts, found)
}

type userOf struct {
	contract.User
	account contract.Account
}

// users lists the users of accounts with an e-mail address.
func users(ctx context.Context, conn *bus.Conn, accounts []contract.Account, email string) ([]userOf, error) {
	var found []userOf
	for _, a := range accounts {
		reply, err := bus.Call[contract.ListUsersReply](ctx, conn, contract.RPCAuthUserList,
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

func accountID(ctx context.Context, conn *bus.Conn, said string) (string, error) {
	if isID(contract.PrefixAccount, said) {
		return said, nil
	}
	if said == "" {
		return one("account", said, listAccounts, nil)
	}
	accounts, err := accountsNamed(ctx, conn, said)
	if err != nil {
		return "", err
	}
	return accounts[0].ID, nil
}

// userID returns the id of a named user in an account, or in any if account is empty.
func userID(ctx context.Context, conn *bus.Conn, account, said string) (string, error) {
	if isID(contract.PrefixUser, said) {
		return said, nil
	}
	if said == "" { // invited owners have no address yet
		return one("user", said, listUsers, nil)
	}
	list := accountsNamed
	if account == "" { // those that have such a user
		list, account = called, said
	}
	accounts, err := list(ctx, conn, account)
	if err != nil {
		return "", err
	}
	people, err := users(ctx, conn, accounts, said)
	if err != nil {
		return "", err
	}
	var found []candidate
	for _, u := range people {
		shown := fmt.Sprintf("%s, of the account %s (%s)", u.Email, u.account.Name, u.account.ID)
		found = append(found, candidate{u.ID, shown})
	}
	return one("user", said, listUsers, found)
}

// keyID returns a key's id in an account, or in any if account is empty. It finds no revoked keys by name.
func keyID(ctx context.Context, conn *bus.Conn, account, said string) (string, error) {
	if isID(contract.PrefixKey, said) {
		return said, nil
	}
	if contract.FormOfKey(said) != contract.KeyMalformed {
		return keyOfValue(ctx, conn, said)
	}
	accounts, err := accountsNamed(ctx, conn, account)
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

func calls(said string, k contract.Key) bool {
	if strings.EqualFold(k.Name, said) || said == k.LastFour {
		return true
	}
	end, shown := strings.CutPrefix(said, k.Prefix)
	return shown && strings.TrimLeft(end, "….") == k.LastFour
}

// keyOfValue finds the key of a value without sending the value.
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
