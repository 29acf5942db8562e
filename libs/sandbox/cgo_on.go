//go:build cgo

package sandbox

// builtWithCgo reports whether the process has threads of the C library.
const builtWithCgo = true
