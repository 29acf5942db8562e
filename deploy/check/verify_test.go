package check_test

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/docmill/docmill/deploy/check"
)

const verify = root + "/deploy/verify"

// The images that `make cluster` runs instead of external images have their names and releases: a new
// release in a manifest is a new one there as well.
func TestVerificationImages(t *testing.T) {
	t.Parallel()
	made := string(mustRead(t, verify+"/images.sh"))
	images := check.ComposeImages(mustLoad(t, "versitygw"))
	images = append(images, mustCluster(t, mustBuild(t)).Images()...)
	for _, base := range mustDockerfile(t).BaseImages() {
		images = append(images, strings.Replace(base, "GO_VERSION", "1.26", 1))
	}
	for _, image := range images {
		own := strings.HasPrefix(image, "docmill/") || strings.HasPrefix(image, "quay.io/minio/") // versitygw replaces it
		if !own && !strings.Contains(made, image) {
			t.Errorf("images.sh does not make %s", image)
		}
	}
	settings := string(mustRead(t, verify+"/settings.sh"))
	for image, module := range map[string]string{
		`nats:(\S+)-alpine`:       `nats-server/v2@v%s`,
		`versity/versitygw:(\S+)`: `versitygw@%s`,
	} {
		found := regexp.MustCompile(image).FindStringSubmatch(made)
		if found == nil {
			t.Errorf("images.sh makes no image %s", image)
			continue
		}
		if want := strings.Replace(module, "%s", found[1], 1); !strings.Contains(settings, want) {
			t.Errorf("settings.sh does not name %s", want)
		}
	}
}

// Manifests are held against the same Kubernetes that they are run on.
func TestVerificationKubernetesVersion(t *testing.T) {
	t.Parallel()
	version := regexp.MustCompile(`k8s\.io/kubernetes (v\S+)`)
	want := version.FindSubmatch(mustRead(t, root+"/deploy/check/go.mod"))
	if want == nil {
		t.Fatal("deploy/check names no Kubernetes")
	}
	if got := version.FindSubmatch(mustRead(t, verify+"/kubernetes/go.mod")); got == nil || string(got[1]) != string(want[1]) {
		t.Errorf("deploy/verify/kubernetes runs %q, deploy/check validates against %q", got, want)
	}
	if !strings.Contains(string(mustRead(t, verify+"/settings.sh")), "kubernetes_version="+string(want[1])+"\n") {
		t.Errorf("settings.sh names another Kubernetes than %s", want[1])
	}
}

func TestVerificationScripts(t *testing.T) {
	t.Parallel()
	scripts, err := filepath.Glob(verify + "/*.sh")
	if err != nil || len(scripts) < 8 {
		t.Fatalf("%q %v", scripts, err)
	}
	for _, script := range scripts {
		if out, err := exec.CommandContext(t.Context(), "bash", "-n", script).CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", script, err, out)
		}
	}
}

// Every kind that is not of Kubernetes itself is held against its operator's schema.
func TestVerificationOperatorSchemas(t *testing.T) {
	t.Parallel()
	stream := mustBuildAt(t, verify+"/overlays/production")
	settings := string(mustRead(t, verify+"/settings.sh"))
	kind := regexp.MustCompile(`(?m)^apiVersion: (\S+\.\S+)/v\S+\nkind: (\S+)$`)
	found := map[string]bool{}
	for _, object := range kind.FindAllStringSubmatch(stream, -1) {
		if strings.HasSuffix(object[1], ".k8s.io") {
			continue
		}
		found[object[2]] = true
		plural := strings.ToLower(object[2]) + "s"
		if !regexp.MustCompile(`(?m)^\t"github\.com/\S+ v\S+ (\S+ )*` + plural + `[ "]`).MatchString(settings) {
			t.Errorf("settings.sh names no operator that has %s", plural)
		}
	}
	if len(found) < 7 {
		t.Errorf("only %v are operators' kinds", found)
	}
}
