package ocr_test

import (
	"context"
	"fmt"
	"image"
	"math"
	"strings"
	"testing"
	"time"

	bench "github.com/docmill/docmill/bench/ocr"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/ocr"
	"github.com/docmill/docmill/engine/read/pdf"
	"github.com/docmill/docmill/engine/read/pdf/pdfium"
	"github.com/docmill/docmill/lab/pdfgen"
)

const dpi = 200

func page(b *testing.B) *image.Gray {
	b.Helper()
	doc := pdfgen.New()
	p := doc.AddPage(595, 842)
	p.Bold(60, 70, 20, "INVOICE R-1001")
	for i := range 40 {
		y := 120 + 16*float64(i)
		p.Text(60, y, 10, fmt.Sprintf("Item %d, consulting and travel to the site", i+1))
		p.TextRight(430, y, 10, fmt.Sprint(i%7+1))
		p.TextRight(530, y, 10, fmt.Sprintf("%d.%02d", 100+37*i, 7*i%100))
	}
	library, err := pdfium.New(b.Context(), pdfium.UserCacheDir())
	if err != nil {
		b.Fatal(err)
	}
	defer library.Close(context.Background())
	file, err := pdf.Open(b.Context(), library, doc.Bytes())
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close(context.Background())
	img, err := file.Render(b.Context(), 0, dpi)
	if err != nil {
		b.Fatal(err)
	}
	return img
}

// tilted rotates the page by three degrees, like a misplaced sheet on a scanner.
func tilted(img *image.Gray) *image.Gray {
	out := image.NewGray(img.Rect)
	sin, cos := math.Sincos(3 * math.Pi / 180)
	w, h := float64(img.Rect.Dx()), float64(img.Rect.Dy())
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			dx, dy := float64(x)-w/2, float64(y)-h/2
			v := byte(255)
			if p := image.Pt(int(cos*dx+sin*dy+w/2), int(-sin*dx+cos*dy+h/2)); p.In(img.Rect) {
				v = img.GrayAt(p.X, p.Y).Y
			}
			out.Pix[y*out.Stride+x] = v
		}
	}
	return out
}

// shadowed darkens the page toward a corner, as in a photo.
func shadowed(img *image.Gray) *image.Gray {
	out := image.NewGray(img.Rect)
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			light := 1 - 0.75*float64(x+y)/float64(img.Rect.Dx()+img.Rect.Dy())
			out.Pix[y*out.Stride+x] = byte(float64(img.Pix[y*img.Stride+x]) * light)
		}
	}
	return out
}

// BenchmarkRecognize reports user and system processor time of docmill, including preparation and child processes, and
// of plain Tesseract on the same pixels in the same order.
func BenchmarkRecognize(b *testing.B) {
	recognizer, err := ocr.New(b.Context(), ocr.Options{})
	if err != nil {
		b.Fatal(err)
	}
	clean := page(b)
	for _, c := range []struct {
		name string
		img  *image.Gray
	}{{"clean", clean}, {"tilted", tilted(clean)}, {"shadowed", shadowed(clean)}} {
		b.Run(c.name, func(b *testing.B) {
			pixels := bench.PGM(c.img)
			var own, plain time.Duration
			passes, words, plainWords := 0, 0, 0
			for range b.N {
				read, took, err := bench.Plain(b.Context(), "stdin", pixels, "--dpi", fmt.Sprint(dpi))
				if err != nil {
					b.Fatal(err)
				}
				plain += took
				plainWords += count(read)
				before := cpu(b)
				reading, err := recognizer.Recognize(b.Context(), c.img, dpi, "")
				if err != nil {
					b.Fatal(err)
				}
				own += cpu(b) - before
				passes += reading.Passes
				words += count(reading.Lines)
			}
			n := float64(b.N)
			b.ReportMetric(own.Seconds()*1000/n, "cpu-ms/page")
			b.ReportMetric(plain.Seconds()*1000/n, "plain-cpu-ms/page")
			b.ReportMetric(own.Seconds()/plain.Seconds(), "times-plain")
			b.ReportMetric(float64(passes)/n, "passes")
			b.ReportMetric(float64(words)/n, "words")
			b.ReportMetric(float64(plainWords)/n, "plain-words")
		})
	}
}

func count(lines []document.Line) (n int) {
	for _, l := range lines {
		n += len(l.Words)
	}
	return n
}

func cpu(b *testing.B) time.Duration {
	b.Helper()
	d, err := bench.CPU()
	if err != nil {
		b.Fatal(err)
	}
	return d
}

func line(text string) document.Line {
	l := document.Line{}
	for word := range strings.FieldsSeq(text) {
		l.Words = append(l.Words, document.Word{Text: word})
	}
	return l
}

func TestRecall(t *testing.T) {
	t.Parallel()
	var r bench.Recall
	reference := []document.Line{line("Example Shop"), line("GrandTotal: RM12.50"), line("12.50 12.50")}
	r.Add([]document.Line{line("EXAMPLE Shap"), line("Grand Total 12.50 12,50"), line("noise")}, reference)
	// Found: Example, the joined GrandTotal, and "1250" twice of three. RM is an extra word.
	if r.Words != 6 || r.FoundWords != 4 || r.Read != 7 {
		t.Errorf("%+v", r)
	}
	if r.Amounts != 3 || r.FoundAmounts != 1 {
		t.Errorf("amounts: %+v", r)
	}
	for _, looks := range []int{0, 2, 4} {
		r.Count(1, looks)
		r.Count(2, looks)
	}
	if r.Passes != 21 || r.SecondPasses != 3 || r.Looking != 4 {
		t.Errorf("passes: %+v", r)
	}
}

// A word that was read as a whole is not composed of other words.
func TestRecallWholeWordsFirst(t *testing.T) {
	t.Parallel()
	var r bench.Recall
	lines := []document.Line{line("Chair 2 5 497.90"), line("Toner 25 423.75")}
	if lost := r.Add(lines, lines); len(lost) > 0 {
		t.Errorf("of what was read just so, %v is missing", lost)
	}
}
