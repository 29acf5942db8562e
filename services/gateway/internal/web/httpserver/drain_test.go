package httpserver_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/lifecycle"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// Requests on connections not accepted before the stop get responses: closing the listener would reset
// them.
func TestPendingConnectionsDrained(t *testing.T) {
	t.Parallel()
	tel, err := telemetry.New(t.Context(), telemetry.Config{Service: "gateway", LogWriter: io.Discard})
	require.NoError(t, err)
	cfg := httpserver.DefaultConfig()
	cfg.DrainTimeout = testkit.Patience
	server, err := httpserver.New(cfg, httpserver.Deps{Health: lifecycle.NewHealth(), Telemetry: tel}, httpserver.App{})
	require.NoError(t, err)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	var waiting []net.Conn
	for range 20 {
		c, err := net.Dial("tcp", ln.Addr().String())
		require.NoError(t, err)
		defer c.Close()
		_, _ = io.WriteString(c, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
		waiting = append(waiting, c)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	assert.NoError(t, server.Serve(stopped, ln))
	for n, c := range waiting {
		_ = c.SetReadDeadline(time.Now().Add(testkit.Patience))
		resp, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Errorf("connection %d: %v", n, err)
			continue
		}
		_ = resp.Body.Close()
	}
	_, err = net.Dial("tcp", ln.Addr().String())
	assert.Error(t, err, "the port still takes connections")
}
