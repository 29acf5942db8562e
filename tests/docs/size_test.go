package docs_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// largestPackage is how many lines of code, tests left out, a package that reads fields has
// at most: one that grows beyond it is cut at its themes.
const largestPackage = 2500

func TestPackagesThatReadFieldsStaySmall(t *testing.T) {
	t.Parallel()
	for _, pkg := range packages(t, "engine/fields") {
		files, err := filepath.Glob(filepath.Join(repository, pkg, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		lines := 0
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			lines += bytes.Count(text, []byte("\n"))
		}
		if lines > largestPackage {
			t.Errorf("%s has %d lines, more than %d", pkg, lines, largestPackage)
		}
	}
}
