// Package docs_test checks the documentation: links, examples, and the release number.
package docs_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

const (
	guide    = "../../docs/api/README.md"
	examples = "../../docs/examples"
)

var update = flag.Bool("update", false, "write the examples into the documentation")

// shown matches a link to an example and the code below it.
var shown = regexp.MustCompile("(?ms)^(\\[`[^`\n]+`\\]\\(\\.\\./examples/([^)\n]+)\\)\n\n```[a-z]+\n)(.*?)^```$")

// TestShownExamples compares the code in the guide with the files.
// `go test ./tests/docs -run Shown -update` writes it.
func TestShownExamples(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(guide)
	require.NoError(t, err)
	var files []string
	updated := shown.ReplaceAllStringFunc(string(text), func(block string) string {
		m := shown.FindStringSubmatch(block)
		files = append(files, m[2])
		source, err := os.ReadFile(filepath.Join(examples, m[2]))
		assert.NoError(t, err)
		if m[3] != string(source) && !*update {
			t.Errorf("%s is out of date; write it with -update", m[2])
		}
		return m[1] + string(source) + "```"
	})
	if *update {
		require.NoError(t, os.WriteFile(guide, []byte(updated), 0o644))
	}
	if fences := strings.Count(string(text), "\n```") / 2; fences != len(files)+1 { // one sets variables
		t.Errorf("%d code blocks, %d of them are files", fences, len(files))
	}
	for _, source := range sources(t) {
		assert.Contains(t, string(text), "](../examples/"+source+")", source, "is not linked")
		if strings.HasPrefix(source, "curl/") && !slices.Contains(files, source) {
			t.Errorf("%s is not shown", source)
		}
	}
}

// sources lists all example programs.
func sources(t *testing.T) (files []string) {
	t.Helper()
	for _, pattern := range []string{"curl/*.sh", "go/*/main.go", "python/*.py", "typescript/*.mts", "node/*.mjs"} {
		paths, err := filepath.Glob(filepath.Join(examples, pattern))
		require.NoError(t, err, pattern, paths)
		require.NotEqual(t, len(paths), 0, pattern, paths)
		for _, path := range paths {
			below, err := filepath.Rel(examples, path)
			require.NoError(t, err)
			files = append(files, filepath.ToSlash(below))
		}
	}
	slices.Sort(files)
	return files
}
