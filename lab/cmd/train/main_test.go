package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/docmill/docmill/lab/train"
)

// What is trained lands where the engine embeds it, and nothing else of the
// engine's models is left untrained.
func TestModelsLandWhereTheyAreEmbedded(t *testing.T) {
	t.Parallel()
	const engine = "../../../engine"
	written := map[string]bool{curves: true}
	for path := range outputs(&train.Models{}) {
		written[path] = true
	}
	for path := range written {
		if _, err := os.Stat(filepath.Join(engine, path)); err != nil {
			t.Errorf("%s is trained and no package has it: %v", path, err)
		}
	}
	err := filepath.WalkDir(engine, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".json") {
			return err
		}
		name, err := filepath.Rel(engine, path)
		if !written[filepath.ToSlash(name)] && !strings.Contains(path, "testdata") {
			t.Errorf("%s is embedded and not trained", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
