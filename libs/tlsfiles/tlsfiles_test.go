package tlsfiles_test

import (
	"bytes"
	"log/slog"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/tlsfiles"
)

func TestRootsFromFile(t *testing.T) {
	t.Parallel()
	a := testkit.NewAuthority(t)
	roots, err := tlsfiles.Roots(a.CAFile)
	if err != nil || len(roots.Subjects()) != 1 { //nolint:staticcheck // not the system's pool
		t.Errorf("%v, %v", roots, err)
	}
	_, keyFile := a.Issue(t, "x")
	for _, file := range []string{"/nowhere", keyFile} {
		_, err := tlsfiles.Client(file)
		assert.Error(t, err, file, "is taken")
	}
	c, err := tlsfiles.Client("")
	assert.True(t, c == nil && err == nil, c, err)
}

// clock is moved by hand.
type clock struct{ seconds atomic.Int64 }

func (c *clock) now() time.Time { return time.Now().Add(time.Duration(c.seconds.Load()) * time.Second) }

func TestCertificateReload(t *testing.T) {
	t.Parallel()
	a := testkit.NewAuthority(t)
	var c clock
	var log bytes.Buffer
	certFile, keyFile := a.Issue(t, "x", "docmill.example")
	p, err := tlsfiles.Open(certFile, keyFile, slog.New(slog.NewTextHandler(&log, nil)), c.now)
	require.NoError(t, err)
	serial := func() string {
		got, err := p.Certificate(nil)
		require.NoError(t, err)
		return got.Leaf.SerialNumber.String()
	}
	look := func() string { c.seconds.Add(int64(tlsfiles.CheckEvery / time.Second)); return serial() }
	first := serial()
	a.Issue(t, "x", "docmill.example")
	assert.Equal(t, serial(), first, "the files are read at each handshake")
	second := look()
	require.NotEqual(t, second, first, "the renewed pair is not shown")
	require.NoError(t, os.WriteFile(keyFile, []byte("x"), 0o600))
	for range 3 {
		assert.Equal(t, look(), second, "a broken pair took the place")
	}
	require.NoError(t, os.Remove(certFile))
	assert.Equal(t, look(), second, "no pair took the place")
	said := log.String()
	assert.True(t, strings.Contains(said, "not valid") && !strings.Contains(said, "PRIVATE"), "log", said)
	a.Issue(t, "x", "docmill.example")
	third := look()
	assert.True(t, third != second && third != first, "the pair after the broken one is not shown")
	c.seconds.Add(2 * 3600)
	_, err = tlsfiles.Open(certFile, keyFile, nil, c.now)
	assert.Error(t, err, "a certificate that has ended is taken at the start")
}
