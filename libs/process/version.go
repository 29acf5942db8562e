package process

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// linkedVersion is written by the linker (-ldflags "-X …"): the build says which
// version it makes, as sources outside of a repository cannot.
var linkedVersion string //nolint:gochecknoglobals // the linker writes nothing else

// Version describes the running executable, as "1.4.0 (go1.26.1, linux/amd64)": by
// what the linker was told, else the version of the module, else the commit that
// it was built from.
func Version() string {
	return fmt.Sprintf("%s (%s, %s/%s)", release(linkedVersion, debug.ReadBuildInfo), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// unversioned is a build that nothing is known of.
const unversioned = "unversioned"

func release(linked string, read func() (*debug.BuildInfo, bool)) string {
	if linked != "" {
		return linked
	}
	info, ok := read()
	if !ok {
		return unversioned
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
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
		return unversioned
	}
	return revision[:short] + changed
}
