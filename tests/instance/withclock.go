package instance

import (
	"path/filepath"

	"github.com/docmill/docmill/tests/clock"
)

// BuildWithClock is Build of a docmill that reads the clock in its environment (package clock).
func BuildWithClock(dir string) (Binary, error) {
	err := build(dir, clock.BuildFlags, "./cmd/docmill")
	return Binary{Path: filepath.Join(dir, "docmill")}, err
}
