package main

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// Codes work once, and only for clients with a secret from the file.
func TestSecretsFromFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "secrets")
	provider, err := New("http://provider.example", "anna@nordlicht.example", file)
	require.NoError(t, err)
	server := httptest.NewServer(provider.Handler())
	defer server.Close()
	for _, round := range []struct {
		secrets, shown string
		want           int
	}{
		{"first", "first", 200}, {"first second", "second", 200}, {"second", "first", 401}, {"second", "", 401},
	} {
		require.NoError(t, os.WriteFile(file, []byte(round.secrets), 0o600))
		code := grantedCode(t, server.URL)
		assert.Equal(t, show(t, server.URL, code, round.shown), round.want, round.shown, round.secrets)
		assert.Equal(t, show(t, server.URL, code, round.shown), 401, "a code a second time")
	}
}

func grantedCode(t *testing.T, server string) string {
	t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	back := url.QueryEscape("http://docmill.example/back")
	answer, err := client.Get(server + "/authorize?state=s&nonce=n&redirect_uri=" + back)
	require.NoError(t, err)
	defer answer.Body.Close()
	to, err := answer.Location()
	require.True(t, err == nil && to.Host == "docmill.example" && to.Query().Get("state") == "s", to, err)
	return to.Query().Get("code")
}

func show(t *testing.T, server, code, secret string) int {
	t.Helper()
	form := strings.NewReader(url.Values{"code": {code}}.Encode())
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server+"/token", form)
	require.NoError(t, err)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.SetBasicAuth("docmill", secret)
	answer, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer answer.Body.Close()
	return answer.StatusCode
}
