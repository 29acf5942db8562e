package store_test

import (
	"bytes"
	"context"
	"errors"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
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
			require.False(t, armed.Load(), "no commit was seen")
			assert.Equal(t, err == nil && charge.Granted, (c.want == 1), "accepted")
			pool := gatewaytest.Pool(t, url)
			testkit.WantCount(t, pool, c.want, `SELECT count(*) FROM documents`)
			testkit.WantCount(t, pool, c.want, `SELECT count(*) FROM quota.charges`)
		})
	}
}

// A document accepted into an empty lane is released at once; later ones of any account wait for their
// turn.
func TestAcceptAndRelease(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	at := func(lane contract.Lane) (id string, released bool) {
		a := gatewaytest.Acceptance(gatewaytest.Account())
		a.Document.Lane = lane
		c, err := s.Accept(t.Context(), a, store.Terms{Release: time.Hour})
		require.NoError(t, err, c)
		require.True(t, c.Granted, c)
		return a.Document.ID, c.Released
	}
	first, alone := at(contract.LaneInteractive)
	second, behind := at(contract.LaneInteractive)
	_, slow := at(contract.LaneSlow)
	assert.True(t, alone && !behind && slow, "released: alone", alone, "behind another", behind, "in another lane", slow)
	n := mustNext(t, s, contract.LaneInteractive)
	assert.True(t, n.DocumentID == first && n.Released, "claimed", n, "want", first, "with its command")
	got := released(t, s, store.Window{PerLane: 32, Share: 32, InFlight: 64, Redispatch: time.Hour})
	assert.True(t, len(got) == 1 && got[0] == second, "released", got, "want", second, "alone")
	mustNext(t, s, contract.LaneInteractive)
	_, again := at(contract.LaneInteractive)
	assert.True(t, again, "the lane is empty again, and the next one waits")
}

// A command that was never published is due like any other.
func TestRedispatchReleased(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	a := gatewaytest.Acceptance(gatewaytest.Account())
	c, err := s.Accept(t.Context(), a, store.Terms{Release: time.Nanosecond, Traceparent: "parent"})
	require.NoError(t, err, c)
	require.True(t, c.Released, c)
	due, err := s.Unclaimed(t.Context(), time.Hour)
	want := store.Command{DocumentID: a.Document.ID, Lane: a.Document.Lane, Traceparent: "parent"}
	assert.True(t, err == nil && len(due) == 1 && due[0] == want, "due are", due, err, "want", want)
}
