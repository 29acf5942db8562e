package bus_test

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/embedded/natsd"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/libs/tlsfiles"
)

// secured starts a NATS server that requires client certificates of the authority.
func secured(t *testing.T, a *testkit.Authority, names ...string) *natsd.Server {
	t.Helper()
	roots, err := tlsfiles.Roots(a.CAFile)
	require.NoError(t, err)
	pair, err := tls.LoadX509KeyPair(a.Issue(t, "nats", names...))
	require.NoError(t, err)
	return server(t, &tls.Config{
		MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{pair}, ClientCAs: roots,
		ClientAuth: tls.RequireAndVerifyClientCert,
	}, "127.0.0.1:0")
}

func server(t *testing.T, secure *tls.Config, listen string) *natsd.Server {
	t.Helper()
	s, err := natsd.Start(t.Context(), natsd.Config{
		StoreDir: t.TempDir(), Listen: listen,
		Users: []natsd.User{{Name: "u", Password: "pw", Publish: []string{">"}, Subscribe: []string{">"}}}, TLS: secure,
	})
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Shutdown(context.Background()) })
	return s
}

// plain is the address of a server without its scheme, which may say tls.
func plain(s *natsd.Server) string {
	_, address, _ := strings.Cut(s.ClientURL(), "://")
	return "nats://" + address
}

func TestNATSOverTLS(t *testing.T) {
	t.Parallel()
	a, foreign := testkit.NewAuthority(t), testkit.NewAuthority(t)
	s, elsewhere, clear := secured(t, a, "127.0.0.1"), secured(t, a, "nats.elsewhere.example"),
		server(t, nil, "127.0.0.1:0")
	certFile, keyFile := a.Issue(t, "client")
	foreignCert, foreignKey := foreign.Issue(t, "client")
	good := bus.TLS{CAFile: a.CAFile, CertFile: certFile, KeyFile: keyFile, Required: true}
	dial := func(s *natsd.Server, secure bus.TLS) error {
		ctx, cancel := context.WithTimeout(t.Context(), testkit.Patience)
		defer cancel()
		c, err := bus.Connect(ctx, bus.Config{URL: plain(s), User: "u", Password: "pw", Name: "tls", TLS: secure},
			telemetry.Discard())
		if err != nil {
			if ctx.Err() != nil {
				return fmt.Errorf("tried until the end: %w", err)
			}
			return err
		}
		return errors.Join(c.Check(ctx), c.Close(ctx))
	}
	require.NoError(t, dial(s, good))
	for what, tc := range map[string]struct {
		server *natsd.Server
		tls    bus.TLS
		want   string
	}{
		"foreign authority": {s, bus.TLS{CAFile: foreign.CAFile, CertFile: certFile, KeyFile: keyFile},
			"unknown authority"},
		"no certificate of a client": {s, bus.TLS{CAFile: a.CAFile}, "certificate required"},
		"a foreign client": {s, bus.TLS{CAFile: a.CAFile, CertFile: foreignCert, KeyFile: foreignKey},
			"unknown certificate authority"},
		"another host's certificate":  {elsewhere, good, "cannot validate certificate for 127.0.0.1"},
		"a server that speaks no TLS": {clear, good, "secure connection not available"},
		"required, and nothing more":  {clear, bus.TLS{Required: true}, "secure connection not available"},
		"a file that is not there":    {s, bus.TLS{CAFile: "/nowhere"}, "nowhere"},
	} {
		err := dial(tc.server, tc.tls)
		assert.True(t, err != nil && strings.Contains(err.Error(), tc.want), what, err, "want", tc.want)
	}
	assert.NoError(t, dial(clear, bus.TLS{}), "without TLS")
}

// A client's certificate that was renewed is shown from the next connection on.
func TestClientCertificateRenewed(t *testing.T) {
	t.Parallel()
	a := testkit.NewAuthority(t)
	s := secured(t, a, "127.0.0.1")
	certFile, keyFile := a.Issue(t, "client")
	c, err := bus.Connect(t.Context(), bus.Config{
		URL: plain(s), User: "u", Password: "pw", Name: "tls",
		TLS: bus.TLS{CAFile: a.CAFile, CertFile: certFile, KeyFile: keyFile},
	}, telemetry.Discard())
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close(context.Background()) })
	back := make(chan struct{}, 1)
	c.OnReconnect(func() { back <- struct{}{} })

	// The server returns with another authority, and the files are renewed.
	address := strings.TrimPrefix(plain(s), "nats://")
	require.NoError(t, s.Shutdown(t.Context()))
	b := testkit.NewAuthority(t)
	renewedCert, renewedKey := b.Issue(t, "client")
	for from, to := range map[string]string{renewedCert: certFile, renewedKey: keyFile, b.CAFile: a.CAFile} {
		require.NoError(t, os.Rename(from, to))
	}
	roots, err := tlsfiles.Roots(a.CAFile)
	require.NoError(t, err)
	pair, err := tls.LoadX509KeyPair(b.Issue(t, "nats", "127.0.0.1"))
	require.NoError(t, err)
	server(t, &tls.Config{
		MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{pair}, ClientCAs: roots,
		ClientAuth: tls.RequireAndVerifyClientCert,
	}, address)
	select {
	case <-back:
	case <-time.After(time.Minute):
		t.Fatal("does not come back")
	}
}
