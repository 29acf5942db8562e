package read_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/docmill/docmill/lab/officegen"
)

func TestLongWordsTruncated(t *testing.T) {
	t.Parallel()
	const maxBytes = 4 << 10
	long := strings.Repeat("é", 1<<20)
	for name, data := range map[string][]byte{
		"plain text": []byte("Remark: " + long),
		"docx":       officegen.DOCX(officegen.Paragraph("Remark: " + long)),
	} {
		doc, err := reader(t).Read(t.Context(), data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		lines := doc.Pages[0].Lines
		if last := lines[len(lines)-1].Text(); len(last) != maxBytes || !utf8.ValidString(last) {
			t.Errorf("%s: the last line has %d bytes", name, len(last))
		}
	}
}
