package site_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
)

func TestIsLocalHost(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]bool{
		"localhost": true, "LOCALHOST:8080": true, "127.0.0.1:8080": true, "127.9.9.9": true,
		"[::1]:8080": true, "[::1]": true,
		"app.localhost:1": true, "localhost.example": false, "example": false, "192.168.1.5:8080": false, "": false,
		"127.0.0.1.example": false, "[fe80::1]:80": false, "notlocalhost": false,
	} {
		assert.Equal(t, site.IsLocalHost(host), want, host)
	}
}

func TestLocalPath(t *testing.T) {
	t.Parallel()
	for to, want := range map[string]string{
		"/keys": "/keys", "/usage?month=2026-01": "/usage?month=2026-01", "/a#b": "/a#b",
		"": "/", "keys": "/", "//evil.example": "/", "///evil.example": "/", `/\evil.example`: "/", `\/evil.example`: "/",
		"https://evil.example/": "/", "javascript:alert(1)": "/", "/\t/evil.example": "/", "/\n": "/", " /keys": "/",
	} {
		assert.Equal(t, site.LocalPath(to), want, to)
	}
}

// A redirect stays on the site as browsers understand the path (WHATWG URL: they drop
// tabs and line ends and treat \ as /).
func FuzzLocalPath(f *testing.F) {
	for _, to := range []string{"/keys", "//x", `/\x`, "/\t/x", "http:/x", "/a?b#c", "/%2f/x", "/.//x", "/..//x"} {
		f.Add(to)
	}
	base, err := url.Parse("https://docmill.example/sign-in")
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, to string) {
		got := site.LocalPath(to)
		asBrowser := strings.NewReplacer("\t", "", "\n", "", "\r", "", `\`, "/").Replace(got)
		u, err := base.Parse(asBrowser)
		if err != nil || u.Host != base.Host || u.Scheme != "https" || strings.HasPrefix(asBrowser, "//") {
			t.Errorf("%q leads to %q: %v, %v", to, got, u, err)
		}
	})
}
