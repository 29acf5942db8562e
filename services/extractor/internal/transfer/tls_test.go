package transfer_test

import (
	"crypto/tls"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/tlsfiles"
	"github.com/docmill/docmill/services/extractor/internal/transfer"
)

func TestFilesOverTLS(t *testing.T) {
	t.Parallel()
	a, foreign := testkit.NewAuthority(t), testkit.NewAuthority(t)
	serve := func(names ...string) (address, plain string) {
		pair, err := tls.LoadX509KeyPair(a.Issue(t, "s3", names...))
		require.NoError(t, err)
		h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "file") })
		s := httptest.NewUnstartedServer(h)
		s.TLS = &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{pair}}
		s.StartTLS()
		t.Cleanup(s.Close)
		clear := httptest.NewServer(h)
		t.Cleanup(clear.Close)
		return s.URL + "/a", clear.URL + "/a"
	}
	here, plain := serve("127.0.0.1")
	elsewhere, _ := serve("s3.elsewhere.example")
	get := func(address, caFile string, required bool) error {
		trusted, err := tlsfiles.Client(caFile)
		require.NoError(t, err)
		c := transfer.NewClient(transfer.Config{Idle: 1, TLS: trusted, TLSRequired: required})
		t.Cleanup(c.Close)
		body, err := c.Get(t.Context(), address, transfer.File{Size: 4, SHA256: transfer.AnyHash})
		if err != nil {
			return err
		}
		_, err = io.ReadAll(body)
		_ = body.Close()
		return err
	}
	require.NoError(t, get(here, a.CAFile, true))
	if err := get(plain, "", false); err != nil {
		t.Errorf("where TLS is not required: %v", err)
	}
	for what, tc := range map[string]struct{ address, caFile, want string }{
		"in the clear":               {plain, a.CAFile, "TLS is required"},
		"foreign authority":          {here, foreign.CAFile, "unknown authority"},
		"another host's certificate": {elsewhere, a.CAFile, "127.0.0.1"},
	} {
		if err := get(tc.address, tc.caFile, true); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %q", what, err, tc.want)
		}
	}
}
