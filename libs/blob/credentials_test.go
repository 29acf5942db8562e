package blob_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

// sts is AssumeRoleWithWebIdentity of AWS STS (API 2011-06-15) and returns the object store's credentials.
type sts struct {
	access, secret string
	life           time.Duration // of the credentials

	mu     sync.Mutex
	tokens []string // that it was shown, with their role
}

func (s *sts) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.FormValue("Action") != "AssumeRoleWithWebIdentity" || r.FormValue("Version") != "2011-06-15" {
		http.Error(w, "what?", http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	s.tokens = append(s.tokens, r.FormValue("RoleArn")+" "+r.FormValue("WebIdentityToken"))
	s.mu.Unlock()
	fmt.Fprintf(w, `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
<AssumeRoleWithWebIdentityResult><Credentials><AccessKeyId>%s</AccessKeyId><SecretAccessKey>%s</SecretAccessKey>
<SessionToken></SessionToken><Expiration>%s</Expiration></Credentials></AssumeRoleWithWebIdentityResult>
</AssumeRoleWithWebIdentityResponse>`, s.access, s.secret, time.Now().Add(s.life).UTC().Format(time.RFC3339))
}

func (s *sts) shown() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.tokens...)
}

// The process has no key: it shows the token of its service account, as the file has
// it now, and gets credentials that end.
func TestWorkloadIdentity(t *testing.T) {
	info := testkit.S3(t)
	server := &sts{access: info.AccessKey, secret: info.SecretKey, life: time.Hour}
	web := httptest.NewServer(server)
	defer web.Close()
	token := filepath.Join(t.TempDir(), "token")
	write := func(value string) {
		t.Helper()
		require.NoError(t, os.WriteFile(token, []byte(value), 0o600))
	}
	t.Setenv("AWS_WEB_IDENTITY_TOKEN_FILE", token)
	t.Setenv("AWS_ROLE_ARN", "arn:aws:iam::1:role/docmill-gateway")
	open := func() *blob.Store {
		t.Helper()
		cfg := blob.Config{
			Endpoint: info.Endpoint, Bucket: info.Bucket, Credentials: blob.WorkloadIdentity, STSEndpoint: web.URL,
		}
		require.NoError(t, cfg.ValidateCredentials())
		s, err := blob.New(cfg)
		require.NoError(t, err)
		return s
	}
	write("first")
	s := open()
	require.NoError(t, s.EnsureBucket(t.Context()))
	_, err := s.Put(t.Context(), "a", strings.NewReader("content"))
	require.NoError(t, err)
	assert.Equal(t, string(read(t, s, "a")), "content")
	lent, err := s.PresignGet(t.Context(), "a", time.Minute)
	require.NoError(t, err)
	resp, err := http.Get(lent)
	require.NoError(t, err)
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	assert.True(t, err == nil && string(body) == "content", "lent", string(body), err)
	if got := server.shown(); len(got) != 1 || got[0] != "arn:aws:iam::1:role/docmill-gateway first" {
		t.Errorf("the STS was shown %q", got)
	}

	// Credentials near their end are exchanged before they are used again.
	server.life = time.Minute
	s = open()
	read(t, s, "a")
	write("second")
	read(t, s, "a")
	got := server.shown()
	assert.True(t, strings.HasSuffix(got[len(got)-1], " second"), "the STS was shown", got)
}

func TestContradictoryCredentials(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]blob.Config{
		"DOCMILL_S3_ACCESS_KEY is not set": {SecretKey: "s"},
		"DOCMILL_S3_SECRET_KEY is not set": {AccessKey: "a", Credentials: blob.Static},
		"remove them":                      {AccessKey: "a", Credentials: blob.WorkloadIdentity},
		"is not a URL":                     {STSEndpoint: "sts.example", Credentials: blob.WorkloadIdentity},
		"neither":                          {Credentials: "magic"},
	} {
		err := c.ValidateCredentials()
		assert.True(t, err != nil && strings.Contains(err.Error(), want), err, "want", want)
	}
	clear := blob.Config{Secure: true, Credentials: blob.WorkloadIdentity, STSEndpoint: "http://sts.example"}
	err := clear.RequireTLS()
	assert.True(t, err != nil && strings.Contains(err.Error(), "DOCMILL_S3_STS_ENDPOINT"), "a token in the clear", err)
}
