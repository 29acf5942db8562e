package operator_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/docmill/docmill/cmd/docmill/internal/exitstatus"
	"github.com/docmill/docmill/cmd/docmill/internal/operator"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
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
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	listed := printed(t, func(out *bytes.Buffer) error { return operator.ListAccounts(ctx, conn, out) })
	if n := strings.Count(listed, contract.PrefixAccount); n != want {
		t.Errorf("%d accounts are listed, want %d", n, want)
	}
	wants(t, listed, fmt.Sprintf("account %d", want-1))
}

// Accounts, users and keys are found by name; an ambiguous name is rejected with a list of matches.
func TestNamesForIDs(t *testing.T) {
	t.Parallel()
	ctx, conn := start(t)
	account := func(name string) (id, key string) {
		made := printed(t, func(out *bytes.Buffer) error {
			return operator.CreateAccount(ctx, conn, out, name, contract.PlanFree)
		})
		return word(t, made, contract.PrefixAccount), word(t, made, contract.KeyPrefixLive)
	}
	first, value := account("Müller & Söhne")
	second, _ := account("Twin")
	third, _ := account("twin")
	user := word(t, printed(t, func(out *bytes.Buffer) error {
		return operator.InviteUser(ctx, conn, out, "https://x.example", "müller & SÖHNE", "Anna@customer.example", contract.RoleMember)
	}), contract.PrefixUser)

	for _, said := range []string{first, "Müller & Söhne", "anna@CUSTOMER.example"} {
		wants(t, printed(t, func(out *bytes.Buffer) error {
			return operator.SetPlan(ctx, conn, out, said, contract.PlanPro)
		}), first+" Pro")
	}
	wants(t, printed(t, func(out *bytes.Buffer) error {
		return operator.SetRole(ctx, conn, out, "", "anna@customer.example", contract.RoleOwner)
	}), user+" owner")
	wants(t, printed(t, func(out *bytes.Buffer) error {
		return operator.ListUsers(ctx, conn, out, "anna@customer.example")
	}), user)

	fails := func(err error, parts ...string) {
		t.Helper()
		if err == nil || exitstatus.Of(err) != exitstatus.NotFound {
			t.Fatalf("%v", err)
		}
		wants(t, err.Error(), parts...)
	}
	none := new(bytes.Buffer)
	fails(operator.SetPlan(ctx, conn, none, "TWIN", contract.PlanPro), `2 accounts are called "TWIN"`, second+"  Twin, Free",
		third+"  twin, Free")
	fails(operator.SetPlan(ctx, conn, none, "nobody", contract.PlanPro), `no account is called "nobody"`, "docmill account list")
	fails(operator.SetPlan(ctx, conn, none, "", contract.PlanPro), `no account is called ""`)
	fails(operator.RemoveUser(ctx, conn, none, "", "x@customer.example"), "no user is called")
	fails(operator.RemoveUser(ctx, conn, none, "", ""), "no user is called")
	fails(operator.RemoveUser(ctx, conn, none, second, "anna@customer.example"), "no user is called")
	fails(operator.RevokeKey(ctx, conn, none, "", "first key", false), `3 keys are called "first key"`, "Müller & Söhne", third)
	fails(operator.RevokeKey(ctx, conn, none, "", strings.Repeat("0", 4)+"x", false), "no key is called")
	if none.Len() > 0 {
		t.Errorf("%s", none)
	}

	wants(t, printed(t, func(out *bytes.Buffer) error {
		return operator.RevokeKey(ctx, conn, out, third, "First key", false)
	}), "revoked key_")
	fails(operator.RevokeKey(ctx, conn, none, third, "first key", false), "no key is called")
	for _, form := range []func() string{
		func() string { return value }, func() string { return contract.LastFour(value) },
		func() string { return contract.KeyPrefixLive + "…" + contract.LastFour(value) },
	} {
		wants(t, printed(t, func(out *bytes.Buffer) error {
			return operator.RevokeKey(ctx, conn, out, "Müller & Söhne", form(), false)
		}), "revoked key_")
		value = word(t, printed(t, func(out *bytes.Buffer) error {
			return operator.CreateKey(ctx, conn, out, "Müller & Söhne", "next", 0)
		}), contract.KeyPrefixLive)
	}
}
