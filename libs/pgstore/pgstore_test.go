package pgstore_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"sync"
	"syscall"
	"testing"
	"testing/fstest"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/require"
)

func blank(t *testing.T) string {
	t.Helper()
	return testkit.Database(t, func(context.Context, string) error { return nil }, "blank")
}

func files(up string) fstest.MapFS {
	return fstest.MapFS{"00001_first.sql": {Data: []byte("-- +goose Up\n" + up)}}
}

func TestMigrateConcurrently(t *testing.T) {
	t.Parallel()
	url := blank(t)
	m := pgstore.Migrations{Schema: "shelf", Files: files("CREATE TABLE book (id int);")}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			assert.NoError(t, pgstore.Migrate(context.Background(), url, m))
		})
	}
	wg.Wait()
	pool, err := pgstore.Open(t.Context(), pgstore.Config{URL: url, Schema: "shelf"})
	require.NoError(t, err)
	defer pool.Close()
	var in string
	err = pool.QueryRow(t.Context(), `SELECT schemaname FROM pg_tables WHERE tablename = 'book'`).Scan(
		&in)
	require.True(t, err == nil && in == "shelf", "table in", in, err)
}

func TestFailedMigration(t *testing.T) {
	t.Parallel()
	err := pgstore.Migrate(t.Context(), blank(t), pgstore.Migrations{Schema: "shelf", Files: files("CREATE NONSENSE;")})
	require.Error(t, err)
}

func TestRoleRights(t *testing.T) {
	t.Parallel()
	url := blank(t)
	roles := []pgstore.Role{
		{Name: "docmill_test_one", Password: "it's one", Schema: "one"},
		{Name: "docmill_test_two", Password: "two", Schema: "two"},
	}
	for range 2 { // again is harmless
		require.NoError(t, pgstore.EnsureRoles(t.Context(), url, roles))
	}
	if ok, err := pgstore.MayCreateRoles(t.Context(), url); err != nil || !ok {
		t.Fatalf("%v, %v", ok, err)
	}
	as := func(r pgstore.Role) *pgx.Conn {
		cfg, err := pgx.ParseConfig(url)
		require.NoError(t, err)
		cfg.User, cfg.Password = r.Name, r.Password
		conn, err := pgx.ConnectConfig(t.Context(), cfg)
		require.NoError(t, err)
		t.Cleanup(func() { _ = conn.Close(context.Background()) })
		return conn
	}
	one, two := as(roles[0]), as(roles[1])
	_, err := one.Exec(t.Context(), `CREATE TABLE one.secret (v int)`)
	require.NoError(t, err)
	var pg *pgconn.PgError
	_, err = two.Exec(t.Context(), `SELECT * FROM one.secret`)
	require.True(t, errors.As(err, &pg) && pg.Code == "42501", "another role reads the schema", err)
}

// Roles belong to the whole server, where no lock of one database applies.
func TestEnsureRolesConcurrently(t *testing.T) {
	t.Parallel()
	roles := []pgstore.Role{
		{Name: "docmill_test_common_one", Password: "one", Schema: "one"},
		{Name: "docmill_test_common_two", Password: "two", Schema: "two"},
	}
	urls := []string{blank(t), blank(t), blank(t), blank(t)}
	var starts sync.WaitGroup
	for _, url := range urls {
		starts.Go(func() {
			assert.NoError(t, pgstore.EnsureRoles(t.Context(), url, roles))
		})
	}
	starts.Wait()
}

func TestInTxRetry(t *testing.T) {
	t.Parallel()
	pool, err := pgstore.Open(t.Context(), pgstore.Config{URL: blank(t), Schema: "public"})
	require.NoError(t, err)
	defer pool.Close()
	tries := 0
	err = pgstore.InTx(t.Context(), pool, func(pgx.Tx) error {
		tries++
		if tries < 3 {
			return &pgconn.PgError{Code: "40001"}
		}
		return nil
	})
	require.NoError(t, err)
	require.Equal(t, tries, 3, "tries")
	broken := errors.New("broken")
	require.ErrorIs(t, pgstore.InTx(t.Context(), pool, func(pgx.Tx) error { return broken }), broken)
}

func TestDown(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]bool{
		&pgconn.PgError{Code: "57P01"}:                                true,
		&pgconn.PgError{Code: "08006"}:                                true,
		&pgconn.PgError{Code: "53300"}:                                true,
		&pgconn.PgError{Code: "57014"}:                                true,
		context.DeadlineExceeded:                                      true,
		fmt.Errorf("read: %w", io.ErrUnexpectedEOF):                   true,
		&net.OpError{Op: "read", Net: "tcp", Err: syscall.ECONNRESET}: true,
		&pgconn.PgError{Code: "23505"}:                                false,
		&pgconn.PgError{Code: "42601"}:                                false,
		errors.New("other"):                                           false,
	} {
		assert.Equal(t, pgstore.Down(err), want, err, !want)
	}
	_, err := pgx.Connect(t.Context(), "host=/nonexistent user=nobody")
	assert.True(t, pgstore.Down(err), "no server", err)
}

func TestURLTimeouts(t *testing.T) {
	t.Parallel()
	base, err := url.Parse(blank(t))
	require.NoError(t, err)
	for name, c := range map[string]struct{ given, want string }{
		"default": {"", "10s"},
		"given":   {"1234567", "1234567ms"},
		"off":     {"0", "0"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u := *base
			query := u.Query()
			query.Del("statement_timeout")
			if c.given != "" {
				query.Set("statement_timeout", c.given)
			}
			u.RawQuery = query.Encode()
			pool, err := pgstore.Open(t.Context(), pgstore.Config{URL: u.String(), Schema: "public"})
			require.NoError(t, err)
			defer pool.Close()
			var got string
			err = pool.QueryRow(t.Context(), "SHOW statement_timeout").Scan(&got)
			assert.True(t, err == nil && got == c.want, "statement_timeout is", got, err, "want", c.want)
		})
	}
}

// Programs of successive releases work with the schema until it is contracted; then older ones are refused.
func TestNewerSchema(t *testing.T) {
	t.Parallel()
	release := func(oldest int64, upTo int) pgstore.Migrations {
		all := fstest.MapFS{}
		for n, up := range []string{"CREATE TABLE book (id int);", "ALTER TABLE book ADD title text;",
			"ALTER TABLE book DROP COLUMN id;"}[:upTo] {
			all[fmt.Sprintf("%05d_step.sql", n+1)] = &fstest.MapFile{Data: []byte("-- +goose Up\n" + up)}
		}
		return pgstore.Migrations{Schema: "shelf", Files: all, Oldest: oldest}
	}
	first, expanded, contracted := release(0, 1), release(0, 2), release(2, 3)
	url := blank(t)
	for n, step := range []struct {
		up                                            pgstore.Migrations
		firstMayRun, expandedMayRun, contractedMayRun bool
	}{
		{first, true, false, false},
		{expanded, true, true, false},
		{contracted, false, true, true},
	} {
		require.NoError(t, pgstore.Migrate(t.Context(), url, step.up))
		pool, err := pgstore.Open(t.Context(), pgstore.Config{URL: url, Schema: "shelf"})
		require.NoError(t, err)
		defer pool.Close()
		for program, may := range map[*pgstore.Migrations]bool{
			&first: step.firstMayRun, &expanded: step.expandedMayRun, &contracted: step.contractedMayRun,
		} {
			err := pgstore.CheckSchema(t.Context(), pool, *program)
			assert.Equal(t, err == nil, may, "after release", n+1, err)
		}
	}
	assert.ErrorIs(t, pgstore.Migrate(t.Context(), url, first), pgstore.ErrNewerSchema, "the first release migrates")
	assert.NoError(t, pgstore.Migrate(t.Context(), url, expanded), "one release back")
}
