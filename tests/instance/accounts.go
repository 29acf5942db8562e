package instance

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"testing"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/natsclient"
)

// NewAccounts creates n Enterprise accounts with a key each, like an operator: the rate limit is per
// account, and load needs many.
func (i *Instance) NewAccounts(n int) []Account {
	i.t.Helper()
	return newAccounts(i.t, i, i.URL, n)
}

func newAccounts(t testing.TB, to natsclient.Target, url string, n int) []Account {
	t.Helper()
	conn := natsclient.Bus(t, to, contract.UserAdmin)
	accounts := make([]Account, 0, n)
	for k := range n {
		a := NewAccount(t, conn, fmt.Sprintf("account %d", k), contract.PlanEnterprise)
		a.URL = url
		accounts = append(accounts, a)
	}
	return accounts
}

// NewAccount creates an account of a plan with a key, without a URL, as the administrator.
func NewAccount(t testing.TB, conn *bus.Conn, name string, plan contract.Plan) Account {
	t.Helper()
	account, err := bus.Call[contract.Account](t.Context(), conn, contract.RPCAuthAccountCreate,
		contract.CreateAccountRequest{Name: name, Plan: plan})
	require.NoError(t, err)
	key, err := contract.NewKey(rand.Reader)
	require.NoError(t, err)
	_, err = bus.Call[contract.Key](t.Context(), conn, contract.RPCAuthKeyCreate, contract.CreateKeyRequest{
		AccountID: account.ID, KeyHash: contract.HashKey(key), LastFour: contract.LastFour(key), Name: "load",
	})
	require.NoError(t, err)
	return Account{ID: account.ID, Key: key, Client: &http.Client{Transport: http.DefaultTransport}}
}

// At is the same account at a restarted instance.
func (a Account) At(i *Instance) Account {
	a.URL = i.URL
	return a
}
