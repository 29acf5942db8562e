package client_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/toolchain"
)

// firstRequest is the first program of a package's README and its output.
var firstRequest = regexp.MustCompile("(?s)```(?:python|ts)\n(.*?)```\n\n```\n(.*?)```")

// probability may differ between releases of the engine.
var probability = regexp.MustCompile(`0\.\d+`)

// readme returns the first program of a package's README, for a service, and its output.
func readme(t *testing.T, pkg string, service []string) (program, printed string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(packages, pkg, "README.md"))
	require.NoError(t, err)
	m := firstRequest.FindSubmatch(text)
	require.True(t, m != nil, "the README of", pkg, "has no first request")
	settings := map[string]string{}
	for _, setting := range service {
		name, value, _ := strings.Cut(setting, "=")
		settings[name] = value
	}
	own := strings.NewReplacer("http://127.0.0.1:8080", settings["DOCMILL_URL"], "dm_live_…", settings["DOCMILL_API_KEY"])
	return own.Replace(string(m[1])), string(m[2])
}

const invoices = "../../examples"

func pythonReadme(t *testing.T, service []string) {
	python, env := toolchain.Python(t)
	program, want := readme(t, "python", service)
	comparePrinted(t, toolchain.Run(t, invoices, env, python, "-c", program), want)
}

// typescriptReadme compiles the program in the package's folder, so that the package's name resolves.
func typescriptReadme(t *testing.T, dir string, service []string) {
	t.Helper()
	program, want := readme(t, "typescript", service)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "readme.mts"), []byte(program), 0o600))
	toolchain.Copy(t, filepath.Join(invoices, "invoice.pdf"), filepath.Join(dir, "invoice.pdf"))
	toolchain.Run(t, dir, nil, "tsc", "--target", "es2022", "--module", "node16", "--lib", "es2022,dom,dom.iterable",
		"--strict", "--rootDir", ".", "--outDir", ".", "readme.mts")
	comparePrinted(t, toolchain.Run(t, dir, nil, "node", "readme.mjs"), want)
}

func comparePrinted(t *testing.T, got, want string) {
	t.Helper()
	assert.Equal(t, probability.ReplaceAllString(got, "P"), probability.ReplaceAllString(want, "P"),
		"the README says", want, "the program", got)
}
