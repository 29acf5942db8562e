package dirlock_test

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/docmill/docmill/libs/embedded/internal/dirlock"
	"github.com/docmill/docmill/libs/require"
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
		require.NoError(t, first.Close())
	}

	again, err := dirlock.Acquire(dir)
	if err != nil {
		t.Fatalf("after release: %v", err)
	}
	require.NoError(t, again.Close())
}
