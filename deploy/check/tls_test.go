package check_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/deploy/check"
)

// The component configures TLS for every program, and the manifests stay valid.
func TestTLSComponent(t *testing.T) {
	t.Parallel()
	stream := mustBuildAt(t, "testdata/tls")
	none(t, allProblems(t, stream))
	cluster := mustCluster(t, stream)
	want := map[string]string{
		"DOCMILL_TLS_REQUIRED": "true", "DOCMILL_NATS_URL": "tls://nats:4222",
		"DOCMILL_NATS_CA_FILE": "/etc/docmill/tls/ca.crt", "DOCMILL_NATS_CERT_FILE": "/etc/docmill/tls/tls.crt",
		"DOCMILL_NATS_KEY_FILE": "/etc/docmill/tls/tls.key",
	}
	more := map[string]map[string]string{
		"extractor": {"DOCMILL_S3_CA_FILE": "/etc/docmill/tls/ca.crt"},
		"provision": {"DOCMILL_S3_CA_FILE": "/etc/docmill/tls/ca.crt", "DOCMILL_S3_SECURE": "true"},
		"gateway": {
			"DOCMILL_S3_CA_FILE": "/etc/docmill/tls/ca.crt", "DOCMILL_S3_SECURE": "true",
			"DOCMILL_TLS_CERT_FILE": "/etc/docmill/https/tls.crt", "DOCMILL_TLS_KEY_FILE": "/etc/docmill/https/tls.key",
		},
	}
	for _, program := range check.Programs() {
		env, problems := cluster.Environment(mustWorkload(t, cluster, program))
		none(t, problems)
		none(t, check.SettingProblems(program, env, mustSettings(t, program)))
		for _, settings := range []map[string]string{want, more[program]} {
			for name, value := range settings {
				if env[name] != value {
					t.Errorf("%s: %s is %q, want %q", program, name, env[name], value)
				}
			}
		}
	}
	if n := strings.Count(stream, "mountPath: /etc/docmill/tls"); n != len(check.Programs()) {
		t.Errorf("%d programs find their certificate", n)
	}
}
