//go:build linux && !amd64

package sandbox

// olderCalls are denied calls that only older architectures have.
func olderCalls() []uint32 { return nil }

// forks are the calls besides clone that create a process.
func forks() []uint32 { return nil }
