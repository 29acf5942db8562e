package operator_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/docmill/docmill/cmd/docmill/internal/exitstatus"
	"github.com/docmill/docmill/cmd/docmill/internal/operator"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
)

// All accounts are listed, though a reply has a page of them.
func TestAccountPagination(t *testing.T) {
	t.Parallel()
	ctx, conn := start(t)
	want := contract.MaxAccountsPage + 2
	g, making := errgroup.WithContext(ctx)
	g.SetLimit(8)
	for i := range want {
		g.Go(func() error {
			_, err := bus.Call[contract.Account](making, conn, contract.RPCAuthAccountCreate,
				contract.CreateAccountRequest{Name: fmt.Sprintf("account %d", i), Plan: contract.PlanFree})
			return err
		})
	}
	require.NoError(t, g.Wait())
	listed := printed(t, conn, operator.ListAccounts{})
	assert.Equal(t, strings.Count(listed, contract.PrefixAccount), want, "accounts listed")
	wants(t, listed, fmt.Sprintf("account %d", want-1))
}

// Accounts, users and keys are found by name; an ambiguous name is rejected with a list of matches.
func TestNamesForIDs(t *testing.T) {
	t.Parallel()
	_, conn := start(t)
	account := func(name string) (id, key string) {
		made := printed(t, conn, operator.CreateAccount{Name: name, Plan: "Free"})
		return word(t, made, contract.PrefixAccount), word(t, made, contract.KeyPrefixLive)
	}
	first, value := account("Müller & Söhne")
	second, _ := account("Twin")
	third, _ := account("twin")
	user := word(t, printed(t, conn, operator.InviteUser{
		Account: of("müller & SÖHNE"), Email: "Anna@customer.example", Role: "member",
	}), contract.PrefixUser)

	for _, said := range []string{first, "Müller & Söhne", "anna@CUSTOMER.example"} {
		wants(t, printed(t, conn, operator.SetPlan{Account: of(said), Plan: "Pro"}), first+" Pro")
	}
	wants(t, printed(t, conn, operator.SetRole{User: who("", "anna@customer.example"), Role: "owner"}), user+" owner")
	wants(t, printed(t, conn, operator.ListUsers{Account: of("anna@customer.example")}), user)

	fails := func(c operator.Command, parts ...string) {
		t.Helper()
		out, err := do(t, conn, c, "")
		assert.Equal(t, out, "", "printed")
		require.True(t, err != nil && exitstatus.Of(err) == exitstatus.NotFound, err)
		wants(t, err.Error(), parts...)
	}
	fails(operator.SetPlan{Account: of("TWIN"), Plan: "Pro"}, `2 accounts are called "TWIN"`, second+"  Twin, Free",
		third+"  twin, Free")
	fails(operator.SetPlan{Account: of("nobody"), Plan: "Pro"}, `no account is called "nobody"`, "docmill account list")
	fails(operator.SetPlan{Account: of(""), Plan: "Pro"}, `no account is called ""`)
	fails(operator.RemoveUser{User: who("", "x@customer.example")}, "no user is called")
	fails(operator.RemoveUser{User: who("", "")}, "no user is called")
	fails(operator.RemoveUser{User: who(second, "anna@customer.example")}, "no user is called")
	fails(operator.RevokeKey{Key: "first key"}, `3 keys are called "first key"`, "Müller & Söhne", third)
	fails(operator.RevokeKey{Key: strings.Repeat("0", 4) + "x"}, "no key is called")

	wants(t, printed(t, conn, operator.RevokeKey{InAccount: in(third), Key: "First key"}), "revoked key_")
	fails(operator.RevokeKey{InAccount: in(third), Key: "first key"}, "no key is called")
	for _, form := range []func() string{
		func() string { return value }, func() string { return contract.LastFour(value) },
		func() string { return contract.KeyPrefixLive + "…" + contract.LastFour(value) },
	} {
		wants(t, printed(t, conn, operator.RevokeKey{InAccount: in("Müller & Söhne"), Key: form()}), "revoked key_")
		made := printed(t, conn, operator.CreateKey{Account: of("Müller & Söhne"), Name: "next"})
		value = word(t, made, contract.KeyPrefixLive)
	}
}
