package check_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/docmill/docmill/deploy/check"
)

// The changes that docs/operate describes (a second secret, another object store, another release) are
// lines of .env and need no other compose file.
func TestComposeProcedureSettings(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "env")
	changed := string(mustRead(t, example)) +
		"\nDOCMILL_SECOND_SECRET_KEY=the-other-one\nDOCMILL_TAG=0.4.0\n" +
		"DOCMILL_S3_ENDPOINT=other:9000\nDOCMILL_S3_BUCKET=moved\n" +
		"DOCMILL_OIDC_ISSUER=https://login.example\nDOCMILL_OIDC_CLIENT_ID=docmill\nDOCMILL_OIDC_CLIENT_SECRET=another\n" +
		"DOCMILL_PUBLIC_URL=https://docmill.example\n"
	noError(t, os.WriteFile(file, []byte(changed), 0o600))
	project, err := check.LoadCompose(t.Context(), compose, file, "versitygw", "second-gateway")
	noError(t, err)
	if got := check.ComposeEnvironment(project, "auth")["DOCMILL_SECOND_SECRET_KEY"]; got != "the-other-one" {
		t.Errorf("auth: the second secret is %q", got)
	}
	for _, service := range []string{"gateway", "gateway-second", "provision"} {
		env := check.ComposeEnvironment(project, service)
		if env["DOCMILL_S3_ENDPOINT"] != "other:9000" || env["DOCMILL_S3_BUCKET"] != "moved" {
			t.Errorf("%s: the object store is %s/%s", service, env["DOCMILL_S3_ENDPOINT"], env["DOCMILL_S3_BUCKET"])
		}
	}
	for _, service := range []string{"gateway", "gateway-second"} {
		env := check.ComposeEnvironment(project, service)
		if env["DOCMILL_OIDC_CLIENT_SECRET"] != "another" || env["DOCMILL_OIDC_ISSUER"] != "https://login.example" ||
			env["DOCMILL_OIDC_CLIENT_ID"] != "docmill" || env["DOCMILL_PUBLIC_URL"] != "https://docmill.example" {
			t.Errorf("%s: nobody can sign in by OpenID Connect: %v", service, env)
		}
	}
	for name, service := range project.Services {
		if strings.HasPrefix(service.Image, "docmill/") && !strings.HasSuffix(service.Image, ":0.4.0") {
			t.Errorf("%s: the image is %s", name, service.Image)
		}
	}
}

// A Secret may bring the second secret, and need not.
func TestOptionalSecondSecret(t *testing.T) {
	t.Parallel()
	for _, v := range mustWorkload(t, mustCluster(t, mustBuild(t)), "auth").Pod.Spec.Containers[0].Env {
		if v.Name != "DOCMILL_SECOND_SECRET_KEY" {
			continue
		}
		if key := v.ValueFrom.SecretKeyRef; key == nil || key.Optional == nil || !*key.Optional {
			t.Error("auth cannot start without a second secret")
		}
		return
	}
	t.Error("auth takes no second secret")
}
