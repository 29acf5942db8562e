package version

import "runtime/debug"

// Commit shows commit to tests.
func Commit(linked string, info *debug.BuildInfo) string {
	return commit(linked, func() (*debug.BuildInfo, bool) { return info, info != nil })
}
