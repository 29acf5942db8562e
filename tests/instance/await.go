package instance

import (
	"context"
	"net"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

// Query returns the value that a query selects. database is a URL of PostgreSQL.
func Query[T any](t testing.TB, database, sql string, args ...any) T {
	t.Helper()
	conn := Database(t, database)
	defer conn.Close(context.WithoutCancel(t.Context()))
	return testkit.Value[T](t, conn, sql, args...)
}

// Database connects to a database until the test ends.
func Database(t testing.TB, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close(context.Background()) }) // the server may have stopped
	return conn
}

// FreeAddress returns a free address on this machine, for a server whose address must be known before it starts.
func FreeAddress(t testing.TB) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer ln.Close()
	return ln.Addr().String()
}
