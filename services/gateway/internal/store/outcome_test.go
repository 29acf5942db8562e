package store_test

import (
	"bytes"
	"context"
	"errors"
	"net"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// cutter breaks a connection at the commit of an acceptance: before or after the server executes it.
type cutter struct {
	net.Conn
	armed  *atomic.Bool
	before bool
}

var errCut = errors.New("cut by the test")

func (c *cutter) Write(p []byte) (int, error) {
	if !bytes.Contains(p, []byte("commit")) || !c.armed.CompareAndSwap(true, false) {
		return c.Conn.Write(p)
	}
	if c.before {
		return 0, errors.Join(errCut, c.Conn.Close())
	}
	n, err := c.Conn.Write(p)
	if err != nil {
		return n, err
	}
	// The server's answer is its word that it has committed. The client, which
	// has sent all, will read of a closed connection instead.
	if _, err := c.Conn.Read(make([]byte, 1)); err != nil {
		return n, err
	}
	return n, c.Conn.Close()
}

func cuttingStore(t *testing.T, url string, armed *atomic.Bool, before bool) *store.Store {
	t.Helper()
	cfg, err := pgxpool.ParseConfig(url)
	require.NoError(t, err)
	cfg.ConnConfig.RuntimeParams["search_path"] = "gateway"
	cfg.ConnConfig.DialFunc = func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := (&net.Dialer{}).DialContext(ctx, network, addr)
		return &cutter{Conn: conn, armed: armed, before: before}, err
	}
	pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	return store.New(pool, pool)
}

func TestLostCommit(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before bool
		want   int // documents, each charged
	}{
		"cut before": {true, 0},
		"cut after":  {false, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := gatewaytest.Database(t)
			var armed atomic.Bool
			s := cuttingStore(t, url, &armed, c.before)
			armed.Store(true)
			charge, err := s.Accept(t.Context(), gatewaytest.Acceptance(gatewaytest.Account()), store.Terms{})
			if armed.Load() {
				t.Fatal("no commit was seen")
			}
			if accepted := err == nil && charge.Granted; accepted != (c.want == 1) {
				t.Errorf("accepted: %v, %v", accepted, err)
			}
			pool := gatewaytest.Pool(t, url)
			if n := count(t, pool, `SELECT count(*) FROM documents`); n != c.want {
				t.Errorf("%d documents, want %d", n, c.want)
			}
			if n := count(t, pool, `SELECT count(*) FROM quota.charges`); n != c.want {
				t.Errorf("%d charges, want %d", n, c.want)
			}
		})
	}
}
