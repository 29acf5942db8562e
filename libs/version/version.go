// Package version says which release of docmill an executable is. Number is the
// only place that is edited for a release; tests hold CHANGELOG.md, the API's
// descriptions and what executables print against it.
package version

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// Number is the release of this source tree, as Semantic Versioning writes it.
const Number = "0.1.0"

// linkedCommit is written by the linker (-ldflags "-X …"): sources outside of a
// repository, as in an image's build, do not know which commit they are.
var linkedCommit string //nolint:gochecknoglobals // the linker writes nothing else

// String describes the running executable: release, commit, compiler and
// platform, as "0.1.0 (bce7b681a2c3, go1.26.1, linux/amd64)".
func String() string {
	return fmt.Sprintf("%s (%s, %s, %s/%s)", Number,
		commit(linkedCommit, debug.ReadBuildInfo), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// unknown stands for the commit where the build recorded none.
const unknown = "unknown commit"

// commit is what the linker was told, else what the compiler found in the
// repository.
func commit(linked string, read func() (*debug.BuildInfo, bool)) string {
	if linked != "" {
		return linked
	}
	info, ok := read()
	if !ok {
		return unknown
	}
	revision, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "-dirty"
		}
	}
	const short = 12
	if len(revision) < short {
		return unknown
	}
	return revision[:short] + changed
}
