package augment_test

import (
	"bytes"
	"image"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/docmill/docmill/lab/lines/augment"
	"github.com/docmill/docmill/libs/require"
)

func random() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

func bars(w, h int) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, w, h))
	for i := range img.Pix {
		if i%w%12 >= 4 && i%w%12 < 7 {
			img.Pix[i] = 255
		}
	}
	return img
}

func mean(img *image.Gray) float64 {
	sum := 0
	for _, v := range img.Pix {
		sum += int(v)
	}
	return float64(sum) / float64(len(img.Pix))
}

func TestScaleMeanAndEdges(t *testing.T) {
	t.Parallel()
	src := bars(60, 20)
	for _, size := range []image.Point{{60, 20}, {30, 10}, {47, 13}, {120, 40}, {180, 55}, {60, 7}} {
		got := augment.Scale(src, size.X, size.Y)
		if d := mean(got) - mean(src); got.Rect.Size() != size || d > 1 || d < -1 {
			t.Errorf("%v: %v, mean %.1f", size, got.Rect, mean(got))
		}
	}
	twice := augment.Scale(src, 120, 40)
	if twice.Pix[7] != 0 || twice.Pix[8] != 255 || twice.Pix[13] != 255 || twice.Pix[14] != 0 {
		t.Errorf("edges are blurred: %v", twice.Pix[6:16])
	}
	if got := augment.Smooth(src, 90, 31); got.Rect.Size() != (image.Point{90, 31}) {
		t.Errorf("%v", got.Rect)
	}
}

func TestStrokeWidth(t *testing.T) {
	t.Parallel()
	thick, thin := bars(60, 20), bars(60, 20)
	augment.Thicken(thick, 0.5, true)
	augment.Thin(thin, 0.5, true)
	if a, b, c := mean(thin), mean(bars(60, 20)), mean(thick); !(a < b && b < c) {
		t.Errorf("%.1f, %.1f, %.1f", a, b, c)
	}
}

func TestWearInkRemoval(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]func(*image.Gray){
		"fade":    func(p *image.Gray) { augment.Fade(random(), p, 0.3, 10) },
		"stuck":   func(p *image.Gray) { augment.Stuck(random(), p, 5, 1) },
		"skips":   func(p *image.Gray) { augment.Skips(random(), p, 3, 0.8) },
		"crumble": func(p *image.Gray) { augment.Crumble(random(), p, 0.1) },
		"break":   func(p *image.Gray) { augment.Break(random(), p, 10) },
	} {
		before, after := bars(60, 20), bars(60, 20)
		f(after)
		for i := range after.Pix {
			if after.Pix[i] > before.Pix[i] {
				t.Fatalf("%s adds ink", name)
			}
		}
		if bytes.Equal(before.Pix, after.Pix) {
			t.Errorf("%s changes nothing", name)
		}
	}
}

func TestPaperInkContrast(t *testing.T) {
	t.Parallel()
	ink := bars(60, 20)
	for _, tones := range [][2]float64{{230, 40}, {60, 220}} {
		p := augment.NewPaper(60, 20, tones[0])
		p.Slope(10, 0)
		p.Clouds(random(), 5, 8)
		p.Fold(30, 10, 1, 4, 10)
		p.Shadow(30, 10, 1, 4, 5)
		p.Block(image.Rect(0, 0, 10, 10), -5)
		p.Grain(random(), 3, 2, 20)
		page := p.Print(ink, tones[0], tones[1])
		if got := int(page.Pix[10*60+5]) > int(page.Pix[10*60]); got != (tones[1] > tones[0]) {
			t.Errorf("%v: ink %d, paper %d", tones, page.Pix[10*60+5], page.Pix[10*60])
		}
	}
}

func TestPhotoAndScanSizeAndSeed(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60) {
		made := func() *image.Gray {
			r := rand.New(rand.NewPCG(seed, 3))
			ink := bars(80, 30)
			augment.Wear(r, ink, 20)
			page, err := augment.Scan(r, ink, 20)
			if seed%2 == 0 {
				page, err = augment.Photograph(r, augment.Lay(r, ink, 20), 20)
			}
			require.NoError(t, err)
			return page
		}
		a, b := made(), made()
		if a.Rect != image.Rect(0, 0, 80, 30) || !bytes.Equal(a.Pix, b.Pix) {
			t.Fatalf("seed %d: %v", seed, a.Rect)
		}
	}
}

func TestFaxBlackAndWhite(t *testing.T) {
	t.Parallel()
	page := augment.NewPaper(60, 20, 200).Print(bars(60, 20), 200, 90)
	augment.Fax(random(), page, 0.5, 0)
	slices.Sort(page.Pix)
	if got := slices.Compact(page.Pix); !slices.Equal(got, []byte{0, 255}) {
		t.Errorf("%v", got)
	}
}

func TestDotSpacing(t *testing.T) {
	t.Parallel()
	small := image.NewGray(image.Rect(0, 0, 5, 4))
	for i := range small.Pix {
		small.Pix[i] = 255
	}
	ink := augment.Dots(random(), small, 6, 6, 0.35, func(row int) bool { return row == 2 })
	if ink.Rect != image.Rect(0, 0, 30, 24) || ink.Pix[3*30+3] < 200 || ink.Pix[6*30+6] > 50 || ink.Pix[15*30+3] > 0 {
		t.Errorf("%v: dot %d, between %d, missing row %d", ink.Rect, ink.Pix[3*30+3], ink.Pix[6*30+6], ink.Pix[15*30+3])
	}
}

func TestPasteBounds(t *testing.T) {
	t.Parallel()
	plane := image.NewGray(image.Rect(0, 0, 20, 20))
	augment.Paste(plane, bars(60, 20), -30, 5)
	augment.Paste(plane, bars(60, 20), 15, -15)
	augment.Fill(plane, image.Rect(-5, -5, 3, 3), 100)
	if box, ok := augment.Extent(plane); !ok || !box.In(plane.Rect) {
		t.Errorf("%v", box)
	}
	weak := bars(24, 20)
	for i := range weak.Pix {
		weak.Pix[i] /= 2
	}
	weak.Pix[10*24+20] = 60
	if box, ok := augment.Extent(weak); !ok || box != image.Rect(4, 0, 21, 20) {
		t.Errorf("weak ink is %v", box)
	}
	if _, ok := augment.Extent(image.NewGray(image.Rect(0, 0, 9, 9))); ok {
		t.Error("an empty plane has an extent")
	}
}
