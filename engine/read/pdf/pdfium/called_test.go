package pdfium_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/read/pdf/pdfium"
)

// The functions whose code is kept are those that this package and package pdf name. A call of another one
// would trap.
func TestCalledFunctionsListed(t *testing.T) {
	t.Parallel()
	var paths []string
	for _, pattern := range []string{"*.go", "../*.go"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, found...)
	}
	var named []string
	name := regexp.MustCompile(`"((?:FPDF|FORM_|FSDK_|FFL)\w+)"`)
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") || path == "called.go" {
			continue
		}
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range name.FindAllStringSubmatch(string(source), -1) {
			named = append(named, m[1])
		}
	}
	slices.Sort(named)
	named = slices.Compact(named)
	if called := slices.Sorted(slices.Values(pdfium.Called())); !slices.Equal(called, named) {
		t.Errorf("called() has\n%q\nthe source\n%q", called, named)
	}
}
