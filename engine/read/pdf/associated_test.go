package pdf_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/docmill/docmill/lab/pdfgen"
)

func TestAssociatedFiles(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	doc.AddPage(600, 800)
	xml := []byte("<Invoice>" + strings.Repeat("x", 100_000) + "</Invoice>")
	doc.Associate("factur-x.xml", xml)
	doc.Associate("note (1).txt", []byte("hi"))
	got, err := open(t, doc.Bytes()).Attachments(t.Context())
	if err != nil || len(got) != 2 {
		t.Fatalf("%d attachments, %v", len(got), err)
	}
	if got[0].Name != "factur-x.xml" || !bytes.Equal(got[0].Data, xml) || got[1].Name != "note (1).txt" ||
		string(got[1].Data) != "hi" {
		t.Errorf("attachments %q, %q", got[0].Name, got[1].Name)
	}
}

// A file that is listed in both ways, as the standards of e-invoices ask, is
// one attachment.
func TestAssociatedFilesNotDuplicated(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	doc.AddPage(600, 800)
	doc.Attach("a.xml", []byte("<a/>"))
	doc.Associate("a.xml", []byte("<a/>"))
	if got, err := open(t, doc.Bytes()).Attachments(t.Context()); err != nil || len(got) != 1 {
		t.Fatalf("%d attachments, %v", len(got), err)
	}
}
