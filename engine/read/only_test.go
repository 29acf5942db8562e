package read_test

import (
	"bytes"
	"context"
	"image/png"
	"reflect"
	"testing"

	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/read/pagerender"
	"github.com/docmill/docmill/lab/officegen"
	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/require"
)

// A page read alone is the page of the whole file.
func TestReadPage(t *testing.T) {
	t.Parallel()
	gen := pdfgen.New()
	gen.AddPage(600, 800).Text(60, 100, 12, "A page of the file's own text")
	gen.AddPage(600, 800)
	gen.AddPage(400, 300).Image(0, 0, 400, 300, scan(t))
	pdf := gen.Bytes()
	var picture bytes.Buffer
	require.NoError(t, png.Encode(&picture, scan(t)))
	for name, data := range map[string][]byte{
		"PDF":               pdf,
		"picture":           picture.Bytes(),
		"letter":            officegen.DOCX(officegen.Paragraph("A letter")),
		"mail with a PDF":   mixed(mailBody, attached("a.pdf", pdf)),
		"mail of two":       mixed(mailBody, attached("a.docx", officegen.DOCX("")), attached("b.csv", []byte("a;b\n1;2\n"))),
		"mail with nothing": mixed(mailBody),
	} {
		sheets := pagerender.New(mustRead(t, data).Pages)
		for n := 1; n <= sheets.Count(); n++ {
			page, err := reader(t).ReadPage(t.Context(), data, n, nil)
			if want, _ := sheets.Sheet(n); err != nil || !reflect.DeepEqual(*page, want) {
				t.Errorf("%s, page %d: %+v, %v, want %+v", name, n, page, err, want)
			}
		}
		_, err := reader(t).ReadPage(t.Context(), data, sheets.Count()+1, nil)
		if extractionerror.CodeOf(err) != extractionerror.NotFound {
			t.Errorf("%s, a page more: %v", name, err)
		}
	}
}

// Pages that are not wanted are not recognized.
func TestReadPageOnly(t *testing.T) {
	t.Parallel()
	gen := pdfgen.New()
	gen.AddPage(400, 300).Image(0, 0, 400, 300, scan(t))
	gen.AddPage(600, 800).Text(60, 100, 12, "A page of the file's own text")
	for i, want := range []int{1, 0} {
		asked := 0
		_, err := reader(t).ReadPage(t.Context(), gen.Bytes(), i+1, func(context.Context) error {
			asked++
			return nil
		})
		if err != nil || asked != want {
			t.Errorf("page %d: recognised %d, %v", i+1, asked, err)
		}
	}
}
