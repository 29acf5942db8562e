package testkit

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// SQL is a pool, a connection or a transaction.
type SQL interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// Exec runs a statement.
func Exec(t testing.TB, db SQL, sql string, args ...any) {
	t.Helper()
	if _, err := db.Exec(t.Context(), sql, args...); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// Value returns the one value that a query selects.
func Value[T any](t testing.TB, db SQL, sql string, args ...any) (v T) {
	t.Helper()
	if err := db.QueryRow(t.Context(), sql, args...).Scan(&v); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return v
}

// WantCount checks the number that a query selects.
func WantCount(t testing.TB, db SQL, want int, sql string, args ...any) {
	t.Helper()
	if n := Value[int](t, db, sql, args...); n != want {
		t.Errorf("%s: %d, want %d", sql, n, want)
	}
}
