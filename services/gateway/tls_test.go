package gateway_test

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/tlsfiles"
	"github.com/docmill/docmill/services/gateway"
)

// secureRig is a gateway with HTTPS, and a client that trusts the authority; each request has a separate connection.
func secureRig(
	t *testing.T, a *testkit.Authority, adjust ...func(*gateway.Config),
) (r *rig, client func() *http.Client) {
	t.Helper()
	certFile, keyFile := a.Issue(t, "gateway", "127.0.0.1", "docmill.example")
	r = newRig(t, append(adjust, func(c *gateway.Config) { c.TLS = gateway.TLS{CertFile: certFile, KeyFile: keyFile} })...)
	trusted, err := tlsfiles.Client(a.CAFile)
	require.NoError(t, err)
	return r, func() *http.Client {
		return &http.Client{Transport: &http.Transport{TLSClientConfig: trusted.Clone(), DisableKeepAlives: true},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	}
}

func answer(t *testing.T, client *http.Client, req *http.Request) (*http.Response, string, error) {
	t.Helper()
	resp, err := client.Do(req)
	if err != nil {
		return nil, "", err
	}
	body, err := io.ReadAll(resp.Body)
	return resp, string(body), errors.Join(err, resp.Body.Close())
}

func get(t *testing.T, url string) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	require.NoError(t, err)
	return req
}

func TestHTTPS(t *testing.T) {
	t.Parallel()
	a, foreign := testkit.NewAuthority(t), testkit.NewAuthority(t)
	r, client := secureRig(t, a)
	r.admitAll()
	r.work()
	address := r.service.Addr()
	req := upload(t, "https://"+address, "wait=60")
	resp, body, err := answer(t, client(), req)
	require.NoError(t, err, body)
	require.Equal(t, resp.StatusCode, http.StatusOK, body)
	// Browsers must keep using HTTPS.
	page := get(t, "https://"+address+"/sign-in")
	page.Host = "docmill.example"
	resp, _, err = answer(t, client(), page)
	assert.True(t, err == nil && resp.Header.Get("Strict-Transport-Security") != "", err, resp)
	if resp, _, err := answer(t, http.DefaultClient, get(t, "http://"+address+"/healthz")); err == nil {
		t.Errorf("plain HTTP is answered %s", resp.Status)
	}
	trusted, err := tlsfiles.Client(foreign.CAFile)
	require.NoError(t, err)
	var unknown x509.UnknownAuthorityError
	_, err = tls.Dial("tcp", address, trusted)
	assert.True(t, errors.As(err, &unknown), "another authority", err)
	trusted, err = tlsfiles.Client(a.CAFile)
	require.NoError(t, err)
	trusted.ServerName = "elsewhere.example"
	var name x509.HostnameError
	_, err = tls.Dial("tcp", address, trusted)
	assert.True(t, errors.As(err, &name), "another name", err)
	old := trusted.Clone()
	old.ServerName, old.MinVersion, old.MaxVersion = "docmill.example", tls.VersionTLS10, tls.VersionTLS11
	_, err = tls.Dial("tcp", address, old)
	assert.Error(t, err, "TLS 1.1 is spoken")
}

// A client that never finishes the handshake blocks no other client, and a stop does not wait longer for
// it.
func TestHTTPSIdleClients(t *testing.T) {
	t.Parallel()
	r, client := secureRig(t, testkit.NewAuthority(t), func(c *gateway.Config) { c.MaxConnections = 50 })
	for range 20 {
		conn, err := net.Dial("tcp", r.service.Addr())
		require.NoError(t, err)
		t.Cleanup(func() { _ = conn.Close() })
	}
	resp, body, err := answer(t, client(), get(t, "https://"+r.service.Addr()+"/healthz"))
	assert.True(t, err == nil && resp.StatusCode == http.StatusOK, err, body)
}

// shown is the serial number of the certificate that new connections see.
func shown(t *testing.T, address string) string {
	t.Helper()
	// it is only looked at
	conn, err := tls.Dial("tcp", address, &tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS12})
	require.NoError(t, err)
	defer conn.Close()
	return conn.ConnectionState().PeerCertificates[0].SerialNumber.String()
}

// New connections get a renewed certificate while others are served; an invalid one changes nothing.
func TestCertificateRenewal(t *testing.T) {
	t.Parallel()
	a := testkit.NewAuthority(t)
	r, client := secureRig(t, a)
	address := r.service.Addr()
	done := make(chan struct{})
	var load sync.WaitGroup
	for range 2 {
		load.Go(func() {
			c := client()
			for {
				select {
				case <-done:
					return
				case <-time.After(10 * time.Millisecond): // other tests need the processors
				}
				if resp, _, err := answer(t, c, get(t, "https://"+address+"/healthz")); err != nil ||
					resp.StatusCode != http.StatusOK {
					t.Errorf("under load: %v", err)
					return
				}
			}
		})
	}
	before := shown(t, address)
	certFile, _ := a.Issue(t, "gateway", "127.0.0.1", "docmill.example")
	testkit.Await(t, "the new certificate", func() bool { return shown(t, address) != before })
	renewed := shown(t, address)
	require.NoError(t, os.WriteFile(certFile, []byte("-----BEGIN CERTIFICATE-----\nhalf of"), 0o600))
	// The next usable pair is seen, and the broken one in between never was.
	seen := map[string]bool{}
	again := time.Now().Add(tlsfiles.CheckEvery + tlsfiles.CheckEvery/4)
	testkit.Await(t, "a look at the broken file", func() bool {
		seen[shown(t, address)] = true
		return time.Now().After(again)
	})
	assert.True(t, len(seen) == 1 && seen[renewed], "shown meanwhile", seen)
	a.Issue(t, "gateway", "127.0.0.1", "docmill.example")
	testkit.Await(t, "the certificate after the broken one", func() bool { return shown(t, address) != renewed })
	close(done)
	load.Wait()
}

func TestHTTPSWithInvalidPair(t *testing.T) {
	t.Parallel()
	a := testkit.NewAuthority(t)
	certFile, keyFile := a.Issue(t, "one", "docmill.example")
	_, otherKey := a.Issue(t, "other", "docmill.example")
	for _, pair := range []gateway.TLS{{CertFile: certFile, KeyFile: otherKey},
		{CertFile: "/nowhere.crt", KeyFile: keyFile}} {
		_, err := tlsfiles.Open(pair.CertFile, pair.KeyFile, nil, time.Now)
		assert.Error(t, err, pair, "is taken")
	}
	cfg := testConfig(t, "postgres://u:p@db.example/d")
	cfg.TLS = gateway.TLS{CertFile: certFile}
	err := cfg.Validate()
	assert.True(t, err != nil && strings.Contains(err.Error(), "DOCMILL_TLS_KEY_FILE"), "half a pair", err)
	if err := fmt.Sprint(cfg.RequireTLS()); !strings.Contains(err, "DOCMILL_DATABASE_URL: want sslmode=verify-full") ||
		!strings.Contains(err, "DOCMILL_S3_SECURE") {
		t.Errorf("in the clear: %s", err)
	}
}
