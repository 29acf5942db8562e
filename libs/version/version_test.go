package version_test

import (
	"runtime/debug"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/version"
)

func TestCommit(t *testing.T) {
	t.Parallel()
	clean := debug.BuildSetting{Key: "vcs.revision", Value: strings.Repeat("0123456789", 4)}
	changed := debug.BuildSetting{Key: "vcs.modified", Value: "true"}
	for want, c := range map[string]struct {
		linked string
		info   *debug.BuildInfo
	}{
		"bce7b68":            {"bce7b68", &debug.BuildInfo{Settings: []debug.BuildSetting{clean}}},
		"012345678901":       {"", &debug.BuildInfo{Settings: []debug.BuildSetting{clean}}},
		"012345678901-dirty": {"", &debug.BuildInfo{Settings: []debug.BuildSetting{clean, changed}}},
		"unknown commit":     {"", &debug.BuildInfo{}},
	} {
		if got := version.Commit(c.linked, c.info); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := version.Commit("", nil); got != "unknown commit" {
		t.Errorf("no build info: %q", got)
	}
}

func TestStringBeginsWithTheRelease(t *testing.T) {
	t.Parallel()
	if got := version.String(); !strings.HasPrefix(got, version.Number+" (") || !strings.HasSuffix(got, ")") {
		t.Errorf("%q", got)
	}
}
