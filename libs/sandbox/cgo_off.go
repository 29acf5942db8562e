//go:build !cgo

package sandbox

// builtWithCgo tells that the C library's threads are in play.
const builtWithCgo = false
