package dirlock_test

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/docmill/docmill/libs/embedded/internal/dirlock"
)

func TestAcquireTwice(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "made", "on", "demand")

	first, err := dirlock.Acquire(dir)
	if err != nil {
		t.Fatalf("first holder: %v", err)
	}
	if _, err := dirlock.Acquire(dir); !errors.Is(err, dirlock.ErrHeld) {
		t.Fatalf("second holder got %v, want ErrHeld", err)
	}
	for range 2 { // again is harmless
		if err := first.Close(); err != nil {
			t.Fatal(err)
		}
	}

	again, err := dirlock.Acquire(dir)
	if err != nil {
		t.Fatalf("after release: %v", err)
	}
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
}
