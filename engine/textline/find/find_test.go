package find_test

import (
	"context"
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/docmill/docmill/engine/pixels"
	"github.com/docmill/docmill/engine/textline/crop"
	"github.com/docmill/docmill/engine/textline/find"
	"github.com/docmill/docmill/lab/lines/typeface"
	"github.com/docmill/docmill/lab/lines/wording"
	"github.com/docmill/docmill/lab/pages"
)

func finder(tb testing.TB) *find.Finder {
	tb.Helper()
	f, err := find.New()
	if err != nil {
		tb.Fatal(err)
	}
	return f
}

// made returns made pages, in faces that every machine has and from a seed that no
// training has seen.
func made(tb testing.TB, count int) []*pages.Page {
	tb.Helper()
	const seed, documents = 7001, 12
	faces, err := typeface.Built()
	if err != nil {
		tb.Fatal(err)
	}
	maker := pages.NewMaker(faces, wording.NewSource(seed, documents), seed)
	var out []*pages.Page
	for number := range count {
		page, err := maker.Page(uint64(number)) //nolint:gosec // not negative
		if err != nil {
			tb.Fatal(err)
		}
		out = append(out, page)
	}
	return out
}

// holds tells whether a line that was found is a line of the page: its middle and its
// height, and most of its length.
func holds(found crop.Line, line crop.Line) bool {
	at := func(middle []crop.Point, x float64) float64 {
		for i := 1; i < len(middle); i++ {
			if a, b := middle[i-1], middle[i]; x <= b.X || i == len(middle)-1 {
				return a.Y + (b.Y-a.Y)*(x-a.X)/max(b.X-a.X, 1e-9)
			}
		}
		return 0
	}
	left, right := line.Middle[0].X, line.Middle[len(line.Middle)-1].X
	foundLeft, foundRight := found.Middle[0].X, found.Middle[len(found.Middle)-1].X
	overlap := min(right, foundRight) - max(left, foundLeft)
	x := (max(left, foundLeft) + min(right, foundRight)) / 2
	return overlap > 0.7*(right-left) && overlap > 0.5*(foundRight-foundLeft) &&
		math.Abs(at(found.Middle, x)-at(line.Middle, x)) < 0.25*line.Height &&
		found.Height > 0.65*line.Height && found.Height < 1.5*line.Height
}

// Pages with columns, tables and pictures, receipts as scanned and photographed: most
// lines are found where they are, and little else.
func TestFindsLinesOfMadePages(t *testing.T) {
	t.Parallel()
	f := finder(t)
	lines, hit, all := 0, 0, 0
	for _, page := range made(t, 2) {
		found, err := f.Find(t.Context(), page.Image)
		if err != nil {
			t.Fatal(err)
		}
		all += len(found)
		for _, line := range page.Lines {
			lines++
			for _, l := range found {
				if holds(l, line.Line) {
					hit++
					break
				}
			}
		}
	}
	t.Logf("%d of %d lines, %d found", hit, lines, all)
	if float64(hit) < 0.8*float64(lines) || float64(hit) < 0.7*float64(all) {
		t.Errorf("of %d lines %d were found where they are, among %d", lines, hit, all)
	}
}

// Whatever is no page takes no more lines, time and memory than a page may.
func TestPagesWithoutText(t *testing.T) {
	t.Parallel()
	f := finder(t)
	r := rand.New(rand.NewPCG(1, 1))
	noise := image.NewGray(image.Rect(0, 0, 500, 400))
	for i := range noise.Pix {
		noise.Pix[i] = byte(r.IntN(256))
	}
	specks := pixels.White(800, 600)
	for range 50_000 {
		specks.Pix[r.IntN(len(specks.Pix))] = 0
	}
	stripes := pixels.White(800, 600)
	for i := range stripes.Pix {
		if i/stripes.Stride%8 < 3 {
			stripes.Pix[i] = 0
		}
	}
	for name, page := range map[string]*image.Gray{
		"noise": noise, "specks": specks, "stripes": stripes, "one pixel": pixels.White(1, 1),
		"a column": pixels.White(1, 20000), "a row": pixels.White(20000, 1), "white": pixels.White(900, 900),
	} {
		lines, err := f.Find(t.Context(), page)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(lines) > find.MaxLines || (name == "white" || name == "one pixel") && len(lines) > 0 {
			t.Errorf("%s: %d lines", name, len(lines))
		}
		for _, l := range lines {
			if _, ok := crop.Cut(page, l); !ok {
				t.Errorf("%s: %v cannot be cut out", name, l)
			}
		}
	}
}

func TestFindEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := finder(t).Find(ctx, pixels.White(300, 300)); err == nil {
		t.Error("went on though nobody waited")
	}
}

func TestOpenRefusesOtherNetworks(t *testing.T) {
	t.Parallel()
	if _, err := find.Open([]byte("DOCMNET1")); err == nil {
		t.Error("was opened")
	}
}

func FuzzFind(f *testing.F) {
	finder := finder(f)
	f.Add(uint16(40), uint16(30), []byte("lines of text are dark"))
	f.Add(uint16(1), uint16(1), []byte{0})
	f.Fuzz(func(t *testing.T, w, h uint16, content []byte) {
		page := pixels.White(1+int(w)%300, 1+int(h)%300)
		for i := range page.Pix {
			if len(content) > 0 {
				page.Pix[i] = content[(i/3+i/page.Stride)%len(content)]
			}
		}
		lines, err := finder.Find(t.Context(), page)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range lines {
			if !(l.Height > 0) || len(l.Middle) < 2 {
				t.Fatalf("%+v", l)
			}
		}
	})
}

func BenchmarkFind(b *testing.B) {
	f := finder(b)
	page := made(b, 1)[0].Image
	for b.Loop() {
		if _, err := f.Find(b.Context(), page); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(page.Rect.Dx()*page.Rect.Dy())/1e6, "MP")
}
