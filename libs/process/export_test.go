package process

import "runtime/debug"

// DialAddress is where a health check looks for a port that listens on listen.
func DialAddress(listen string) (string, error) { return dialAddress(listen) }

// Release shows release to tests.
func Release(linked string, info *debug.BuildInfo) string {
	return release(linked, func() (*debug.BuildInfo, bool) { return info, info != nil })
}
