// Package version identifies the release of an executable. Only Number is edited for a release; tests compare
// CHANGELOG.md, the API's descriptions and the output of executables with it.
package version

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
)

// Number is the release of this source tree (Semantic Versioning).
const Number = "0.4.0"

// Oldest is the oldest release that works with the databases and data directories of this one. It is the
// release before this one: during an upgrade, replicas of both run, and a downgrade by one release is
// possible. Older programs refuse to start.
const Oldest = "0.3.0"

// Older reports whether release a came before release b, both as N.N.N.
func Older(a, b string) bool { return slices.Compare(parseNumbers(a), parseNumbers(b)) < 0 }

// parseNumbers returns the numbers of a release, with 0 for invalid parts.
func parseNumbers(release string) []int {
	var all []int
	for part := range strings.SplitSeq(release, ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			n = 0
		}
		all = append(all, n)
	}
	return all
}

// linkedCommit and linkedDate are set by the linker (-ldflags "-X …") for builds outside of a repository, such
// as those of images.
//
//nolint:gochecknoglobals // the linker can only set globals
var linkedCommit, linkedDate string

// Build describes an executable.
type Build struct {
	Number   string // the release
	Commit   string // 12 digits, with "-dirty" for changed sources
	Date     string // of the commit, RFC 3339 in UTC
	Compiler string // "go1.26.1"
	Platform string // "linux/amd64"
}

// Running is the build of the running executable.
func Running() Build {
	info, _ := debug.ReadBuildInfo()
	return BuildOf(linkedCommit, linkedDate, info)
}

// String describes the running executable: release, commit, its date, compiler and
// platform, as "0.1.0 (bce7b681a2c3, 2026-11-25T15:15:14Z, go1.26.1, linux/amd64)".
func String() string { return Running().String() }

// String is the build in one line.
func (b Build) String() string {
	return fmt.Sprintf("%s (%s, %s, %s, %s)", b.Number, b.Commit, b.Date, b.Compiler, b.Platform)
}

// Attrs are the build as attributes of a log line.
func (b Build) Attrs() []any {
	return []any{"version", b.Number, "commit", b.Commit, "date", b.Date, "compiler", b.Compiler}
}

const (
	unknownCommit = "unknown commit"
	unknownDate   = "unknown date"
)

// BuildOf describes an executable by its build information, which may be nil, unless the linker set commit
// or date.
func BuildOf(commit, date string, info *debug.BuildInfo) Build {
	b := Build{
		Number: Number, Commit: commit, Date: date,
		Compiler: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
	}
	if info == nil {
		info = &debug.BuildInfo{}
	}
	if b.Commit == "" {
		b.Commit = recordedCommit(info)
	}
	if b.Date == "" {
		b.Date = setting(info, "vcs.time", unknownDate)
	}
	return b
}

// recordedCommit is the commit that the compiler found in the repository.
func recordedCommit(info *debug.BuildInfo) string {
	const short = 12
	revision := setting(info, "vcs.revision", "")
	if len(revision) < short {
		return unknownCommit
	}
	if setting(info, "vcs.modified", "") == "true" {
		return revision[:short] + "-dirty"
	}
	return revision[:short]
}

func setting(info *debug.BuildInfo, key, otherwise string) string {
	for _, s := range info.Settings {
		if s.Key == key && s.Value != "" {
			return s.Value
		}
	}
	return otherwise
}
