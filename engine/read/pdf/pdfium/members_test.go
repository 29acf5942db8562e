package pdfium_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/read/pdf/pdfium"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// The module that is linked is the one that NOTICE names and whose members are
// known. docs/pdfium.md says what to do before another one is named here.
func TestPDFiumVersion(t *testing.T) {
	t.Parallel()
	const pinned = pdfium.PDFiumSum
	notice, err := os.ReadFile("NOTICE")
	require.NoError(t, err)
	if !bytes.Contains(notice, []byte(pinned)) {
		t.Error("NOTICE names another pdfium.wasm")
	}
	digest := sha256.Sum256(pdfium.PDFium())
	assert.Equal(t, hex.EncodeToString(digest[:]), pinned, "SHA-256 of pdfium.wasm")
	l, err := library()
	require.NoError(t, err)
	if pdfium.MembersIn(l) == nil {
		t.Error("its members are not known: text takes twice as long to read")
	}
	digest[0]++
	if pdfium.MembersOf(digest) != nil {
		t.Error("members are known of another pdfium.wasm")
	}
}

func TestLocateMembers(t *testing.T) {
	t.Parallel()
	l, err := library()
	require.NoError(t, err)
	found, err := pdfium.LocateMembers(t.Context(), l)
	require.NoError(t, err)
	if known := pdfium.MembersIn(l); known == nil || *known != found {
		t.Errorf("found %+v, known are %+v", found, known)
	}
}

// glyphs.wasm is glyphs.wat: glyphs.sum has the SHA-256 of both at the time of
// `go generate`, in the form of sha256sum(1).
func TestGlyphsUpToDate(t *testing.T) {
	t.Parallel()
	sums, err := os.ReadFile("glyphs.sum")
	require.NoError(t, err)
	for _, name := range []string{"glyphs.wat", "glyphs.wasm"} {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		digest := sha256.Sum256(data)
		if line := hex.EncodeToString(digest[:]) + "  " + name + "\n"; !strings.Contains(string(sums), line) {
			t.Errorf("%s has changed since glyphs.wasm was assembled: run go generate", name)
		}
	}
}

// What glyphs.wasm calls is in PDFium's public headers.
func TestGlyphsPublicFunctions(t *testing.T) {
	t.Parallel()
	l, err := library()
	require.NoError(t, err)
	calls := pdfium.GlyphsCalls(l)
	if len(calls) == 0 {
		t.Error("no function is called")
	}
	for _, name := range calls {
		if !strings.HasPrefix(name, "FPDF") {
			t.Errorf("%s is called", name)
		}
	}
}

// The functions whose code is kept are those that this package and package pdf name. A call of another one
// would trap.
func TestCalledFunctionsListed(t *testing.T) {
	t.Parallel()
	var paths []string
	for _, pattern := range []string{"*.go", "../*.go"} {
		found, err := filepath.Glob(pattern)
		require.NoError(t, err)
		paths = append(paths, found...)
	}
	var named []string
	name := regexp.MustCompile(`"((?:FPDF|FORM_|FSDK_|FFL)\w+)"`)
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") || path == "called.go" {
			continue
		}
		source, err := os.ReadFile(path)
		require.NoError(t, err)
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
