package check_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// builds runs the script of `make images` with a fake Docker and returns the arguments of each build.
func builds(t *testing.T, store string, settings ...string) []string {
	t.Helper()
	dir := t.TempDir()
	program, said := filepath.Join(dir, "docker"), filepath.Join(dir, "said")
	script := "#!/bin/sh\ncase $1 in\ninfo) echo '" + store + "' ;;\n" +
		"buildx) [ $2 = version ] || echo \"$@\" >>" + said + " ;;\nesac\n"
	if err := os.WriteFile(program, []byte(script), 0o700); err != nil { //nolint:gosec // it is run
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), root+"/deploy/docker/build.sh")
	settings = append(settings, "DOCKER="+program, "COMMIT=0123456789ab", "DATE=2026-11-25T15:15:14Z")
	cmd.Env = append(os.Environ(), settings...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return strings.Split(strings.TrimSpace(string(mustRead(t, said))), "\n")
}

func TestImageProvenance(t *testing.T) {
	t.Parallel()
	targets := mustDockerfile(t).Targets()
	got := builds(t, "[[Backing Filesystem extfs]]")
	if len(got) != 6 {
		t.Fatalf("%d builds: %q", len(got), got)
	}
	for i, want := range []string{
		"gateway service", "auth service", "quota service", "notifier service", "extractor extractor", "docmill tool",
	} {
		name, target, _ := strings.Cut(want, " ")
		for _, part := range []string{
			"--target " + target, "SERVICE=" + name, "COMMIT=0123456789ab", "DATE=2026-11-25T15:15:14Z", "VERSION=",
			"-t docmill/" + name + ":dev ", "--load", "--provenance=false",
		} {
			if !strings.Contains(got[i], part) {
				t.Errorf("%q has no %q", got[i], part)
			}
		}
		if !strings.Contains(strings.Join(targets, " "), target) {
			t.Errorf("no target %s", target)
		}
	}
}

// Attestations of an image's content and origin are stored if the platform supports it.
func TestAttestationSupport(t *testing.T) {
	t.Parallel()
	for name, got := range map[string][]string{
		"containerd image store": builds(t, "[[driver-type io.containerd.snapshotter.v1]]"),
		"registry":               builds(t, "", "PUSH=1", "REGISTRY=registry.example/docmill", "TAG=0.1.0"),
	} {
		for _, line := range got {
			if !strings.Contains(line, "--sbom=true --provenance=mode=max") {
				t.Errorf("%s: %q", name, line)
			}
			pushed := strings.Contains(line, "--push") && strings.Contains(line, "-t registry.example/docmill/")
			if name == "registry" && !pushed {
				t.Errorf("%s: %q", name, line)
			}
		}
	}
}
