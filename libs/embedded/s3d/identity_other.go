//go:build !linux

package s3d

// identityOf knows no identity: every directory is forced to disk each time.
func identityOf(string) (identity, bool) { return identity{}, false }
