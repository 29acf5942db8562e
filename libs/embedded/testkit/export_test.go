package testkit

// Sweep removes what ended test binaries left in tempDir.
func Sweep(tempDir string) { sweep(tempDir) }
