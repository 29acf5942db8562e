// Package toolchain lets tests run programs in other languages, with the packages of clients/.
package toolchain

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/docmill/docmill/libs/require"
)

// clients is the folder of the packages, relative to a test.
const clients = "../../clients"

// Need fails the test when a tool is missing.
func Need(t *testing.T, tools ...string) {
	t.Helper()
	for _, tool := range tools {
		_, err := exec.LookPath(tool)
		require.NoError(t, err, tool, "is missing; scripts/install-packages.sh scenarios installs it")
	}
}

// Run runs a command in a folder, fails the test if the command fails, and returns its output. env are
// additional variables.
func Run(t *testing.T, dir string, env []string, command ...string) (printed string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	require.NoError(t, cmd.Run(), command, &out)
	return out.String()
}

// Python returns a Python with the dependencies of the Python package, and the environment in which
// programs find the package.
func Python(t *testing.T) (python string, env []string) {
	t.Helper()
	source, err := filepath.Abs(filepath.Join(clients, "python", "src"))
	require.NoError(t, err)
	// The first one on PATH may not use Debian's packages.
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.CommandContext(t.Context(), python, "-c", "import httpx, pandas").Run() == nil {
			return python, []string{"PYTHONPATH=" + source, "PYTHONDONTWRITEBYTECODE=1"}
		}
	}
	t.Fatal("no Python has httpx and pandas; scripts/install-packages.sh scenarios installs them")
	return "", nil
}

// TypeScript compiles the TypeScript package with its tests in a separate folder, and returns the folder.
func TypeScript(t *testing.T) (dir string) {
	t.Helper()
	Need(t, "node", "tsc")
	dir = t.TempDir()
	for _, part := range []string{"src", "test", "ambient", "package.json", "tsconfig.json"} {
		Copy(t, filepath.Join(clients, "typescript", part), filepath.Join(dir, part))
	}
	Run(t, dir, nil, "tsc", "-p", ".")
	return dir
}

// Copy copies a file or a folder recursively.
func Copy(t *testing.T, from, to string) {
	t.Helper()
	info, err := os.Stat(from)
	require.NoError(t, err)
	if info.IsDir() {
		require.NoError(t, os.CopyFS(to, os.DirFS(from)))
		return
	}
	content, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, content, 0o600)
	}
	require.NoError(t, err)
}
