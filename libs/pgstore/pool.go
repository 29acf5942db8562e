// Package pgstore is what the stores of the services share: pools bound to one
// schema, transactions with retries, migrations, roles and the outbox.
package pgstore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"github.com/exaring/otelpgx"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/trace"

	"github.com/docmill/docmill/libs/fault"
)

// Config of a pool.
type Config struct {
	// URL of the database. statement_timeout, lock_timeout and
	// idle_in_transaction_session_timeout in its query replace the defaults of
	// this package.
	URL string
	// Schema that unqualified names mean: SQL of a service never spells it.
	Schema   string
	MaxConns int32 // 8 when 0
	// RelaxedDurability commits without waiting for the disk: a crash of the
	// database may lose the last half second. Only for what may be lost.
	RelaxedDurability bool
	// CustomPlans has statements planned for their arguments each time: for few
	// and heavy ones, whose best plan depends on what is looked for.
	CustomPlans bool
	// ReadOnly refuses every change.
	ReadOnly bool
	Tracer   trace.TracerProvider // nil traces nothing
}

const (
	defaultMaxConns = 8
	maxConnLifetime = 30 * time.Minute
	maxConnIdle     = 5 * time.Minute
)

// timeouts are PostgreSQL's settings of how long a statement, the wait for a
// lock, and a transaction that does nothing may last.
func timeouts() map[string]string {
	return map[string]string{"statement_timeout": "10s", "lock_timeout": "5s",
		"idle_in_transaction_session_timeout": "10s"}
}

// Open makes a pool. It does not connect.
func Open(ctx context.Context, cfg Config) (*pgxpool.Pool, error) {
	pc, err := pgxpool.ParseConfig(cfg.URL)
	if err != nil {
		return nil, fmt.Errorf("database URL of %s: %w", cfg.Schema, err)
	}
	pc.MaxConns = cfg.MaxConns
	if pc.MaxConns == 0 {
		pc.MaxConns = defaultMaxConns
	}
	pc.MaxConnLifetime, pc.MaxConnLifetimeJitter = maxConnLifetime, maxConnLifetime/10
	pc.MaxConnIdleTime = maxConnIdle
	pc.ConnConfig.DialFunc = dial
	params := pc.ConnConfig.RuntimeParams
	params["search_path"] = cfg.Schema
	params["application_name"] = "docmill-" + cfg.Schema
	params["timezone"] = "UTC"
	for name, limit := range timeouts() {
		if _, given := params[name]; !given {
			params[name] = limit
		}
	}
	if cfg.RelaxedDurability {
		params["synchronous_commit"] = "off"
	}
	if cfg.ReadOnly {
		params["default_transaction_read_only"] = "on"
	}
	if cfg.CustomPlans {
		params["plan_cache_mode"] = "force_custom_plan"
	}
	if cfg.Tracer != nil {
		pc.ConnConfig.Tracer = otelpgx.NewTracer(otelpgx.WithTracerProvider(cfg.Tracer))
	}
	pc.AfterConnect = func(_ context.Context, conn *pgx.Conn) error {
		readJSONAsIs(conn.TypeMap())
		return nil
	}
	pool, err := pgxpool.NewWithConfig(ctx, pc)
	if err != nil {
		return nil, fmt.Errorf("database pool of %s: %w", cfg.Schema, err)
	}
	return pool, nil
}

// SQLSTATE codes (PostgreSQL, appendix A) that are worth another try.
const (
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
	internalError        = "XX000" // with roles: "tuple concurrently updated"
	uniqueViolation      = "23505" // with roles: another database's start is making it,
	duplicateObject      = "42710" // or has made it meanwhile
)

// Indexes that keep the names of roles and of extensions apart.
const (
	roleNames      = "pg_authid_rolname_index"
	extensionNames = "pg_extension_name_index"
)

const txTries = 5

// InTx runs f in a transaction and commits it, again from the start when the
// database asks for that. f must leave no trace but in the transaction.
func InTx(ctx context.Context, pool *pgxpool.Pool, f func(pgx.Tx) error) error {
	return again(ctx, func() error { return pgx.BeginFunc(ctx, pool, f) })
}

// again repeats f while it fails by meeting another transaction.
func again(ctx context.Context, f func() error) error {
	var err error
	for try := range txTries {
		if try > 0 {
			select {
			case <-ctx.Done():
				return err
			case <-time.After(time.Duration(try*try) * 5 * time.Millisecond):
			}
		}
		if err = f(); !retryable(err) {
			return err
		}
	}
	return err
}

func retryable(err error) bool {
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		return false
	}
	switch pg.Code {
	case serializationFailure, deadlockDetected, duplicateObject:
		return true
	case internalError:
		return strings.Contains(pg.Message, "concurrently updated")
	case uniqueViolation:
		return pg.ConstraintName == roleNames || pg.ConstraintName == extensionNames
	}
	return false
}

// outageRetry is what callers are told while the database is away.
const outageRetry = 2 * time.Second

// Fault makes an outage of the database SERVICE_UNAVAILABLE for the caller;
// every other error stays as it is.
func Fault(err error) error {
	if err != nil && Down(err) {
		return fault.Unavailable(err, outageRetry)
	}
	return err
}

// Down reports whether err means that the database cannot do it now and may do it
// later, apart from anything wrong with the statement: connection lost, also in the
// middle of an answer, or refused (class 08 and 57P0x), too many connections (class 53), a standby
// where the primary was (25006), or a time-out.
func Down(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		switch pg.Code {
		case "57P01", "57P02", "57P03", "25006", "55P03" /* lock_timeout */, "57014" /* statement_timeout */ :
			return true
		}
		return strings.HasPrefix(pg.Code, "08") || strings.HasPrefix(pg.Code, "53")
	}
	var connect *pgconn.ConnectError
	var broken *net.OpError
	return errors.As(err, &connect) || errors.As(err, &broken) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, context.DeadlineExceeded) || pgconn.SafeToRetry(err) ||
		pgconn.Timeout(err)
}
