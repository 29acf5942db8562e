package dirlock_test

import (
	"path/filepath"
	"testing"

	"github.com/docmill/docmill/libs/embedded/internal/dirlock"
	"github.com/docmill/docmill/libs/require"
)

func TestAcquireTwice(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "made", "on", "demand")

	first, err := dirlock.Acquire(dir)
	require.NoError(t, err, "first holder")
	_, err = dirlock.Acquire(dir)
	require.ErrorIs(t, err, dirlock.ErrHeld, "second holder")
	for range 2 { // again is harmless
		require.NoError(t, first.Close())
	}

	again, err := dirlock.Acquire(dir)
	require.NoError(t, err, "after release")
	require.NoError(t, again.Close())
}
