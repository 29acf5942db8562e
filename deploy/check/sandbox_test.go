package check_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"github.com/docmill/docmill/deploy/check"
)

const profile = root + "/deploy/seccomp/extractor.json"

// The component requires all protections, and names the profile that allows them.
func TestSandboxComponent(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	from := func(path string) string {
		absolute, err := filepath.Abs(path)
		noError(t, err)
		relative, err := filepath.Rel(dir, absolute)
		noError(t, err)
		return relative
	}
	kustomization := "resources: [" + from(overlay) + "]\ncomponents: [" +
		from(root+"/deploy/k8s/components/sandbox-required") + "]\n"
	noError(t, os.WriteFile(filepath.Join(dir, "kustomization.yaml"), []byte(kustomization), 0o600))
	stream := mustBuildAt(t, dir)
	none(t, allProblems(t, stream))
	cluster := mustCluster(t, stream)
	extractor := mustWorkload(t, cluster, "extractor")
	env, problems := cluster.Environment(extractor)
	none(t, problems)
	if env["DOCMILL_SANDBOX"] != "require" {
		t.Errorf("DOCMILL_SANDBOX is %q", env["DOCMILL_SANDBOX"])
	}
	seccomp := extractor.Pod.Spec.SecurityContext.SeccompProfile
	if seccomp.Type != corev1.SeccompProfileTypeLocalhost || *seccomp.LocalhostProfile != "docmill/extractor.json" {
		t.Errorf("profile %v", seccomp)
	}
}

func TestComposeSandboxOverride(t *testing.T) {
	t.Parallel()
	project, err := check.LoadComposeFiles(t.Context(), []string{compose, root + "/deploy/compose/sandbox-required.yml"},
		example, "minio")
	noError(t, err)
	none(t, check.HardeningProblems(project))
	extractor := project.Services["extractor"]
	if got := check.ComposeEnvironment(project, "extractor")["DOCMILL_SANDBOX"]; got != "require" {
		t.Errorf("DOCMILL_SANDBOX is %q", got)
	}
	if !slices.Contains(extractor.SecurityOpt, "seccomp=deploy/seccomp/extractor.json") {
		t.Errorf("security options %v", extractor.SecurityOpt)
	}
}

// The profile allows the system calls of the protections, and no others that the engines' default profiles
// refuse.
func TestSeccompProfile(t *testing.T) {
	t.Parallel()
	var p struct {
		DefaultAction string
		Syscalls      []struct {
			Names  []string
			Action string
		}
	}
	noError(t, json.Unmarshal(mustRead(t, profile), &p))
	allowed := map[string]bool{}
	for _, rule := range p.Syscalls {
		for _, name := range rule.Names {
			allowed[name] = rule.Action == "SCMP_ACT_ALLOW"
		}
	}
	for _, name := range []string{"clone", "seccomp", "landlock_restrict_self", "prctl", "capset", "prlimit64", "execve"} {
		if !allowed[name] {
			t.Errorf("%s is refused", name)
		}
	}
	for _, name := range []string{"unshare", "setns", "mount", "ptrace", "bpf", "userfaultfd", "io_uring_setup", "keyctl",
		"clone3", "pivot_root"} {
		if allowed[name] {
			t.Errorf("%s is allowed", name)
		}
	}
	if p.DefaultAction != "SCMP_ACT_ERRNO" {
		t.Errorf("what is not named gets %s", p.DefaultAction)
	}
}
