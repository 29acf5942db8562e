package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/libs/require"
)

// Train writes each model to the folder that embeds it, and trains all models of the engine.
func TestModelOutputFolders(t *testing.T) {
	t.Parallel()
	const folder = "../../../engine"
	written, err := extract.Models{}.Files()
	require.NoError(t, err)
	for path := range written {
		if _, err := os.Stat(filepath.Join(folder, path)); err != nil {
			t.Errorf("%s is trained and no package has it: %v", path, err)
		}
	}
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".json") {
			return err
		}
		name, err := filepath.Rel(folder, path)
		isModel := !strings.Contains(path, "testdata") && !strings.Contains(path, "schema/types") // document types
		if written[filepath.ToSlash(name)] == nil && isModel {
			t.Errorf("%s is embedded and not trained", name)
		}
		return err
	})
	require.NoError(t, err)
}
