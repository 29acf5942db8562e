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

// NewAccounts makes n Enterprise accounts with a key each, as an operator does:
// the rate limit is per account, and load needs many.
func (i *Instance) NewAccounts(n int) []Account {
	i.t.Helper()
	return newAccounts(i.t, i.NATS, i.NATSPassword(contract.UserOperator), i.URL, n)
}

func newAccounts(t testing.TB, natsURL, password, url string, n int) []Account {
	t.Helper()
	conn, err := bus.Connect(t.Context(), bus.Config{
		URL: natsURL, User: contract.UserOperator, Password: password, Name: "tests",
	}, telemetry.Discard())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	accounts := make([]Account, 0, n)
	for k := range n {
		key := newAccount(t, conn, fmt.Sprintf("account %d", k))
		accounts = append(accounts, Account{URL: url, Key: key, Client: &http.Client{Transport: http.DefaultTransport}})
	}
	return accounts
}

func newAccount(t testing.TB, conn *bus.Conn, name string) (key string) {
	t.Helper()
	account, err := bus.Call[contract.Account](t.Context(), conn, contract.RPCAuthAccountCreate,
		contract.CreateAccountRequest{Name: name, Plan: contract.PlanEnterprise})
	if err != nil {
		t.Fatal(err)
	}
	if key, err = contract.NewKey(rand.Reader); err != nil {
		t.Fatal(err)
	}
	_, err = bus.Call[contract.Key](t.Context(), conn, contract.RPCAuthKeyCreate, contract.CreateKeyRequest{
		AccountID: account.ID, KeyHash: contract.HashKey(key), LastFour: contract.LastFour(key), Name: "load",
	})
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// At is the same account at a restarted instance.
func (a Account) At(i *Instance) Account {
	a.URL = i.URL
	return a
}
