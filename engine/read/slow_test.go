package read_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/lab/pdfgen"
)

// Slow files end with a helpful error.
func TestSlowFileErrors(t *testing.T) {
	t.Parallel()
	files := pdfgen.Slow()
	for name, want := range map[string]extractionerror.Code{
		"forms within forms":   extractionerror.TooComplex,
		"annotations of forms": extractionerror.NoTextFound,
		"dashes without end":   extractionerror.NoTextFound,
		"blank forms":          extractionerror.NoTextFound,
		"empty posters":        extractionerror.NoTextFound,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
			defer cancel()
			if _, err := reader(t).Read(ctx, files[name]); extractionerror.CodeOf(err) != want {
				t.Errorf("%v, want %s", err, want)
			}
		})
	}
}

// A page beyond the limit is marked and does not affect the others.
func TestPageOverWorkLimit(t *testing.T) {
	t.Parallel()
	const levels, first = 10, 6
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>",
		fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents %d 0 R "+
			"/Resources << /XObject << /X %d 0 R >> >> >>", first, first),
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 5 0 R /Resources << /Font << /F << /Type /Font " +
			"/Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
		pdfgen.Stream("", "BT /F 12 Tf 50 700 Td (Several words that can be read) Tj ET"),
	}
	for i := range levels {
		objects = append(objects, pdfgen.Stream(fmt.Sprintf(
			"/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X %d 0 R >> >>", first+i+1),
			strings.Repeat("/X Do ", 10)))
	}
	doc := mustRead(t, pdfgen.Objects(append(objects, "<< >>")...))
	if len(doc.Pages) != 2 || !doc.Pages[0].Partial || doc.Pages[1].Partial || !strings.Contains(doc.Text(), "Several") {
		t.Errorf("%+v", doc.Pages)
	}
}
