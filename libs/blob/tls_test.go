package blob_test

import (
	"crypto/tls"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

// secured is a TLS proxy of the object store, with a certificate for names.
func secured(t *testing.T, a *testkit.Authority, endpoint string, names ...string) string {
	t.Helper()
	pair, err := tls.LoadX509KeyPair(a.Issue(t, "s3", names...))
	require.NoError(t, err)
	front := httptest.NewUnstartedServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: "http", Host: endpoint})
		r.Out.Host = r.In.Host // it is signed
	}})
	front.TLS = &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{pair}}
	front.StartTLS()
	t.Cleanup(front.Close)
	return front.Listener.Addr().String()
}

func TestObjectStoreOverTLS(t *testing.T) {
	t.Parallel()
	info := testkit.S3(t)
	a, foreign := testkit.NewAuthority(t), testkit.NewAuthority(t)
	here, elsewhere := secured(t, a, info.Endpoint, "127.0.0.1"), secured(t, a, info.Endpoint, "s3.elsewhere.example")
	config := func(endpoint, caFile string, secure bool) blob.Config {
		return blob.Config{Endpoint: endpoint, AccessKey: info.AccessKey, SecretKey: info.SecretKey, Bucket: info.Bucket,
			Secure: secure, CAFile: caFile}
	}
	open := func(t *testing.T, endpoint, caFile string, secure bool) error {
		t.Helper()
		s, err := blob.New(config(endpoint, caFile, secure))
		if err != nil {
			return err
		}
		return s.Check(t.Context())
	}
	s, err := blob.New(config(here, a.CAFile, true))
	require.NoError(t, err)
	_, err = s.Put(t.Context(), "a", strings.NewReader("text"))
	require.True(t, err == nil && string(read(t, s, "a")) == "text", err)
	lent, err := s.PresignGet(t.Context(), "a", 1e9)
	assert.True(t, err == nil && strings.HasPrefix(lent, "https://"), "lent", lent, err)
	for what, tc := range map[string]struct {
		endpoint, caFile string
		secure           bool
		want             string
	}{
		"foreign authority":          {here, foreign.CAFile, true, "unknown authority"},
		"the system's authorities":   {here, "", true, "unknown authority"},
		"another host's certificate": {elsewhere, a.CAFile, true, "127.0.0.1"},
		"plain text":                 {here, "", false, ""},
		"a server without TLS":       {info.Endpoint, a.CAFile, true, "HTTP response to HTTPS client"},
		"no file":                    {here, "/nowhere", true, "nowhere"},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel() // the client retries for seconds
			err := open(t, tc.endpoint, tc.caFile, tc.secure)
			assert.True(t, err != nil && strings.Contains(err.Error(), tc.want), err, "want", tc.want)
		})
	}
}
