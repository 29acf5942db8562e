package client_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/sample"
	"github.com/docmill/docmill/tests/toolchain"
)

const packages = "../../clients"

// The Python package has complete types, and passes its offline tests.
func TestPython(t *testing.T) {
	t.Parallel()
	python, env := toolchain.Python(t)
	folder := filepath.Join(packages, "python")
	t.Run("types", func(t *testing.T) {
		t.Parallel()
		toolchain.Need(t, "mypy")
		toolchain.Run(t, folder, []string{"MYPYPATH=src"}, "mypy", "--cache-dir="+t.TempDir())
	})
	t.Run("unit", func(t *testing.T) {
		t.Parallel()
		toolchain.Run(t, folder, env, python, "-m", "unittest", "discover", "-s", "tests/unit", "-t", ".")
	})
}

// packageScenarios are the packages' tests against a service, by the accounts that each uses alone.
func packageScenarios() map[string]func(*testing.T, []string) {
	python := func(module string) func(*testing.T, []string) {
		return func(t *testing.T, service []string) {
			python, env := toolchain.Python(t)
			toolchain.Run(t, filepath.Join(packages, "python"), append(env, service...), python, "-m", "unittest", module)
		}
	}
	return map[string]func(*testing.T, []string){
		"python readme":  pythonReadme,
		"python":         python("tests.service.test_client"),
		"python asyncio": python("tests.service.test_async_client"),
		"typescript":     typescript,
	}
}

// typescript runs all tests of the TypeScript package, with those that need no service.
func typescript(t *testing.T, service []string) {
	dir := toolchain.TypeScript(t)
	toolchain.Run(t, dir, nil, "tsc", "-p", "test")
	tests, err := filepath.Glob(filepath.Join(dir, "out", "*.test.js"))
	require.NoError(t, err)
	require.NotEqual(t, len(tests), 0, "tests")
	toolchain.Run(t, dir, service, append([]string{"node", "--test"}, tests...)...)
	typescriptReadme(t, dir, service)
}

// playPackages plays the scenarios of the packages, side by side.
func playPackages(t *testing.T, inst *instance.Instance) {
	scenarios := packageScenarios()
	accounts := inst.NewAccounts(len(scenarios))
	samples := t.TempDir()
	for i := range 20 {
		name := fmt.Sprintf("R-%d", i+1)
		require.NoError(t, os.WriteFile(filepath.Join(samples, name+".pdf"), sample.Invoice(name), 0o600))
	}
	for name, play := range scenarios {
		account := accounts[0]
		accounts = accounts[1:]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			play(t, []string{
				"DOCMILL_URL=" + account.URL, "DOCMILL_API_KEY=" + account.Key, "DOCMILL_SAMPLES=" + samples,
			})
		})
	}
}
