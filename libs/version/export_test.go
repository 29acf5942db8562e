package version

import "runtime/debug"

// Recorded returns to tests the version of a build with these linker flags.
func Recorded(commit, date string, info *debug.BuildInfo) Build {
	return running(commit, date, func() (*debug.BuildInfo, bool) { return info, info != nil })
}
