//go:build cgo

package sandbox

// builtWithCgo reports that the C library's threads are in play.
const builtWithCgo = true
