// Package plaintest has minimal programs as references of benchmarks. They store the same data as a service, with the
// same durability and on the same servers, and check nothing.
package plaintest

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
)

const (
	// subject is the address of admission requests and inbox that of the replies. Operators have permission for both.
	subject = "docmill.bench.admit"
	inbox   = "docmill.bench.inbox"
	// patience is the timeout of a call.
	patience = 10 * time.Second
)

const tables = `
	CREATE SCHEMA IF NOT EXISTS bench;
	CREATE TABLE IF NOT EXISTS bench.windows (account text PRIMARY KEY, admitted int NOT NULL) WITH (fillfactor = 50);
	CREATE TABLE IF NOT EXISTS bench.records (account text, id text, body bytea NOT NULL, PRIMARY KEY (account, id))`

// Pool returns connections to the instance's database and creates the tables. As in the quota service, commits do not
// wait for the disk, because a minute's counts soon become worthless.
func Pool(t testing.TB, inst *instance.Instance) *pgxpool.Pool {
	t.Helper()
	cfg, err := pgxpool.ParseConfig(inst.DatabaseURL())
	require.NoError(t, err)
	cfg.ConnConfig.RuntimeParams["synchronous_commit"] = "off"
	pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	_, err = pool.Exec(t.Context(), tables)
	require.NoError(t, err)
	return pool
}

// Admission returns a call that requests an admission over NATS. The server counts it in the database with one
// statement before it replies; without a pool it counts nothing.
func Admission(t testing.TB, inst *instance.Instance, pool *pgxpool.Pool) func(account string) error {
	t.Helper()
	server, client := dial(t, inst), dial(t, inst)
	on := subject
	if pool == nil {
		on += ".uncounted"
	}
	answer := func(m *nats.Msg) {
		var r contract.AdmitRequest
		err := json.Unmarshal(m.Data, &r)
		reply := contract.AdmitReply{Allowed: true}
		if err == nil && pool != nil {
			err = pool.QueryRow(t.Context(), `
				INSERT INTO bench.windows AS w (account, admitted) VALUES ($1, 1)
				ON CONFLICT (account) DO UPDATE SET admitted = w.admitted + 1 RETURNING admitted`, r.AccountID).
				Scan(&reply.Minute.Remaining)
		}
		var data []byte
		if err == nil {
			data, err = json.Marshal(reply)
		}
		if err == nil {
			err = m.Respond(data)
		}
		assert.NoError(t, err)
	}
	_, err := server.Subscribe(on, func(m *nats.Msg) { go answer(m) })
	if err == nil {
		err = server.Flush()
	}
	require.NoError(t, err)
	return func(account string) error {
		data, err := json.Marshal(contract.AdmitRequest{AccountID: account, Plan: contract.PlanEnterprise})
		if err != nil {
			return err
		}
		reply, err := client.Request(on, data, patience)
		if err != nil {
			return err
		}
		return json.Unmarshal(reply.Data, new(contract.AdmitReply))
	}
}

func dial(t testing.TB, inst *instance.Instance) *nats.Conn {
	t.Helper()
	conn, err := nats.Connect(inst.NATSURL(),
		nats.UserInfo(contract.UserOperator, inst.NATSPassword(contract.UserOperator)), nats.CustomInboxPrefix(inbox))
	require.NoError(t, err)
	t.Cleanup(conn.Close)
	return conn
}
