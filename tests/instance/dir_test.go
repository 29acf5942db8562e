package instance_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
)

// A process that outlives its parent still writes when the test ends, like PostgreSQL after docmill was
// killed.
func TestDataDirectoryRemoval(t *testing.T) {
	t.Parallel()
	marker := filepath.Join(t.TempDir(), "ended")
	var dir string
	t.Run("a test", func(t *testing.T) {
		dir = instance.Dir(t)
		work := filepath.Join(dir, "work")
		require.NoError(t, os.Mkdir(work, 0o700))
		cmd := exec.CommandContext(t.Context(), "sh", "-c",
			`cat; for i in $(seq 500); do echo > $i; done; sleep 0.3; echo > "$0"`, marker)
		cmd.Dir, cmd.Cancel = work, func() error { return nil } // the end of the test does not end it
		in, err := cmd.StdinPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		t.Cleanup(func() { _ = in.Close() })
	})
	_, err := os.Stat(marker)
	assert.NoError(t, err, "removed while a process worked there")
	_, err = os.Stat(dir)
	assert.ErrorIs(t, err, fs.ErrNotExist, "not removed")
}
