package pdf_test

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/read/pdf"
	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// readWhole reads all content of a file's first pages. For any file, an error must be a
// *extractionerror.Error.
func readWhole(t *testing.T, data []byte, set func(*pdf.File)) (pages []*pdf.Page, err error) {
	t.Helper()
	l, err := library()
	require.NoError(t, err)
	defer func() {
		var f *extractionerror.Error
		if err != nil && (!errors.As(err, &f) || f.Message == "" || f.Code == extractionerror.InternalError) {
			t.Fatalf("no failure of the document: %v", err)
		}
	}()
	f, err := pdf.Open(t.Context(), l, data)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err := f.Close(context.Background()); err != nil {
			t.Error(err)
		}
	}()
	if set != nil {
		set(f)
	}
	if _, err := f.Info(t.Context()); err != nil {
		return nil, err
	}
	if _, err := f.Attachments(t.Context()); err != nil {
		return nil, err
	}
	const most = 20
	for n := range min(f.PageCount(), most) {
		page, err := f.Page(t.Context(), n)
		if err != nil {
			return nil, err
		}
		pages = append(pages, page)
	}
	return pages, nil
}

func wantFailure(t *testing.T, err error, want extractionerror.Code) {
	t.Helper()
	if extractionerror.CodeOf(err) != want {
		t.Fatalf("%v, want %s", err, want)
	}
}

func compressed(t *testing.T, content string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	if _, err := w.Write([]byte(content)); err != nil {
		t.Fatal(err)
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

func TestPageTextLimit(t *testing.T) {
	t.Parallel()
	row := "(" + strings.Repeat("abc ", 250) + ") Tj T*\n"
	for name, start := range map[string]string{
		"from text objects":    "BT /F1 2 Tf 2 TL 10 800 Td\n",
		"through PDFium's own": "BT /F1 2 Tf 2 TL 0 1 -1 0 10 10 Tm\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := pdfgen.New()
			doc.AddPage(600, 800).Compressed(compressed(t, start+strings.Repeat(row, 510)+"ET"))
			_, err := readWhole(t, doc.Bytes(), nil)
			wantFailure(t, err, extractionerror.TooComplex)
		})
	}
}

func TestFileTextLimit(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	for range 3 {
		doc.AddPage(600, 800).Text(50, 50, 10, "twelve-chars")
	}
	if _, err := readWhole(t, doc.Bytes(), func(f *pdf.File) { pdf.LimitText(f, 36) }); err != nil {
		t.Errorf("as much as there may be: %v", err)
	}
	_, err := readWhole(t, doc.Bytes(), func(f *pdf.File) { pdf.LimitText(f, 35) })
	wantFailure(t, err, extractionerror.TooComplex)
}

func TestAttachmentsOverLimits(t *testing.T) {
	t.Parallel()
	many, large := pdfgen.New(), pdfgen.New()
	many.AddPage(600, 800)
	for i := range 101 {
		many.Attach(fmt.Sprintf("%03d.txt", i), []byte("x"))
	}
	large.AddPage(600, 800)
	large.Attach("1.bin", make([]byte, 65<<20))
	large.Attach("2.txt", []byte("small"))
	for name, c := range map[string]struct {
		doc  *pdfgen.Document
		want int
	}{"too many": {many, 100}, "too large": {large, 1}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := open(t, c.doc.Bytes()).Attachments(t.Context())
			if err != nil || len(got) != c.want {
				t.Errorf("%d attachments, %v; want %d", len(got), err, c.want)
			}
		})
	}
}

func TestMetadataOverLimit(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	doc.AddPage(600, 800)
	doc.Info("Title", strings.Repeat("long ", 500_000))
	doc.Info("Author", "Somebody")
	info, err := open(t, doc.Bytes()).Info(t.Context())
	if err != nil || info["Title"] != "" || info["Author"] != "Somebody" {
		t.Errorf("a title of %d characters, author %q, %v", len(info["Title"]), info["Author"], err)
	}
}

func TestAnnotationsOverLimit(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	page := doc.AddPage(600, 800)
	for i := range 5100 {
		x, y := 10+9*(i%60), 10+9*(i/60)
		page.Annotation(fmt.Sprintf("/Subtype /FreeText /Rect [%d %d %d %d] /Contents (n)", x, y, x+5, y+8))
	}
	pages, err := readWhole(t, doc.Bytes(), nil)
	require.NoError(t, err)
	assert.Equal(t, len(wordsOf(pages[0])), 5000, "notes")
}

func TestObjectsOverLimit(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	page := doc.AddPage(600, 800)
	for i := range 3000 {
		page.Rule(10, float64(i)/4, 20, float64(i)/4)
	}
	page.Text(50, 50, 10, "behind")
	pages, err := readWhole(t, doc.Bytes(), nil)
	if err != nil || len(wordsOf(pages[0])) != 1 {
		t.Errorf("%v, %v", pages, err)
	}
}

// hostile are files made to keep a reader busy forever or to exhaust it.
func hostile() map[string][]byte {
	const catalog = "<< /Type /Catalog /Pages 2 0 R >>"
	onePage := func(entries string, more ...string) []byte {
		return pdfgen.Objects(append([]string{
			catalog, "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
			"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] " + entries + " >>",
		}, more...)...)
	}
	stream := pdfgen.Stream
	forms := make([]string, 60) // each within the one before
	for i := range forms {
		forms[i] = stream(fmt.Sprintf("/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /XObject << /X %d 0 "+
			"R >> >>", i+6), "/X Do")
	}
	filters := strings.Repeat("/FlateDecode ", 1000)
	return map[string][]byte{
		"page tree within itself": pdfgen.Objects(catalog, "<< /Type /Pages /Count 1 /Kids [2 0 R] >>"),
		"parent is its own":       onePage("/Parent 3 0 R /Resources 3 0 R"),
		"count of two billion": pdfgen.Objects(catalog, "<< /Type /Pages /Count 2000000000 /Kids [3 0 R] >>",
			"<< /Type /Page /Parent 2 0 R >>"),
		"negative count": pdfgen.Objects(catalog, "<< /Type /Pages /Count -5 /Kids [3 0 R] >>",
			"<< /Type /Page /Parent 2 0 R >>"),
		"deep arrays":            onePage("/Contents " + strings.Repeat("[", 200_000)),
		"deep dictionaries":      onePage("/Resources " + strings.Repeat("<< /A ", 200_000)),
		"deep arrays in content": onePage("/Contents 4 0 R", stream("", strings.Repeat("[", 500_000))),
		"saved states":           onePage("/Contents 4 0 R", stream("", strings.Repeat("q ", 500_000))),
		"marked content": onePage("/Contents 4 0 R",
			stream("", strings.Repeat("/P BMC ", 100_000)+"BT (x) Tj ET")),
		"many filters":         onePage("/Contents 4 0 R", stream("/Filter ["+filters+"]", "x")),
		"length of another":    onePage("/Contents 4 0 R", "<< /Length 4 0 R >> stream\nx\nendstream"),
		"references in a ring": onePage("/Contents 4 0 R", "5 0 R", "4 0 R"),
		"forms within forms": onePage("/Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >>",
			append([]string{stream("", "/X Do")}, forms...)...),
		"huge numbers": onePage("/Contents 4 0 R /Rotate 99999999999",
			stream("", "1e38 0 0 1e38 1e38 1e38 cm BT /F1 1e30 Tf 1e38 1e38 Td (x) Tj ET")),
		"page of no size": pdfgen.Objects(catalog, "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
			"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 0 0] >>"),
		"page of infinite size": pdfgen.Objects(catalog, "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
			"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 1e38 1e38] >>"),
		"cross references in rings": []byte(
			"%PDF-1.7\nxref\n0 1\n0000000000 65535 f \ntrailer << /Size 1 /Prev 9 /Root 1 0 R >>\nstartxref\n9\n%%EOF"),
		"object stream of its own": append(pdfgen.Objects(catalog), fmt.Sprintf("9 0 obj %s endobj",
			stream("/Type /ObjStm /N 1 /First 4 /Extends 9 0 R", "1 0 <<>>"))...),
	}
}

func TestHostileFiles(t *testing.T) {
	t.Parallel()
	for name, data := range hostile() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pages, err := readWhole(t, data, nil)
			t.Logf("%d pages, %v", len(pages), err)
		})
	}
}

// TestSmallFiles reads variants of a small file with all kinds of content. PDFium is too slow for fuzzing;
// the packages associated and wasm are fuzzed.
func TestSmallFiles(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	doc.Attach("a.xml", []byte("<a/>"))
	doc.Info("Title", "Small")
	page := doc.AddPage(600, 800)
	page.Text(50, 50, 10, "Total 12.50")
	page.TextAngle(50, 90, 10, 90, "sideways")
	page.Letters(50, 70, 10, "שלום")
	page.Field(50, 100, 100, 10, "value")
	page.Annotation("/Subtype /FreeText /Rect [10 10 100 30] /Contents (note)")
	page = doc.AddPage(200, 200)
	page.Rotate(90)
	page.Hidden(20, 40, 12, "ghost")
	page.Raw("1 1 1 rg 10 10 50 20 re f BT /F1 8 Tf 12 12 Td (white) Tj ET")
	page.Widget("/FT /Tx /T (t) /V (value) /DA (/F1 10 Tf) /F 4 /Rect [20 100 120 112]")
	page.Widget("/FT /Btn /T (b) /V /Yes /AS /Yes /F 4 /Rect [20 120 30 130]")
	whole := doc.Bytes()
	files := [][]byte{
		whole, whole[:len(whole)/2], whole[len(whole)/3:],
		sheet("/X2 Do BT /F1 9 Tf 10 10 Td [(a) -300 (b)] TJ ET"),
		sheet("BT /F5 9 Tf 50 700 Td <00410042> Tj /F6 9 Tf (a) Tj ET"),
	}
	for _, pair := range [][2]string{{"600", "-1"}, {" 800", " 1e30"}, {"endobj", "endob"}, {" Tf", " Tm"}, {"/Kids", "/Kid"}} {
		files = append(files, bytes.ReplaceAll(whole, []byte(pair[0]), []byte(pair[1])))
	}
	for i, data := range files {
		pages, err := readWhole(t, data, nil)
		if i == 0 && (err != nil || len(pages) != 2 || pages[0].Visible == 0) {
			t.Errorf("%d pages, %v", len(pages), err)
		}
		for _, page := range pages {
			for _, l := range page.Lines {
				for _, w := range l.Words {
					if b := w.Box; !(b.X0 >= 0 && b.Y0 >= 0 && b.X1 <= 1 && b.Y1 <= 1) {
						t.Errorf("file %d: %q is at %v", i, w.Text, b)
					}
				}
			}
		}
	}
}
