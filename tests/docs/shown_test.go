// Package docs_test holds the documentation against the service: what it shows
// is what runs.
package docs_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const (
	guide    = "../../docs/api/README.md"
	examples = "../../docs/examples"
)

var update = flag.Bool("update", false, "write the examples into the documentation")

// shown is a link to an example and, below it, its text.
var shown = regexp.MustCompile("(?ms)^(\\[`[^`\n]+`\\]\\(\\.\\./examples/([^)\n]+)\\)\n\n```[a-z]+\n)(.*?)^```$")

// `go test ./tests/docs -run Shown -update` writes the guide anew.
func TestShownCodeIsTheFile(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(guide)
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	renewed := shown.ReplaceAllStringFunc(string(text), func(block string) string {
		m := shown.FindStringSubmatch(block)
		files = append(files, m[2])
		source, err := os.ReadFile(filepath.Join(examples, m[2]))
		if err != nil {
			t.Error(err)
		}
		if m[3] != string(source) && !*update {
			t.Errorf("%s is shown as it is not; write it with -update", m[2])
		}
		return m[1] + string(source) + "```"
	})
	if *update {
		if err := os.WriteFile(guide, []byte(renewed), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if fences := strings.Count(string(text), "\n```") / 2; fences != len(files)+1 { // one sets variables
		t.Errorf("%d blocks of code, %d of them are files", fences, len(files))
	}
	if want := sources(t); !slices.Equal(slices.Sorted(slices.Values(files)), want) {
		t.Errorf("shown are %v, there are %v", files, want)
	}
}

// sources are all examples, without what only builds them.
func sources(t *testing.T) (files []string) {
	t.Helper()
	for _, pattern := range []string{"curl/*.sh", "go/*/main.go", "python/*.py", "typescript/*.mts", "node/*.mjs"} {
		paths, err := filepath.Glob(filepath.Join(examples, pattern))
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %v, %v", pattern, paths, err)
		}
		for _, path := range paths {
			below, err := filepath.Rel(examples, path)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, filepath.ToSlash(below))
		}
	}
	slices.Sort(files)
	return files
}
