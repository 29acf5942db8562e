package docs_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// described are the folders whose packages ARCHITECTURE.md lists, with what it
// leaves out at the beginning of their paths.
func described() map[string]string {
	return map[string]string{
		"engine":                      "engine/",
		"lab":                         "lab/",
		"libs":                        "",
		"services/auth/internal":      "services/auth/internal/",
		"services/extractor/internal": "services/extractor/internal/",
		"services/gateway/internal":   "services/gateway/internal/",
		"services/notifier/internal":  "services/notifier/internal/",
		"services/quota/internal":     "services/quota/internal/",
	}
}

// A package that is not described is not found by those who look for it.
func TestArchitectureNamesEveryPackage(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(repository, "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	for folder, prefix := range described() {
		for _, pkg := range packages(t, folder) {
			name := strings.TrimPrefix(pkg, prefix)
			if !strings.Contains(string(text), "`"+name+"`") {
				t.Errorf("ARCHITECTURE.md says nothing of `%s` (%s)", name, pkg)
			}
		}
	}
}

// packages lists the folders below one that hold Go code, by their paths from the
// repository's root.
func packages(t *testing.T, folder string) (found []string) {
	t.Helper()
	root := filepath.Join(repository, folder)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		files, err := filepath.Glob(filepath.Join(path, "*.go"))
		if err == nil && len(files) > 0 {
			rel, _ := filepath.Rel(repository, path)
			found = append(found, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil || len(found) == 0 {
		t.Fatalf("%s: %d packages, %v", folder, len(found), err)
	}
	return found
}
