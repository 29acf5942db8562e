package auth_test

import (
	"context"
	"crypto/rand"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/natsd"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/natsconf"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/auth"
)

const (
	secret      = "a secret of at least 32 characters"
	testTimeout = testkit.Patience
	noAccount   = contract.PrefixAccount + "01990000-0000-7000-8000-000000000000"
)

// fixture is a running service with test operations.
type fixture struct {
	ctx      context.Context
	service  *auth.Service
	operator *bus.Conn
	gateway  *bus.Conn
	db       *pgx.Conn
	cfg      auth.Config
	stop     func() // stops the service and waits for that
}

func start(t *testing.T) *fixture {
	t.Helper()
	return startWith(t, config(t))
}

// config is that of a fresh database, with passwords as cheap as they may be.
func config(t *testing.T) auth.Config {
	t.Helper()
	return auth.Config{
		DatabaseURL: testkit.Database(t, auth.Migrate, "auth"), SecretKey: secret,
		SignIn: auth.SignIn{PasswordMemoryKiB: 19 << 10, PasswordPasses: 2},
	}
}

// startWith runs the service as its own NATS user, so that a missing right is found.
func startWith(t *testing.T, cfg auth.Config) *fixture {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	t.Cleanup(cancel)
	server := testkit.NATSWithAccounts(t, natsconf.Accounts(), natsconf.SamePassword("pw"))
	svc, err := auth.New(cfg, auth.Deps{Bus: connect(t, server, contract.UserAuth), Telemetry: telemetry.Discard()})
	require.NoError(t, err)
	running, cancelRun := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan error, 1)
	go func() { ended <- svc.Run(running) }()
	stop := sync.OnceFunc(func() {
		cancelRun()
		assert.NoError(t, <-ended, "Run")
	})
	t.Cleanup(stop)
	select {
	case <-svc.Ready():
	case err := <-ended:
		t.Fatalf("Run: %v", err)
	}
	return &fixture{
		ctx: ctx, service: svc, cfg: cfg, stop: stop,
		operator: connect(t, server, contract.UserAdmin), gateway: connect(t, server, contract.UserGateway),
	}
}

func connect(t *testing.T, server *natsd.Server, user string) *bus.Conn {
	t.Helper()
	conn, err := bus.Connect(t.Context(), bus.Config{User: user, Password: "pw", Name: user, InProcess: server.Provider()},
		telemetry.Discard())
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

// exec changes the database directly.
func (f *fixture) exec(t *testing.T, sql string, args ...any) {
	t.Helper()
	_, err := f.conn(t).Exec(f.ctx, sql, args...)
	require.NoError(t, err)
}

func (f *fixture) conn(t *testing.T) *pgx.Conn {
	t.Helper()
	if f.db != nil {
		return f.db
	}
	cfg, err := pgx.ParseConfig(f.cfg.DatabaseURL)
	require.NoError(t, err)
	cfg.RuntimeParams["search_path"] = "auth"
	f.db, err = pgx.ConnectConfig(f.ctx, cfg)
	require.NoError(t, err)
	t.Cleanup(func() { _ = f.db.Close(context.Background()) })
	return f.db
}

func call[Resp bus.Message](t *testing.T, f *fixture, subject string, req bus.Message) Resp {
	t.Helper()
	resp, err := bus.Call[Resp](f.ctx, f.operator, subject, req)
	require.NoError(t, err, subject)
	return resp
}

func (f *fixture) account(t *testing.T, plan contract.Plan) contract.Account {
	t.Helper()
	return call[contract.Account](t, f, contract.RPCAuthAccountCreate,
		contract.CreateAccountRequest{Name: "Müller & Söhne", Plan: plan})
}

// key stores a new key of the account and returns it with its value. change may alter the request.
func (f *fixture) key(
	t *testing.T, account string, change func(*contract.CreateKeyRequest),
) (value string, key contract.Key) {
	t.Helper()
	value, req := newKey(t, account)
	if change != nil {
		change(&req)
	}
	return value, call[contract.Key](t, f, contract.RPCAuthKeyCreate, req)
}

func newKey(t *testing.T, account string) (value string, req contract.CreateKeyRequest) {
	t.Helper()
	value, err := contract.NewKey(rand.Reader)
	require.NoError(t, err)
	return value, contract.CreateKeyRequest{
		AccountID: account, KeyHash: contract.HashKey(value), LastFour: contract.LastFour(value), Name: "CI",
	}
}

func (f *fixture) verify(t *testing.T, value string) *contract.Principal {
	t.Helper()
	return call[contract.VerifyReply](t, f, contract.RPCAuthVerify,
		contract.VerifyRequest{KeyHash: contract.HashKey(value)}).Principal
}

func uuid(t *testing.T, prefix, id string) string {
	t.Helper()
	u, err := contract.ParseID(prefix, id)
	require.NoError(t, err)
	return u
}
