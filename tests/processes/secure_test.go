package processes_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/sample"
)

// All connections between processes use TLS for a whole document. Settings with unencrypted connections are
// rejected.
func TestEverythingOverTLS(t *testing.T) {
	t.Parallel()
	a := testkit.NewAuthority(t)
	c := services.NewSecureCluster(t, a)
	f := fleet{}
	for _, name := range []string{"auth", "quota", "notifier", "extractor", "gateway"} {
		f[name] = []*instance.Process{c.Start(name)}
	}
	me := instance.Account{URL: f["gateway"][0].URL, Key: c.Key, Client: instance.SecureClient(t, a)}
	answer, err := me.Upload(t.Context(), "R-1001.pdf", sample.Invoice("R-1001"), "wait=60")
	if err != nil || answer.Status != http.StatusOK || !strings.Contains(string(answer.Body), `"total":"119.00"`) {
		t.Fatalf("%d %s, %v", answer.Status, answer.Body, err)
	}
	plain := strings.Replace(me.URL, "https://", "http://", 1)
	if resp, err := http.Get(plain + "/healthz"); err == nil {
		_ = resp.Body.Close()
		t.Errorf("the public port speaks plain HTTP: %s", resp.Status)
	}
	_, err = http.Get(me.URL + "/healthz")
	assert.Error(t, err, "trusted without the authority")
	foreign := testkit.NewAuthority(t)
	foreignCert, foreignKey := foreign.Issue(t, "service")
	for what, tc := range map[string]struct{ name, env, want string }{
		"database in the clear": {"auth", "DOCMILL_DATABASE_URL=" + strings.Replace(c.RoleURL("auth"), "verify-full",
			"prefer", 1), "DOCMILL_DATABASE_URL: want sslmode=verify-full"},
		"database of any name": {"quota",
			"DOCMILL_DATABASE_URL=" + strings.Replace(c.RoleURL("quota"), "verify-full", "verify-ca", 1),
			"DOCMILL_DATABASE_URL: want sslmode=verify-full"},
		"object store in clear": {"gateway", "DOCMILL_S3_SECURE=false", "DOCMILL_S3_SECURE is not set"},
		"NATS of a stranger": {"extractor", "DOCMILL_NATS_CA_FILE=" + foreign.CAFile,
			"certificate signed by unknown authority"},
		"half a certificate":   {"extractor", "DOCMILL_NATS_KEY_FILE=", "must be set together"},
		"half a pair of HTTPS": {"gateway", "DOCMILL_TLS_KEY_FILE=", "must be set together"},
	} {
		assert.Contains(t, c.Refuses(tc.name, tc.env), tc.want, what)
	}
	if said := c.Refuses("extractor", "DOCMILL_NATS_CERT_FILE="+foreignCert,
		"DOCMILL_NATS_KEY_FILE="+foreignKey); !strings.Contains(said, "tls") {
		t.Errorf("a foreign certificate of a service: %s", said)
	}
	f.stop()
}
