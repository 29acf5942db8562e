package instance

import (
	"crypto/rand"
	"fmt"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/telemetry"
)

// NewAccounts makes n Enterprise accounts with a key each, as an operator does:
// the rate limit is per account, and load needs many.
func (i *Instance) NewAccounts(n int) []Account {
	i.t.Helper()
	conn, err := bus.Connect(i.t.Context(), bus.Config{
		URL: i.NATS, User: contract.UserOperator, Password: i.Credentials().NATS[contract.UserOperator], Name: "tests",
	}, telemetry.Discard())
	if err != nil {
		i.t.Fatal(err)
	}
	defer conn.Close(i.t.Context())
	accounts := make([]Account, 0, n)
	for k := range n {
		accounts = append(accounts, i.newAccount(conn, fmt.Sprintf("account %d", k)))
	}
	return accounts
}

func (i *Instance) newAccount(conn *bus.Conn, name string) Account {
	i.t.Helper()
	account, err := bus.Call[contract.Account](i.t.Context(), conn, contract.RPCAuthAccountCreate,
		contract.CreateAccountRequest{Name: name, Plan: contract.PlanEnterprise})
	if err != nil {
		i.t.Fatal(err)
	}
	key, err := contract.NewKey(rand.Reader)
	if err != nil {
		i.t.Fatal(err)
	}
	_, err = bus.Call[contract.Key](i.t.Context(), conn, contract.RPCAuthKeyCreate, contract.CreateKeyRequest{
		AccountID: account.ID, KeyHash: contract.HashKey(key), LastFour: contract.LastFour(key), Name: "load",
	})
	if err != nil {
		i.t.Fatal(err)
	}
	return Account{URL: i.URL, Key: key, Client: i.Client()}
}

// At is the same account at a restarted instance.
func (a Account) At(i *Instance) Account {
	a.URL = i.URL
	return a
}
