// Package pgstore contains what the stores of the services share: pools for one schema, transactions
// with retries, migrations, roles and the outbox.
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

	"github.com/docmill/docmill/libs/apierror"
)

// Config of a pool.
type Config struct {
	// URL of the database. statement_timeout, lock_timeout and idle_in_transaction_session_timeout in
	// its query override the defaults of this package.
	URL string
	// Schema of unqualified names.
	Schema   string
	MaxConns int32 // 0 for 8
	// RelaxedDurability commits without waiting for the disk: a crash of the database may lose the last
	// half second.
	RelaxedDurability bool
	// CustomPlans plans statements for their arguments each time: for heavy ones, whose best plan depends
	// on the arguments.
	CustomPlans bool
	// ReadOnly makes every change fail.
	ReadOnly bool
	Tracer   trace.TracerProvider // nil for none
}

const (
	defaultMaxConns = 8
	maxConnLifetime = 30 * time.Minute
	maxConnIdle     = 5 * time.Minute
)

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
	uniqueViolation      = "23505" // with roles: another database's start is creating it,
	duplicateObject      = "42710" // or has created it meanwhile
)

// Unique indexes of the names of roles and extensions.
const (
	roleNames      = "pg_authid_rolname_index"
	extensionNames = "pg_extension_name_index"
)

const maxTxTries = 5

// InTx runs f in a transaction and commits it, and repeats both if the transaction conflicts with
// another. f must have no other effects.
func InTx(ctx context.Context, pool *pgxpool.Pool, f func(pgx.Tx) error) error {
	return retry(ctx, func() error { return pgx.BeginFunc(ctx, pool, f) })
}

// retry repeats f while it fails because of a conflict with another transaction.
func retry(ctx context.Context, f func() error) error {
	var err error
	for try := range maxTxTries {
		if try > 0 {
			select {
			case <-ctx.Done():
				return err
			case <-time.After(time.Duration(try*try) * 5 * time.Millisecond):
			}
		}
		if err = f(); !isRetryable(err) {
			return err
		}
	}
	return err
}

func isRetryable(err error) bool {
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

// outageRetry is when callers may try again during an outage of the database.
const outageRetry = 2 * time.Second

// Fault turns an outage of the database into SERVICE_UNAVAILABLE, and returns every other error
// unchanged.
func Fault(err error) error {
	if err != nil && Down(err) {
		return apierror.Unavailable(err, outageRetry)
	}
	return err
}

// Down reports whether err means that the database is not available now: the connection was lost,
// even during an answer, or refused (class 08 and 57P0x), too many connections (class 53), a standby
// instead of the primary (25006), or a timeout.
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
