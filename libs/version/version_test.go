package version_test

import (
	"runtime/debug"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/version"
)

func TestCommitAndDate(t *testing.T) {
	t.Parallel()
	clean := debug.BuildSetting{Key: "vcs.revision", Value: strings.Repeat("0123456789", 4)}
	at := debug.BuildSetting{Key: "vcs.time", Value: "2026-11-25T15:15:14Z"}
	changed := debug.BuildSetting{Key: "vcs.modified", Value: "true"}
	for want, c := range map[string]struct {
		commit, date string
		info         *debug.BuildInfo
	}{
		"bce7b68 2026-01-02T03:04:05Z": {"bce7b68", "2026-01-02T03:04:05Z",
			&debug.BuildInfo{Settings: []debug.BuildSetting{clean, at}}},
		"012345678901 2026-11-25T15:15:14Z": {"", "", &debug.BuildInfo{Settings: []debug.BuildSetting{clean, at}}},
		"012345678901-dirty 2026-11-25T15:15:14Z": {"", "",
			&debug.BuildInfo{Settings: []debug.BuildSetting{clean, changed, at}}},
		"012345678901 unknown date":   {"", "", &debug.BuildInfo{Settings: []debug.BuildSetting{clean}}},
		"unknown commit unknown date": {"", "", nil},
	} {
		b := version.BuildOf(c.commit, c.date, c.info)
		assert.Equal(t, b.Commit+" "+b.Date, want)
	}
}

func TestString(t *testing.T) {
	t.Parallel()
	got := version.String()
	if !strings.HasPrefix(got, version.Number+" (") || !strings.HasSuffix(got, ")") || strings.Count(got, ", ") != 3 {
		t.Errorf("%q", got)
	}
}

func TestOlder(t *testing.T) {
	t.Parallel()
	for pair, want := range map[[2]string]bool{
		{"0.1.0", "0.1.0"}: false, {"0.1.0", "0.2.0"}: true, {"0.9.3", "0.10.0"}: true, {"1.0.0", "0.99.9"}: false,
		{"0.1.0", "0.1.1"}: true,
	} {
		assert.Equal(t, version.Older(pair[0], pair[1]), want, pair[0], "before", pair[1])
	}
	assert.False(t, version.Older(version.Number, version.Oldest),
		"release", version.Number, "is older than the oldest that works with it", version.Oldest)
}
