package crop_test

import (
	"image"
	"math"
	"testing"

	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/ocr/textline/crop"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// Dark bars of a fifth of the line's height, with equal gaps, represent letters.
func drawLine(page *image.Gray, line crop.Line, ink func(x, y int) byte) {
	first, last := line.Middle[0], line.Middle[len(line.Middle)-1]
	dx, dy := last.X-first.X, last.Y-first.Y
	length := math.Hypot(dx, dy)
	for y := range page.Rect.Dy() {
		for x := range page.Rect.Dx() {
			px, py := float64(x)+0.5-first.X, float64(y)+0.5-first.Y
			along, aside := (px*dx+py*dy)/length, (py*dx-px*dy)/length
			if along < 0 || along >= length || math.Abs(aside) > line.Height/2 {
				continue
			}
			if math.Mod(along, line.Height/2) < line.Height/5 {
				page.Pix[y*page.Stride+x] = ink(x, y)
			}
		}
	}
}

func straight(x0, y0, x1, y1, height float64) crop.Line {
	return crop.Line{Middle: []crop.Point{{X: x0, Y: y0}, {X: x1, Y: y1}}, Height: height}
}

func black(int, int) byte { return 20 }

// profile is the mean ink of each row between the margins.
func profile(p crop.Picture) [crop.Rows]int {
	var out [crop.Rows]int
	for y := range crop.Rows {
		for x := crop.Margin; x < p.Columns-crop.Margin; x++ {
			out[y] += int(p.Ink[y*p.Columns+x])
		}
		out[y] /= p.Columns - 2*crop.Margin
	}
	return out
}

// The ink is in the middle rows, for any height and slope of the line.
func TestCutLineHeight(t *testing.T) {
	t.Parallel()
	for name, line := range map[string]crop.Line{
		"small":     straight(20, 50, 220, 50, 8),
		"same":      straight(20, 50, 380, 50, 24),
		"large":     straight(40, 70, 560, 70, 96),
		"rising":    straight(20, 120, 300, 60, 16),
		"falling":   straight(30, 30, 300, 90, 40),
		"backwards": straight(300, 60, 20, 60, 20), // of a page that is upside down
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page := pixels.White(600, 200)
			drawLine(page, line, black)
			p, ok := crop.Cut(page, line)
			require.True(t, ok, "not cut")
			first, last := line.Middle[0], line.Middle[1]
			want := math.Hypot(last.X-first.X, last.Y-first.Y)*crop.LineRows/line.Height + 2*crop.Margin
			assert.True(t, math.Abs(float64(p.Columns)-want) <= 1, p.Columns, "columns, want", want)
			rows := profile(p)
			for y, v := range rows {
				if inside := y >= 5 && y < crop.Rows-5; inside && v < 60 {
					t.Errorf("row %d of the line has ink %d: %v", y, v, rows)
				}
				if outside := y < 3 || y >= crop.Rows-3; outside && v > 20 {
					t.Errorf("row %d beside the line has ink %d: %v", y, v, rows)
				}
			}
		})
	}
}

// Shadow, faint print and light print on dark give the same ink as black on white.
func TestCutUnevenLight(t *testing.T) {
	t.Parallel()
	line := straight(30, 30, 430, 30, 20)
	clean := pixels.White(460, 60)
	drawLine(clean, line, black)
	want, _ := crop.Cut(clean, line)
	for name, light := range map[string]func(x, v int) int{
		"shadow": func(x, v int) int { return v * (250 - x/3) / 255 },
		"edge": func(x, v int) int { // of a deep shadow
			if x > 180 {
				return v * 2 / 5
			}
			return v
		},
		"faint":    func(_, v int) int { return 150 + v/4 },
		"negative": func(_, v int) int { return 255 - v },
		"dusk":     func(_, v int) int { return v / 3 },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page := pixels.Clone(clean, clean.Rect)
			for i, v := range page.Pix {
				page.Pix[i] = byte(light(i%page.Stride, int(v)))
			}
			got, ok := crop.Cut(page, line)
			require.True(t, ok && got.Columns == want.Columns, "cut", ok, "with", got.Columns, "columns, want", want.Columns)
			sum := 0
			for i, v := range got.Ink {
				sum += max(int(v)-int(want.Ink[i]), int(want.Ink[i])-int(v))
			}
			mean := sum / len(got.Ink)
			assert.True(t, mean <= 6, "ink differs by", mean, "on average")
		})
	}
}

// Cut removes a blur that is known from a line.
func TestCutBlurredLine(t *testing.T) {
	t.Parallel()
	const reach = 2
	line := straight(30, 30, 430, 30, 20)
	clean := pixels.White(460, 60)
	drawLine(clean, line, black)
	page := clean
	for range 2 {
		before := page
		page = pixels.Clone(before, before.Rect)
		for i := reach; i < len(page.Pix)-reach; i++ {
			sum := 0
			for _, v := range before.Pix[i-reach : i+reach+1] {
				sum += int(v)
			}
			page.Pix[i] = byte(sum / (2*reach + 1))
		}
	}
	want, _ := crop.Cut(clean, line)
	blurred, _ := crop.Cut(page, line)
	line.Blur.Along = math.Sqrt(2 * reach * (reach + 1) / 3.0)
	sharp, ok := crop.Cut(page, line)
	require.True(t, ok, "not cut")
	off := func(p crop.Picture) (sum float64) {
		for i, v := range p.Ink {
			sum += math.Abs(float64(v) - float64(want.Ink[i]))
		}
		return sum
	}
	assert.True(t, off(sharp) < 0.8*off(blurred), "ink differs by", off(sharp), "instead of", off(blurred))
}

func TestCutCurvedLines(t *testing.T) {
	t.Parallel()
	page := pixels.White(400, 120)
	var line crop.Line
	line.Height = 16
	for x := 20.0; x <= 380; x += 12 {
		line.Middle = append(line.Middle, crop.Point{X: x, Y: 60 + 20*math.Sin(x/60)})
	}
	for i := 1; i < len(line.Middle); i++ {
		for x := line.Middle[i-1].X; x < line.Middle[i].X; x++ {
			on := (x - line.Middle[i-1].X) / (line.Middle[i].X - line.Middle[i-1].X)
			y := line.Middle[i-1].Y + on*(line.Middle[i].Y-line.Middle[i-1].Y)
			for dy := -2; dy <= 2; dy++ { // a stroke through the middle
				page.Pix[(int(y)+dy)*page.Stride+int(x)] = 0
			}
		}
	}
	p, ok := crop.Cut(page, line)
	require.True(t, ok, "not cut")
	rows := profile(p)
	if rows[15]+rows[16] < 400 || rows[8] > 10 || rows[23] > 10 {
		t.Errorf("the stroke does not run along the middle: %v", rows)
	}
	at := p.At(float64(p.Columns) / 2)
	assert.True(t, math.Abs(at.X-200) <= 6, "the middle column stands at", at)
}

func TestCutInvalidLines(t *testing.T) {
	t.Parallel()
	page := pixels.White(100, 50)
	for name, line := range map[string]crop.Line{
		"no points":   {Height: 10},
		"one point":   {Middle: []crop.Point{{X: 5, Y: 5}}, Height: 10},
		"no length":   straight(5, 5, 5, 5, 10),
		"no height":   straight(5, 5, 50, 5, 0),
		"not numbers": straight(math.NaN(), 5, 50, math.NaN(), 10),
		"endless":     straight(5, 5, math.Inf(1), 5, 10),
		"off page":    straight(200, 5, 300, 5, 10),
	} {
		_, ok := crop.Cut(page, line)
		assert.False(t, ok, name, "was cut")
	}
}

func FuzzCut(f *testing.F) {
	f.Add(10.0, 10.0, 80.0, 12.0, 40.0, 30.0, 12.0, uint8(60), uint8(30))
	f.Add(-50.0, 1e9, 3.0, -4.0, 0.0, 0.0, 1e-3, uint8(1), uint8(1))
	f.Fuzz(func(t *testing.T, x0, y0, x1, y1, x2, y2, height float64, w, h uint8) {
		page := pixels.White(max(int(w), 1), max(int(h), 1))
		for i := range page.Pix {
			page.Pix[i] = byte(i * 37)
		}
		line := crop.Line{Middle: []crop.Point{{X: x0, Y: y0}, {X: x1, Y: y1}, {X: x2, Y: y2}}, Height: height}
		p, ok := crop.Cut(page, line)
		if ok && (p.Columns <= 2*crop.Margin || p.Columns > crop.MaxColumns || len(p.Ink) != crop.Rows*p.Columns) {
			t.Errorf("%d columns, %d bytes", p.Columns, len(p.Ink))
		}
	})
}
