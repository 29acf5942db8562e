package processes_test

import (
	"bytes"
	"debug/buildinfo"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/docmill/docmill/tests/clock"
)

const project = "github.com/docmill/docmill/"

// An executable names the modules that its packages are of. Generators, training
// and test parts are of modules that none may link.
func TestExecutablesLinkNothingOfTheLaboratory(t *testing.T) {
	t.Parallel()
	for _, path := range services.Executables() {
		info, err := buildinfo.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var linked []string
		for _, module := range info.Deps {
			linked = append(linked, module.Path)
		}
		name := filepath.Base(path)
		if !slices.Contains(linked, project+"libs") {
			t.Fatalf("%s seems not to link libs, so this test looks at the wrong list: %v", name, linked)
		}
		for _, module := range []string{"lab", "tests", "bench"} {
			if slices.Contains(linked, project+module) {
				t.Errorf("%s links packages of %s", name, module)
			}
		}
	}
}

// The clock of tests is a changed standard library: no list of modules shows it.
func TestExecutablesReadNoClockOfTests(t *testing.T) {
	t.Parallel()
	for _, path := range services.Executables() {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(content, []byte(clock.Variable)) {
			t.Errorf("%s reads %s", filepath.Base(path), clock.Variable)
		}
	}
}
