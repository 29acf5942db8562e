package pgd_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/pgd"
	"github.com/docmill/docmill/libs/require"
)

// password needs escaping in a URL.
const password = "p@ss:w/ö?rd%"

// clusterDir is a directory that other accounts may enter, unlike t.TempDir.
func clusterDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "pgd-")
	require.NoError(t, err)
	t.Cleanup(func() {
		assert.NoError(t, os.RemoveAll(dir))
	})
	return dir
}

func start(t *testing.T, cfg pgd.Config) *pgd.Cluster {
	t.Helper()
	cfg.Password = password
	c, err := pgd.Start(t.Context(), cfg)
	require.NoError(t, err, "start")
	t.Cleanup(func() { _ = c.Stop(context.Background()) })
	return c
}

func stop(t *testing.T, c *pgd.Cluster) {
	t.Helper()
	require.NoError(t, c.Stop(t.Context()), "stop")
}

func connect(t *testing.T, dsn string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	require.NoError(t, err, "connect")
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

func exec(t *testing.T, c *pgd.Cluster, sql string) {
	t.Helper()
	conn := connect(t, c.AdminDSN())
	_, err := conn.Exec(t.Context(), sql)
	require.NoError(t, err, sql)
	require.NoError(t, conn.Close(t.Context()))
}

func query(t *testing.T, c *pgd.Cluster, sql string) string {
	t.Helper()
	var value string
	require.NoError(t, connect(t, c.AdminDSN()).QueryRow(t.Context(), sql).Scan(&value), sql)
	return value
}

func TestRestart(t *testing.T) {
	t.Parallel()
	cfg := pgd.Config{Dir: clusterDir(t), Durable: true, MaxConnections: 17}
	first := start(t, cfg)
	exec(t, first, "CREATE TABLE kept AS SELECT 'kept' AS value")
	for setting, want := range map[string]string{
		"fsync":            "on",
		"data_checksums":   "on",
		"listen_addresses": "",
		"max_connections":  "17",
		"server_encoding":  "UTF8",
		"lc_collate":       "C.UTF-8",
		"TimeZone":         "UTC",
	} {
		assert.Equal(t, query(t, first, "SELECT current_setting('"+setting+"')"), want, setting)
	}
	stop(t, first)
	stop(t, first) // again is harmless
	<-first.Done()

	second := start(t, cfg)
	assert.Equal(t, query(t, second, "SELECT value FROM kept"), "kept")
	exec(t, second, "CREATE ROLE service LOGIN PASSWORD 's/e'")
	connect(t, second.DSN("postgres", "service", "s/e"))
	_, err := pgx.Connect(t.Context(), second.DSN("postgres", pgd.Superuser, "wrong"))
	assert.Error(t, err, "connected with a wrong password")
}

func TestRunningServer(t *testing.T) {
	t.Parallel()
	cfg := pgd.Config{Dir: clusterDir(t), Password: password}
	c := start(t, cfg)
	_, err := pgd.Start(t.Context(), cfg)
	assert.True(t, err != nil && strings.Contains(err.Error(), "in use"), "a second start on the directory", err)
	assert.Equal(t, query(t, c, "SELECT current_setting('fsync')"), "off", "fsync of a cluster that is not durable")
	// A Ctrl-C in the terminal goes to the foreground process group.
	pid := postmaster(t, cfg.Dir)
	group, err := syscall.Getpgid(pid)
	assert.True(t, err == nil && group == pid, "process", pid, "is in group", group, err)
}

func TestStopWithOpenSessions(t *testing.T) {
	t.Parallel()
	cfg := pgd.Config{Dir: clusterDir(t), Durable: true}
	c := start(t, cfg)
	conn := connect(t, c.AdminDSN())
	_, err := conn.Exec(t.Context(), "CREATE TABLE kept AS SELECT 'kept' AS value")
	require.NoError(t, err)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, c.Stop(ended), context.Canceled, "stop at once")
	<-c.Done()

	c = start(t, cfg)
	assert.Equal(t, query(t, c, "SELECT value FROM kept"), "kept", "after a stop without checkpoint")
	connect(t, c.AdminDSN())
	stop(t, c)
}

func TestLongSocketPath(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(clusterDir(t), strings.Repeat("long", 30))
	c := start(t, pgd.Config{Dir: dir})
	socketDir := query(t, c, "SELECT current_setting('unix_socket_directories')")
	info, err := os.Stat(socketDir)
	require.NoError(t, err, socketDir)
	assert.Equal(t, info.Mode().Perm(), 0o700, socketDir, info)
	stop(t, c)
	_, err = os.Stat(socketDir)
	assert.ErrorIs(t, err, os.ErrNotExist, socketDir, "is left behind")
}

func TestStartErrors(t *testing.T) {
	t.Parallel()
	otherVersion := clusterDir(t)
	require.NoError(t, os.Mkdir(filepath.Join(otherVersion, "data"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(otherVersion, "data", "PG_VERSION"), []byte("99\n"), 0o600))
	file := filepath.Join(clusterDir(t), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for name, tc := range map[string]struct{ dir, password, want string }{
		"no directory":     {"", password, "directory"},
		"no password":      {clusterDir(t), "", "password"},
		"not a directory":  {file, password, file},
		"made by another":  {otherVersion, password, "postgresql-99"},
		"line in password": {clusterDir(t), "two\nlines", "line"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, err := pgd.Start(t.Context(), pgd.Config{Dir: tc.dir, Password: tc.password})
			if err == nil {
				_ = c.Stop(context.Background())
				t.Fatal("started")
			}
			require.Contains(t, err.Error(), tc.want, "error", err, "does not name")
		})
	}
}

func TestStartErrorServerLog(t *testing.T) {
	t.Parallel()
	dir := clusterDir(t)
	stop(t, start(t, pgd.Config{Dir: dir}))
	require.NoError(t, os.Remove(filepath.Join(dir, "data", "global", "pg_control")))
	_, err := pgd.Start(t.Context(), pgd.Config{Dir: dir, Password: password})
	require.True(t, err != nil && strings.Contains(err.Error(), "pg_control"),
		"error", err, "does not carry the server's log")
}

func TestStartCanceled(t *testing.T) {
	t.Parallel()
	dir := clusterDir(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := pgd.Start(ctx, pgd.Config{Dir: dir, Password: password})
	require.Error(t, err, "started under an ended context")
	start(t, pgd.Config{Dir: dir})
}
