package pdfium_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/read/pdf/pdfium"
)

// The module that is linked is the one that NOTICE names and whose members are
// known. docs/pdfium.md says what to do before another one is named here.
func TestPDFiumVersion(t *testing.T) {
	t.Parallel()
	const pinned = pdfium.PDFiumSum
	notice, err := os.ReadFile("NOTICE")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(notice, []byte(pinned)) {
		t.Error("NOTICE names another pdfium.wasm")
	}
	digest := sha256.Sum256(pdfium.PDFium())
	if got := hex.EncodeToString(digest[:]); got != pinned {
		t.Errorf("the SHA-256 of pdfium.wasm is %s", got)
	}
	l, err := library()
	if err != nil {
		t.Fatal(err)
	}
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
	if err != nil {
		t.Fatal(err)
	}
	found, err := pdfium.LocateMembers(t.Context(), l)
	if err != nil {
		t.Fatal(err)
	}
	if known := pdfium.MembersIn(l); known == nil || *known != found {
		t.Errorf("found %+v, known are %+v", found, known)
	}
}

// glyphs.wasm is glyphs.wat: glyphs.sum has the SHA-256 of both at the time of
// `go generate`, in the form of sha256sum(1).
func TestGlyphsUpToDate(t *testing.T) {
	t.Parallel()
	sums, err := os.ReadFile("glyphs.sum")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"glyphs.wat", "glyphs.wasm"} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
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
	if err != nil {
		t.Fatal(err)
	}
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
