package find_test

import (
	"context"
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/ocr/textline/crop"
	"github.com/docmill/docmill/engine/ocr/textline/find"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func finder(tb testing.TB) *find.Finder {
	tb.Helper()
	f, err := find.New()
	require.NoError(tb, err)
	return f
}

// middleAt is where a line's middle is at a column.
func middleAt(l crop.Line, x float64) float64 {
	i := 1
	for i < len(l.Middle)-1 && l.Middle[i].X < x {
		i++
	}
	a, b := l.Middle[i-1], l.Middle[i]
	return a.Y + (b.Y-a.Y)*(x-a.X)/max(b.X-a.X, 1e-9)
}

// holds reports whether a line that was found is a line of the page: its middle and
// its height, and most of its length.
func holds(found, line crop.Line) bool {
	left, right := line.Middle[0].X, line.Middle[len(line.Middle)-1].X
	foundLeft, foundRight := found.Middle[0].X, found.Middle[len(found.Middle)-1].X
	from, to := max(left, foundLeft), min(right, foundRight)
	off := func(x float64) bool { return math.Abs(middleAt(found, x)-middleAt(line, x)) > 0.25*line.Height }
	return to-from > 0.8*(right-left) && to-from > 0.8*(foundRight-foundLeft) && !off(from) && !off(to) &&
		found.Height > 0.65*line.Height && found.Height < 1.5*line.Height
}

// judge compares the found lines with those on a sheet.
func judge(t *testing.T, s *sheet) {
	t.Helper()
	found, err := finder(t).Find(t.Context(), s.page)
	require.NoError(t, err)
	hit := 0
	for _, line := range s.lines {
		ok := false
		for _, l := range found {
			ok = ok || holds(l, line)
		}
		if ok {
			hit++
			continue
		}
		t.Logf("not found: %+v", line)
	}
	if float64(hit) < 0.85*float64(len(s.lines)) || float64(len(found)) > 1.25*float64(len(s.lines)) {
		t.Errorf("%d of %d lines found, among %d", hit, len(s.lines), len(found))
		t.Logf("found: %+v", found)
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	for name, draw := range map[string]func(testing.TB) *sheet{
		"small print":            func(tb testing.TB) *sheet { return letter(tb, 11) },
		"print of usual size":    func(tb testing.TB) *sheet { return letter(tb, 20) },
		"large print":            func(tb testing.TB) *sheet { return letter(tb, 46) },
		"leaning to the right":   func(tb testing.TB) *sheet { return letter(tb, 20).turned(4) },
		"leaning to the left":    func(tb testing.TB) *sheet { return letter(tb, 20).turned(-7) },
		"waves":                  func(tb testing.TB) *sheet { return letter(tb, 20).waved(6, 120) },
		"two columns":            columns,
		"light on dark":          func(tb testing.TB) *sheet { return letter(tb, 20).reversed() },
		"in the dusk":            func(tb testing.TB) *sheet { return letter(tb, 20).dimmed() },
		"a large sum":            receipt,
		"a few words in a field": fewWords,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			judge(t, draw(t))
		})
	}
}

// Lines come from top to bottom.
func TestFindLineOrder(t *testing.T) {
	t.Parallel()
	found, err := finder(t).Find(t.Context(), letter(t, 20).page)
	require.NoError(t, err)
	for i := 1; i < len(found); i++ {
		assert.True(t, found[i].Middle[0].Y >= found[i-1].Middle[0].Y, "line", i, "begins above line", i-1)
	}
}

// Pages without text take no more lines, time and memory than allowed, and false lines can be cut out.
func TestPagesWithoutText(t *testing.T) {
	t.Parallel()
	f := finder(t)
	r := rand.New(rand.NewPCG(1, 1))
	noise := image.NewGray(image.Rect(0, 0, 450, 350))
	for i := range noise.Pix {
		noise.Pix[i] = byte(r.IntN(256))
	}
	specks := pixels.White(1240, 900) // some pass for lines along its lower edge
	for range 100_000 {
		specks.Pix[r.IntN(len(specks.Pix))] = 0
	}
	huge := pixels.White(5_000, 4_000)
	for i := 0; i < len(huge.Pix); i += 97 {
		huge.Pix[i] = 0
	}
	stripes := pixels.White(500, 400)
	for i := range stripes.Pix {
		if i/stripes.Stride%8 < 3 {
			stripes.Pix[i] = 0
		}
	}
	for name, page := range map[string]*image.Gray{
		"noise": noise, "specks": specks, "huge": huge, "stripes": stripes,
		"a thread across": pixels.White(200_000, 1), "two pixels": pixels.White(2, 1), "one pixel": pixels.White(1, 1),
		"a column": pixels.White(1, 20_000), "a row": pixels.White(20_000, 1), "a thread": pixels.White(1, 200_000),
		"white": pixels.White(500, 500),
	} {
		lines, err := f.Find(t.Context(), page)
		require.NoError(t, err, name)
		if len(lines) > find.MaxLines || (name == "white" || name == "one pixel") && len(lines) > 0 {
			t.Errorf("%s: %d lines", name, len(lines))
		}
		for _, l := range lines {
			_, ok := crop.Cut(page, l)
			assert.True(t, ok, name, l, "cannot be cut out")
		}
	}
}

func TestFindCanceled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := finder(t).Find(ctx, pixels.White(300, 300))
	assert.Error(t, err, "went on though nobody waited")
}

func TestOpenOtherNetworks(t *testing.T) {
	t.Parallel()
	_, err := find.Open([]byte("DOCMNET1"))
	assert.Error(t, err, "was opened")
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
		require.NoError(t, err)
		for _, l := range lines {
			require.True(t, l.Height > 0 && len(l.Middle) >= 2, l)
			for _, p := range l.Middle {
				require.True(t, p.X >= 0 && p.X <= float64(page.Rect.Dx()) && p.Y >= 0 && p.Y <= float64(page.Rect.Dy()), l)
			}
		}
	})
}

func BenchmarkFind(b *testing.B) {
	f := finder(b)
	page := letter(b, 30).page
	for b.Loop() {
		if _, err := f.Find(b.Context(), page); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(page.Rect.Dx()*page.Rect.Dy())/1e6, "MP")
}
