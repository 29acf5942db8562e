package quota_test

import (
	"context"
	"io"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/natsd"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/natsconf"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/quota"
)

const (
	account     = contract.PrefixAccount + "01990000-0000-7000-8000-000000000000"
	testTimeout = testkit.Patience
)

// fixture is running replicas of the service, with test operations.
type fixture struct {
	ctx      context.Context
	operator *bus.Conn
	services []*quota.Service
	tel      *telemetry.Providers // of all replicas
	url      string
}

func start(t *testing.T, replicas int) *fixture {
	t.Helper()
	return startWith(t, testkit.Database(t, quota.Migrate, "quota"), replicas)
}

// startWith runs the replicas as their own NATS user, so that a missing right is found.
func startWith(t *testing.T, url string, replicas int) *fixture {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	t.Cleanup(cancel)
	server := testkit.NATSWithAccounts(t, natsconf.Accounts(), natsconf.SamePassword("pw"))
	tel, err := telemetry.New(ctx, telemetry.Config{Service: "quota", LogWriter: io.Discard})
	require.NoError(t, err)
	f := &fixture{ctx: ctx, operator: connect(t, server, contract.UserOperator), url: url, tel: tel}
	require.NoError(t, f.operator.Provision(ctx, contract.Streams()))
	for range replicas {
		f.services = append(f.services, f.run(t, server))
	}
	return f
}

func (f *fixture) run(t *testing.T, server *natsd.Server) *quota.Service {
	t.Helper()
	svc, err := quota.New(quota.Config{DatabaseURL: f.url},
		quota.Deps{Bus: connect(t, server, contract.UserQuota), Telemetry: f.tel})
	require.NoError(t, err)
	running, stop := context.WithCancel(context.WithoutCancel(f.ctx))
	ended := make(chan error, 1)
	go func() { ended <- svc.Run(running) }()
	t.Cleanup(func() {
		stop()
		assert.NoError(t, <-ended, "Run")
	})
	select {
	case <-svc.Ready():
	case err := <-ended:
		t.Fatalf("Run: %v", err)
	}
	return svc
}

func connect(t *testing.T, server *natsd.Server, user string) *bus.Conn {
	t.Helper()
	conn, err := bus.Connect(t.Context(), bus.Config{User: user, Password: "pw", Name: user, InProcess: server.Provider()},
		telemetry.Discard())
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

func (f *fixture) pool(t *testing.T) *pgxpool.Pool {
	t.Helper()
	pool, err := pgstore.Open(f.ctx, pgstore.Config{URL: f.url, Schema: "quota", MaxConns: 2})
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	return pool
}

// charge charges n documents of the account, as the gateway does.
func (f *fixture) charge(t *testing.T, pool *pgxpool.Pool, plan contract.Plan, n int) (signalled bool) {
	t.Helper()
	documents := make([]uuid.UUID, n)
	for i := range documents {
		documents[i] = uuid.New()
	}
	err := pgx.BeginFunc(f.ctx, pool, func(tx pgx.Tx) error {
		return tx.QueryRow(f.ctx, `SELECT signalled FROM quota.charge($1, $2, $3, 1)`, account, plan,
			documents).Scan(&signalled)
	})
	require.NoError(t, err)
	return signalled
}

func (f *fixture) admit(plan contract.Plan) (contract.AdmitReply, error) {
	return bus.Call[contract.AdmitReply](f.ctx, f.operator, contract.RPCQuotaAdmit,
		contract.AdmitRequest{AccountID: account, Plan: plan})
}
