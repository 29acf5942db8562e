package gateway_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/require"
)

// Each folder of internal may import those before it in this list, and itself.
var layers = []string{"access", "records", "store", "jobs", "documents", "web"}

const internalPath = "github.com/docmill/docmill/services/gateway/internal/"

// The packages are layered without cycles; README.md shows the layers.
func TestLayers(t *testing.T) {
	t.Parallel()
	level := map[string]int{}
	for i, name := range layers {
		level[name] = i
	}
	eachImport(t, func(file, imported string) {
		from, _, _ := strings.Cut(file, "/")
		to, _, _ := strings.Cut(imported, "/")
		above, known := level[from]
		if below, ok := level[to]; known && (!ok || below > above) {
			t.Errorf("%s imports %s, which is not below it", file, imported)
		}
		if strings.HasPrefix(file, "web/api/") && strings.HasPrefix(imported, "web/dashboard") ||
			strings.HasPrefix(file, "web/dashboard/") && strings.HasPrefix(imported, "web/api") {
			t.Errorf("%s imports %s: the API and the dashboard know nothing of each other", file, imported)
		}
	})
}

// eachImport calls f with each non-test file of internal and each internal package that it imports, as relative paths.
func eachImport(t *testing.T, f func(file, imported string)) {
	t.Helper()
	err := filepath.WalkDir("internal", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range source.Imports {
			if imported, ok := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), internalPath); ok {
				f(strings.TrimPrefix(filepath.ToSlash(path), "internal/"), imported)
			}
		}
		return nil
	})
	require.NoError(t, err)
}
