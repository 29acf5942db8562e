package pgstore_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/pgd"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/require"
)

func TestRequireTLS(t *testing.T) {
	t.Parallel()
	a := testkit.NewAuthority(t)
	root := "sslrootcert=" + url.QueryEscape(a.CAFile)
	for u, ok := range map[string]bool{
		"postgres://u:p@db.example/d?sslmode=verify-full&" + root:                       true,
		"postgres://u:p@db.example,other.example/d?sslmode=verify-full&" + root:         true,
		"postgres://u:p@/d?host=/run/postgresql":                                        true,
		"postgres://u:p@db.example/d":                                                   false,
		"postgres://u:p@db.example/d?sslmode=disable":                                   false,
		"postgres://u:p@db.example/d?sslmode=prefer":                                    false,
		"postgres://u:p@db.example/d?sslmode=require":                                   false,
		"postgres://u:p@db.example/d?sslmode=verify-ca&" + root:                         false,
		"postgres://u:p@/d?host=/run/postgresql,db.example&sslmode=prefer":              false,
		"postgres://u:p@db.example/d?sslmode=verify-full&sslrootcert=/no/such/file.crt": false,
		"nothing:": false,
	} {
		err := pgstore.RequireTLS(u)
		assert.Equal(t, err == nil, ok, u, err)
		if err != nil && strings.Contains(err.Error(), "u:p") {
			t.Errorf("the error quotes the password: %v", err)
		}
	}
}

func TestPostgresOverTLS(t *testing.T) {
	t.Parallel()
	a, foreign := testkit.NewAuthority(t), testkit.NewAuthority(t)
	certFile, keyFile := a.Issue(t, "postgres", "localhost")
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	cfg := pgd.Config{Password: rand.Text(), TLS: &pgd.TLS{Port: ln.Addr().(*net.TCPAddr).Port}}
	require.NoError(t, ln.Close())
	cfg.TLS.Cert, err = os.ReadFile(certFile)
	require.NoError(t, err)
	cfg.TLS.Key, err = os.ReadFile(keyFile)
	require.NoError(t, err)
	cfg.Dir, err = os.MkdirTemp("", "pgd-")
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(cfg.Dir) })
	server, err := pgd.Start(t.Context(), cfg)
	require.NoError(t, err)
	t.Cleanup(func() { _ = server.Stop(context.Background()) })
	ask := func(host, options string) error {
		u := fmt.Sprintf("postgres://%s:%s@%s:%d/postgres?%s", pgd.Superuser, cfg.Password, host, cfg.TLS.Port, options)
		pool, err := pgstore.Open(t.Context(), pgstore.Config{URL: u, Schema: "public"})
		if err != nil {
			return err
		}
		defer pool.Close()
		var encrypted bool
		if err := pool.QueryRow(t.Context(), `SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`).Scan(
			&encrypted); err != nil {
			return err
		}
		assert.True(t, encrypted, host, options, "in the clear")
		return nil
	}
	full := "sslmode=verify-full&sslrootcert="
	require.NoError(t, ask("localhost", full+url.QueryEscape(a.CAFile)))
	for what, tc := range map[string]struct{ host, options, want string }{
		"foreign authority":          {"localhost", full + url.QueryEscape(foreign.CAFile), "unknown authority"},
		"another host's certificate": {"127.0.0.1", full + url.QueryEscape(a.CAFile), "127.0.0.1"},
		"plain text":                 {"localhost", "sslmode=disable", "no encryption"},
	} {
		err := ask(tc.host, tc.options)
		assert.True(t, err != nil && strings.Contains(err.Error(), tc.want), what, err, "want", tc.want)
	}
	assert.NoError(t, server.Stop(t.Context()))
}
