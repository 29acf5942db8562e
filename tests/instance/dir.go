package instance

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

// Dir returns a data directory with a short path, because it contains the database's socket, whose path is
// limited to 107 bytes.
func Dir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "docmill")
	require.NoError(t, err)
	t.Cleanup(func() {
		assert.NoError(t, awaitNobody(dir))
		assert.NoError(t, os.RemoveAll(dir))
	})
	return dir
}

// awaitNobody waits until no process works in dir: PostgreSQL's end after their killed docmill, and write until then.
func awaitNobody(dir string) error {
	for deadline := time.Now().Add(testkit.Patience); ; time.Sleep(5 * time.Millisecond) {
		at, err := workers(dir)
		if err != nil || len(at) == 0 {
			return err
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("processes %v still work in %s", at, dir)
		}
	}
}

// workers returns the processes whose working directory is dir or below it (proc(5)).
func workers(dir string) (pids []string, err error) {
	links, err := filepath.Glob("/proc/[0-9]*/cwd")
	if err != nil {
		return nil, err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, err
	}
	for _, link := range links {
		at, err := os.Readlink(link)
		if err == nil && (at == dir || strings.HasPrefix(at, dir+"/")) { // else it has ended, or is another user's
			pids = append(pids, filepath.Base(filepath.Dir(link)))
		}
	}
	return pids, nil
}
