package gateway_test

import (
	"io"
	"net"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway"
)

// After NATS lost everything while all gateways were down, the first gateway that starts recreates the
// streams.
func TestStartWithoutStreams(t *testing.T) {
	t.Parallel()
	r := newRig(t, func(cfg *gateway.Config) { cfg.StreamsEvery = time.Hour }) // the one that runs does not look
	for _, spec := range contract.Streams() {
		require.NoError(t, r.operated(spec.Account).DeleteStream(t.Context(), spec.Name))
	}
	r.start(testConfig(t, r.url))
	for _, spec := range contract.Streams() {
		_, err := r.operated(spec.Account).Stream(t.Context(), spec.Name)
		assert.NoError(t, err, spec.Name, "in", spec.Account)
	}
	r.work()
	_, ended := r.accept()
	ended()
}

// A gateway that starts during a database outage waits.
func TestStartWithoutDatabase(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.start(testConfig(t, awayAtFirst(t, r.url, 3)))
}

// awayAtFirst is another URL of a database, whose first connections end at once, like those to a starting server.
func awayAtFirst(t *testing.T, databaseURL string, times int32) string {
	t.Helper()
	settings, err := pgconn.ParseConfig(databaseURL)
	require.NoError(t, err)
	u, err := url.Parse(databaseURL)
	require.NoError(t, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = l.Close() })
	network, address := pgconn.NetworkAddress(settings.Host, settings.Port)
	var come atomic.Int32
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial(network, address)
			if err != nil || come.Add(1) <= times {
				_ = client.Close()
				continue
			}
			go func() { _, _ = io.Copy(server, client); _ = server.Close() }()
			go func() { _, _ = io.Copy(client, server); _ = client.Close() }()
		}
	}()
	query := u.Query()
	query.Del("host")
	query.Del("port")
	query.Set("sslmode", "disable")
	u.Host, u.RawQuery = l.Addr().String(), query.Encode()
	return u.String()
}
