package pdfgen_test

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"testing"

	"github.com/docmill/docmill/lab/pdfgen"
)

// PDF readers silently repair broken cross-references, so this test checks the table.
func TestCrossReferences(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	doc.Info("Title", "x")
	p := doc.AddPage(600, 800)
	p.Text(10, 10, 12, "a (b) \\ c")
	p.Field(10, 40, 100, 12, "v")
	doc.Attach("a.txt", []byte("hi"))
	data := doc.Bytes()
	_, tail, found := bytes.Cut(data, []byte("startxref\n"))
	start, err := strconv.Atoi(string(bytes.SplitN(tail, []byte("\n"), 2)[0]))
	if !found || err != nil || !bytes.HasPrefix(data[start:], []byte("xref\n")) {
		t.Fatalf("startxref %d, %v", start, err)
	}
	rows := bytes.Split(data[start:], []byte("\n"))[3:]
	for i, row := range rows {
		if bytes.HasPrefix(row, []byte("trailer")) {
			return
		}
		offset, err := strconv.Atoi(string(row[:10]))
		if err != nil || !bytes.HasPrefix(data[offset:], fmt.Appendf(nil, "%d 0 obj\n", i+1)) {
			t.Errorf("object %d is not at %d", i+1, offset)
		}
	}
	t.Error("no trailer")
}

func TestWidths(t *testing.T) {
	t.Parallel()
	if w := pdfgen.TextWidth("Wi ", 10); math.Abs(w-(944+222+278)/100.0) > 1e-9 {
		t.Errorf("width %g", w)
	}
	if r, b := pdfgen.TextWidth("Total", 10), pdfgen.BoldWidth("Total", 10); r >= b {
		t.Errorf("bold %g is not wider than %g", b, r)
	}
}
