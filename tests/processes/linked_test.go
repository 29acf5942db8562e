package processes_test

import (
	"bytes"
	"debug/buildinfo"
	"debug/elf"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/clock"
)

const project = "github.com/docmill/docmill/"

// Executables contain no packages of modules for generators, training and tests.
func TestExecutablesWithoutLab(t *testing.T) {
	t.Parallel()
	for _, path := range services.Executables() {
		info, err := buildinfo.ReadFile(path)
		require.NoError(t, err)
		var linked []string
		for _, module := range info.Deps {
			linked = append(linked, module.Path)
		}
		name := filepath.Base(path)
		require.True(t, slices.Contains(linked, project+"libs"),
			name, "seems not to link libs, so this test looks at the wrong list", linked)
		for _, module := range []string{"lab", "tests", "bench"} {
			assert.False(t, slices.Contains(linked, project+module), name, "links packages of", module)
		}
	}
}

// The test clock is a modified standard library, which no list of modules shows.
func TestExecutablesWithoutTestClock(t *testing.T) {
	t.Parallel()
	for _, path := range services.Executables() {
		content, err := os.ReadFile(path)
		require.NoError(t, err)
		if bytes.Contains(content, []byte(clock.Variable)) {
			t.Errorf("%s reads %s", filepath.Base(path), clock.Variable)
		}
	}
}

// An image is the base of 2 MB and the executable without symbols: at most 25 MB for services that neither
// read documents nor serve pages. Packages that call methods by runtime names make the linker keep all
// methods of all types.
func TestServiceSize(t *testing.T) {
	t.Parallel()
	const largest = 22_000_000
	for _, path := range services.Executables() {
		name := filepath.Base(path)
		if !slices.Contains([]string{"auth", "quota", "notifier"}, name) {
			continue
		}
		file, err := elf.Open(path)
		require.NoError(t, err)
		t.Cleanup(func() { _ = file.Close() })
		var size uint64
		for _, section := range file.Sections {
			if section.Flags&elf.SHF_ALLOC != 0 && section.Type != elf.SHT_NOBITS {
				size += section.Size
			}
		}
		assert.True(t, size <= largest, name, "has", size, "bytes, more than", largest)
		symbols, err := file.Symbols()
		require.NoError(t, err, name)
		require.NotEqual(t, len(symbols), 0, name, "symbols")
		if slices.ContainsFunc(symbols, func(s elf.Symbol) bool { return strings.HasPrefix(s.Name, "text/template.(*state)") }) {
			t.Errorf("%s links text/template", name)
		}
	}
}

// kong looks up methods by name; services read the same tags with libs/settings.
func TestServicesWithoutKong(t *testing.T) {
	t.Parallel()
	for _, path := range services.Executables() {
		info, err := buildinfo.ReadFile(path)
		require.NoError(t, err)
		links := slices.ContainsFunc(info.Deps, func(m *debug.Module) bool { return m.Path == "github.com/alecthomas/kong" })
		assert.Equal(t, links, filepath.Base(path) == "docmill", filepath.Base(path), "links kong")
	}
}
