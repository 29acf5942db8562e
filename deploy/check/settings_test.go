package check_test

import (
	"maps"
	"testing"

	"github.com/docmill/docmill/deploy/check"
)

func TestSourceSettings(t *testing.T) {
	t.Parallel()
	gateway := mustSettings(t, "gateway")
	for name, required := range map[string]bool{
		"DOCMILL_S3_ENDPOINT": true, "DOCMILL_NATS_PASSWORD": true, "DOCMILL_LISTEN": true,
		"DOCMILL_S3_BUCKET": false, "DOCMILL_OTLP_ENDPOINT": false, "DOCMILL_LOG_FORMAT": false,
	} {
		if s, ok := gateway[name]; !ok || s.Required != required {
			t.Errorf("%s: found %t, required %t, want %t", name, ok, s.Required, required)
		}
	}
	extractor := mustSettings(t, "extractor")
	for _, name := range []string{"DOCMILL_LLM_URL", "DOCMILL_LLM_MODEL", "DOCMILL_LLM_API_KEY", "DOCMILL_LLM_TIMEOUT"} {
		if s, ok := extractor[name]; !ok || s.Required {
			t.Errorf("%s: found %t, required %t: no language model is the default", name, ok, s.Required)
		}
	}
	if _, ok := mustSettings(t, "provision")["DOCMILL_ADMIN_LISTEN"]; ok {
		t.Error("provision has no admin port")
	}
	if _, err := check.Settings(root, "nobody"); err == nil {
		t.Error("a program without sources has settings")
	}
}

func TestEnvironmentErrors(t *testing.T) {
	t.Parallel()
	auth := check.ComposeEnvironment(mustLoad(t, "minio"), "auth")
	reads := mustSettings(t, "auth")
	misspelt := maps.Clone(auth)
	misspelt["DOCMILL_LOGFORMAT"] = "json"
	mention(t, check.SettingProblems("auth", misspelt, reads), "DOCMILL_LOGFORMAT")
	lacking := maps.Clone(auth)
	delete(lacking, "DOCMILL_SECRET_KEY")
	mention(t, check.SettingProblems("auth", lacking, reads), "needs DOCMILL_SECRET_KEY")
}

func TestDifferingCredentials(t *testing.T) {
	t.Parallel()
	project := mustLoad(t, "minio")
	nats := check.ComposeEnvironment(project, "nats")
	for _, planted := range []struct{ program, name, value, want string }{
		{"quota", "DOCMILL_NATS_PASSWORD", "other", "quota: DOCMILL_NATS_PASSWORD"},
		{"provision", "DOCMILL_AUTH_DATABASE_PASSWORD", "other", "auth: DOCMILL_DATABASE_URL"},
		{"gateway", "DOCMILL_DATABASE_URL", "postgres://docmill:x@postgres/docmill", "role"},
		{"auth", "DOCMILL_SECRET_KEY", "other", "auth: DOCMILL_SECRET_KEY"},
	} {
		environments := composeEnvironments(project)
		environments[planted.program][planted.name] = planted.value
		mention(t, check.CredentialProblems(environments, nats), planted.want)
	}
	nats["DOCMILL_NATS_AUTH_PASSWORD"] = "12k" // nats-server reads 12000
	mention(t, check.NATSConfigProblems([]byte("password: $DOCMILL_NATS_AUTH_PASSWORD"), nats), "plain string")
	mention(t, check.NATSConfigProblems([]byte("password: $DOCMILL_NATS_NEW_PASSWORD"), nats), "not set")
}
