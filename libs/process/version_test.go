package process_test

import (
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/process"
)

func TestVersion(t *testing.T) {
	t.Parallel()
	settings := []debug.BuildSetting{{Key: "vcs.revision", Value: strings.Repeat("0123456789", 4)}, {Key: "vcs.modified", Value: "true"}}
	for want, c := range map[string]struct {
		linked string
		info   *debug.BuildInfo
	}{
		"1.4.0":              {"1.4.0", &debug.BuildInfo{Main: debug.Module{Version: "v1.3.0"}}},
		"v1.3.0":             {"", &debug.BuildInfo{Main: debug.Module{Version: "v1.3.0"}, Settings: settings}},
		"012345678901-dirty": {"", &debug.BuildInfo{Main: debug.Module{Version: "(devel)"}, Settings: settings}},
		"unversioned":        {"", &debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}},
	} {
		if got := process.Release(c.linked, c.info); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := process.Release("", nil); got != "unversioned" {
		t.Errorf("no build info: %q", got)
	}
}

func TestEveryServiceTellsItsVersion(t *testing.T) {
	t.Parallel()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "--version")
	cmd.Env = append(os.Environ(), asService+"=1", "GORACE=atexit_sleep_ms=0")
	out, err := cmd.Output()
	if said := string(out); err != nil || !strings.HasPrefix(said, "needy ") || strings.Contains(said, "(devel)") || strings.Count(said, "\n") != 1 {
		t.Errorf("%q, %v", said, err)
	}
}
