package reference_test

import (
	"encoding/json"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/web/reference"
)

// Each sample of each call is a program that its language takes.
func TestSamples(t *testing.T) {
	t.Parallel()
	all, err := reference.Samples()
	require.NoError(t, err)
	for language, check := range map[string]func(t *testing.T, samples map[string]string){
		"curl": checkShell, "go": checkGo, "python": checkPython, "typescript": checkTypeScript,
	} {
		samples := map[string]string{}
		for operation, text := range all[language] {
			assert.Contains(t, text, reference.BaseMark, operation, "in", language, "lacks the address of the service")
			samples[operation] = strings.ReplaceAll(text, reference.BaseMark, base)
		}
		assert.True(t, len(samples) == len(all["curl"]) && len(samples) >= 25, len(samples), "samples in", language)
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			check(t, samples)
		})
	}
}

// A template for an operation that is not there any more would never be seen.
func TestSampleTemplates(t *testing.T) {
	t.Parallel()
	all, err := reference.Samples()
	require.NoError(t, err)
	parts := []string{"default", "client", "failed", "make", "save"}
	for _, language := range []string{"go", "python", "typescript"} {
		names, err := reference.SampleNames(language)
		require.NoError(t, err)
		for _, name := range names {
			if _, ok := all[language][name]; !ok && !slices.Contains(parts, name) && !strings.HasPrefix(name, language) {
				t.Errorf("%s: there is no operation %s", language, name)
			}
		}
	}
}

func write(t *testing.T, samples map[string]string, path func(operation string) string) (dir string, paths []string) {
	t.Helper()
	dir = t.TempDir()
	for operation, text := range samples {
		name := filepath.Join(dir, path(operation))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o700))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		paths = append(paths, name)
	}
	slices.Sort(paths)
	return dir, paths
}

// check runs a tool in a folder; one that is missing fails the test.
func check(t *testing.T, dir string, command ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod -trimpath", "PYTHONPYCACHEPREFIX="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", command[0], err, out)
	}
}

func checkShell(t *testing.T, samples map[string]string) {
	dir, paths := write(t, samples, func(operation string) string { return operation + ".sh" })
	for _, path := range paths {
		check(t, dir, "bash", "-n", path)
	}
}

func checkGo(t *testing.T, samples map[string]string) {
	dir, _ := write(t, samples, func(operation string) string { return filepath.Join(operation, "main.go") })
	for operation, text := range samples {
		formatted, err := format.Source([]byte(text))
		assert.True(t, err == nil && string(formatted) == text, operation, "is not as gofmt writes it", err, text)
	}
	client, err := filepath.Abs("../../../../../client")
	require.NoError(t, err)
	module := "module samples\n\ngo 1.26.0\n\nrequire github.com/docmill/docmill/client v0.0.0\n\n" +
		"replace github.com/docmill/docmill/client => " + client + "\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte(module), 0o600))
	check(t, dir, "go", "vet", "./...")
}

// clients has the packages that the samples use.
const clients = "../../../../../clients"

// checkPython compiles the samples, and finds each method that they call in the package.
func checkPython(t *testing.T, samples map[string]string) {
	dir, paths := write(t, samples, func(operation string) string { return operation + ".py" })
	check(t, dir, append([]string{"python3", "-m", "py_compile"}, paths...)...)
	source, err := os.ReadFile(clients + "/python/src/docmill/client.py")
	require.NoError(t, err)
	called := 0
	for operation, text := range samples {
		for _, m := range regexp.MustCompile(`docmill\.(\w+)\(`).FindAllStringSubmatch(text, -1) {
			called++
			assert.Contains(t, string(source), "    def "+m[1]+"(", operation, "the package has no method", m[1])
		}
	}
	assert.True(t, called >= 15, "the samples call the package", called, "times")
}

// checkTypeScript holds the samples against the types of the package.
func checkTypeScript(t *testing.T, samples map[string]string) {
	dir, _ := write(t, samples, func(operation string) string { return operation + ".mts" })
	source, err := filepath.Abs(clients + "/typescript")
	require.NoError(t, err)
	// For machines without @types/node.
	process := "declare const process: { env: Record<string, string | undefined> };\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "process.d.ts"), []byte(process), 0o600))
	config, err := json.Marshal(map[string]any{
		"compilerOptions": map[string]any{
			"noEmit": true, "strict": true, "target": "es2022", "module": "node16", "types": []string{},
			"lib":   []string{"es2022", "dom", "dom.iterable"},
			"paths": map[string][]string{"docmill": {source + "/src/index.ts"}, "docmill/node": {source + "/src/node.ts"}},
		},
		"include": []string{"*.mts", "process.d.ts", source + "/ambient/node.d.ts"},
	})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "tsconfig.json"), config, 0o600))
	check(t, dir, "tsc", "-p", ".")
}
