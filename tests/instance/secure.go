package instance

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"strconv"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/pgd"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/tlsfiles"
)

// NewSecureCluster is NewCluster with NATS, PostgreSQL, the object store and the gateway over TLS only,
// with certificates of the authority; every process must refuse unencrypted connections.
func (s Services) NewSecureCluster(t testing.TB, a *testkit.Authority) *Cluster {
	t.Helper()
	certFile, keyFile := a.Issue(t, "server", "localhost", "127.0.0.1")
	clientCert, clientKey := a.Issue(t, "service")
	pair, err := tls.LoadX509KeyPair(certFile, keyFile)
	require.NoError(t, err)
	roots, err := tlsfiles.Roots(a.CAFile)
	require.NoError(t, err)
	c := s.prepare(t, secureDatabase(t, a, certFile, keyFile))
	c.natsStore.TLS = &tls.Config{
		MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{pair}, ClientCAs: roots,
		ClientAuth: tls.RequireAndVerifyClientCert,
	}
	c.s3.Endpoint = secureFront(t, pair, c.s3.Endpoint)
	c.tls = []string{
		"DOCMILL_TLS_REQUIRED=true", "DOCMILL_NATS_CA_FILE=" + a.CAFile, "DOCMILL_NATS_CERT_FILE=" + clientCert,
		"DOCMILL_NATS_KEY_FILE=" + clientKey,
		"DOCMILL_S3_SECURE=true", "DOCMILL_S3_CA_FILE=" + a.CAFile, "DOCMILL_TLS_CERT_FILE=" + certFile,
		"DOCMILL_TLS_KEY_FILE=" + keyFile,
	}
	c.run()
	return c
}

// secureDatabase returns the owner's URL of a PostgreSQL with TLS only.
func secureDatabase(t testing.TB, a *testkit.Authority, certFile, keyFile string) string {
	t.Helper()
	settings := pgd.Config{Dir: Dir(t), Password: rand.Text(), TLS: &pgd.TLS{}}
	_, port, err := net.SplitHostPort(FreeAddress(t))
	if err == nil {
		settings.TLS.Port, err = strconv.Atoi(port)
	}
	require.NoError(t, err)
	for file, content := range map[string]*[]byte{certFile: &settings.TLS.Cert, keyFile: &settings.TLS.Key} {
		*content, err = os.ReadFile(file)
		require.NoError(t, err)
	}
	server, err := pgd.Start(t.Context(), settings)
	require.NoError(t, err)
	t.Cleanup(func() { _ = server.Stop(context.Background()) })
	return fmt.Sprintf("postgres://%s:%s@localhost:%d/postgres?sslmode=verify-full&sslrootcert=%s",
		pgd.Superuser, settings.Password, settings.TLS.Port, url.QueryEscape(a.CAFile))
}

// secureFront is a TLS proxy of an object store and returns its address.
func secureFront(t testing.TB, pair tls.Certificate, endpoint string) string {
	t.Helper()
	front := httptest.NewUnstartedServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: "http", Host: endpoint})
		r.Out.Host = r.In.Host // it is signed
	}})
	front.TLS = &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{pair}}
	front.StartTLS()
	t.Cleanup(front.Close)
	return front.Listener.Addr().String()
}

// SecureClient trusts only the authority.
func SecureClient(t testing.TB, a *testkit.Authority) *http.Client {
	t.Helper()
	trusted, err := tlsfiles.Client(a.CAFile)
	require.NoError(t, err)
	transport := &http.Transport{TLSClientConfig: trusted}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

// Refuses starts a service that must end with an error, and returns its output.
func (c *Cluster) Refuses(name string, env ...string) string {
	c.t.Helper()
	cmd := c.command(name, env...)
	out, err := cmd.CombinedOutput()
	assert.Error(c.t, err, name, "starts")
	return string(out)
}
