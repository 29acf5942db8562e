package pgd

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// A folder is removed after the last writer in it ends.
func TestRemoveDuringWrite(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data.init-1")
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "data"), 0o700))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for i := range 20_000 {
			name := filepath.Join(dir, "data", strconv.Itoa(i))
			if os.WriteFile(name, nil, 0o600) != nil {
				return // the folder is gone
			}
		}
	}()
	assert.NoError(t, removeAll(dir))
	<-ended
	_, err := os.Stat(dir)
	assert.True(t, os.IsNotExist(err), "it is still there", err)
}
