package instance

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"testing"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/telemetry"
)

// NewAccounts creates n Enterprise accounts with a key each, like an operator: the rate limit is per
// account, and load needs many.
func (i *Instance) NewAccounts(n int) []Account {
	i.t.Helper()
	return newAccounts(i.t, i.NATS, i.NATSPassword(contract.UserAdmin), i.URL, n)
}

func newAccounts(t testing.TB, natsURL, password, url string, n int) []Account {
	t.Helper()
	conn := adminConn(t, natsURL, password)
	defer conn.Close(t.Context())
	accounts := make([]Account, 0, n)
	for k := range n {
		a := newAccount(t, conn, fmt.Sprintf("account %d", k), contract.PlanEnterprise)
		a.URL = url
		accounts = append(accounts, a)
	}
	return accounts
}

func newAccount(t testing.TB, conn *bus.Conn, name string, plan contract.Plan) Account {
	t.Helper()
	account, err := bus.Call[contract.Account](t.Context(), conn, contract.RPCAuthAccountCreate,
		contract.CreateAccountRequest{Name: name, Plan: plan})
	if err != nil {
		t.Fatal(err)
	}
	key, err := contract.NewKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	_, err = bus.Call[contract.Key](t.Context(), conn, contract.RPCAuthKeyCreate, contract.CreateKeyRequest{
		AccountID: account.ID, KeyHash: contract.HashKey(key), LastFour: contract.LastFour(key), Name: "load",
	})
	if err != nil {
		t.Fatal(err)
	}
	return Account{ID: account.ID, Key: key, Client: &http.Client{Transport: http.DefaultTransport}}
}

// NewAccount makes an account of a plan, without a URL.
func (c *Cluster) NewAccount(name string, plan contract.Plan) Account {
	c.t.Helper()
	conn := adminConn(c.t, c.NATSURL(), c.passwords[contract.UserAdmin])
	defer conn.Close(c.t.Context())
	return newAccount(c.t, conn, name, plan)
}

func adminConn(t testing.TB, natsURL, password string) *bus.Conn {
	t.Helper()
	conn, err := bus.Connect(t.Context(), bus.Config{
		URL: natsURL, User: contract.UserAdmin, Password: password, Name: "tests",
	}, telemetry.Discard())
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

// At is the same account at a restarted instance.
func (a Account) At(i *Instance) Account {
	a.URL = i.URL
	return a
}
