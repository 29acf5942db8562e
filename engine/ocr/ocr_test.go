package ocr_test

import (
	"context"
	"image"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/ocr"
	"github.com/docmill/docmill/engine/read/pdf"
	"github.com/docmill/docmill/engine/read/pdf/pdfium"
	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

const dpi = 200

// recognizer fails the test if tesseract is not installed.
func recognizer(t *testing.T) *ocr.Recognizer {
	t.Helper()
	r, err := ocr.New(t.Context(), ocr.Options{Engine: ocr.Tesseract})
	require.NoError(t, err)
	return r
}

// sharedLibrary loads PDFium once for all tests.
var sharedLibrary = sync.OnceValues(func() (*pdfium.Library, error) {
	return pdfium.New(context.Background(), pdfium.UserCacheDir())
})

// draw renders a page that fill writes on.
func draw(t *testing.T, width, height float64, fill func(*pdfgen.Page)) *image.Gray {
	t.Helper()
	doc := pdfgen.New()
	fill(doc.AddPage(width, height))
	library, err := sharedLibrary()
	require.NoError(t, err)
	file, err := pdf.Open(t.Context(), library, doc.Bytes())
	require.NoError(t, err)
	defer file.Close(context.Background())
	img, err := file.Render(t.Context(), 0, dpi)
	require.NoError(t, err)
	return img
}

func invoice(p *pdfgen.Page) {
	p.Bold(60, 80, 20, "INVOICE")
	p.Text(60, 120, 11, "Invoice number R-4711")
	p.Text(60, 140, 11, "Consulting")
	p.TextRight(340, 140, 11, "1,234.50")
	p.Bold(60, 200, 11, "Total")
	p.BoldRight(340, 200, 11, "1,234.50")
}

func lines(got []document.Line) []string {
	var out []string
	for _, l := range got {
		out = append(out, l.Text())
	}
	return out
}

const wantLines = "INVOICE|Invoice number R-4711|Consulting 1,234.50|Total 1,234.50"

func TestRecognize(t *testing.T) {
	t.Parallel()
	img := draw(t, 400, 300, invoice)
	got, err := recognizer(t).Recognize(t.Context(), img, dpi, "")
	require.NoError(t, err)
	require.Equal(t, strings.Join(lines(got.Lines), "|"), wantLines, "lines")
	total := got.Lines[3].Words[1]
	assert.True(t, total.Confidence >= 0.5 && total.Confidence <= 1 && total.Source == document.SourceOCR, "word", total)
	assert.True(t, math.Abs(total.Box.X1-340.0/400) <= 0.01 && math.Abs(total.Box.CenterY()-196.0/300) <= 0.02,
		"box", total.Box)
	assert.True(t, total.Size >= 7 && total.Size <= 14, "size", total.Size)
}

func TestRecognizeSkewedImage(t *testing.T) {
	t.Parallel()
	img := draw(t, 400, 300, func(p *pdfgen.Page) {
		// Three degrees clockwise about the top left corner.
		p.Raw("0.99863 -0.05234 0.05234 0.99863 -15.7 0.41 cm")
		invoice(p)
	})
	got, err := recognizer(t).Recognize(t.Context(), img, dpi, "")
	require.NoError(t, err)
	require.Equal(t, strings.Join(lines(got.Lines), "|"), wantLines, "lines")
	// The amount is lower than its label by 280 points times the slope.
	row := got.Lines[3].Words
	slope := (row[1].Box.CenterY() - row[0].Box.CenterY()) * 300 / ((row[1].Box.CenterX() - row[0].Box.CenterX()) * 400)
	assert.True(t, math.Abs(slope-math.Tan(3*math.Pi/180)) <= 0.02, "boxes lean by", slope)
}

func TestRecognizeBlank(t *testing.T) {
	t.Parallel()
	got, err := recognizer(t).Recognize(t.Context(), image.NewGray(image.Rect(0, 0, 500, 500)), 0, "")
	require.NoError(t, err)
	require.Empty(t, got.Lines, got)
}

func TestRecognizeCanceled(t *testing.T) {
	t.Parallel()
	img := draw(t, 400, 300, invoice)
	r := recognizer(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	_, err := r.Recognize(ctx, img, dpi, "")
	require.ErrorIs(t, err, context.DeadlineExceeded, "Recognize")
}

func TestLightTextOnDarkBars(t *testing.T) {
	t.Parallel()
	img := draw(t, 400, 300, func(p *pdfgen.Page) {
		p.Text(30, 40, 11, "Invoice number R-4711")
		p.Raw("0.1 0.2 0.4 rg 20 194 360 24 re f 1 1 1 rg")
		p.Bold(30, 98, 11, "Description")
		p.BoldRight(370, 98, 11, "Amount")
		p.Raw("0 0 0 rg")
		p.Text(30, 130, 11, "Consulting and travel")
		p.TextRight(370, 130, 11, "1,234.50")
		p.Raw("0.1 0.5 0.2 rg 200 90 180 30 re f 1 1 1 rg")
		p.Bold(210, 200, 14, "Total due")
		p.BoldRight(370, 200, 14, "1,234.50")
	})
	reading, err := recognizer(t).Recognize(t.Context(), img, dpi, "")
	require.NoError(t, err)
	var got []string
	for _, l := range reading.Lines {
		got = append(got, l.Text())
	}
	want := []string{"Invoice number R-4711", "Description Amount", "Consulting and travel 1,234.50", "Total due 1,234.50"}
	assert.EqualSlices(t, got, want, "read")
}

const table = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n" +
	"4\t1\t1\t1\t1\t0\t10\t20\t300\t40\t-1\t\n" +
	"5\t1\t1\t1\t1\t1\t10\t20\t100\t40\t96.5\tTotal\n" +
	"5\t1\t1\t1\t1\t2\t200\t20\t100\t40\t91\t12.50\n" +
	"5\t1\t1\t1\t1\t3\t310\t20\t5\t40\t95\t \n"

func TestParseTSV(t *testing.T) {
	t.Parallel()
	n, err := ocr.ParseTSV([]byte(table))
	assert.True(t, n == 2 && err == nil, n, "words", err)
	for _, bad := range []string{"x\t1\t1\t1\t1\t1\t0\t0\t1\t1\t9\ta\n", "5\t1\t1\t1\t1\t1\tx\t0\t1\t1\t9\ta\n",
		"5\t1\t1\t1\t1\t1\t0\t0\t1\t1\tx\ta\n"} {
		_, err := ocr.ParseTSV([]byte(bad))
		assert.Error(t, err, bad, "passes")
	}
}

func TestYenSignInWords(t *testing.T) {
	t.Parallel()
	for read, want := range map[string]string{"D.I.¥.": "D.I.Y.", "¥1,200": "¥1,200", "¥": "¥", "TO¥S": "TOYS",
		"A¥5": "A¥5"} {
		assert.Equal(t, ocr.WithoutYen(read), want, read, "became")
	}
}

func FuzzParseTSV(f *testing.F) {
	f.Add([]byte(table))
	f.Fuzz(func(_ *testing.T, data []byte) {
		_, _ = ocr.ParseTSV(data)
	})
}
