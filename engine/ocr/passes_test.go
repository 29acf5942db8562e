package ocr_test

import (
	"image"
	"math/rand"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/ocr"
	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// letter is a page with enough print to distinguish it from its mirror images.
func letter(p *pdfgen.Page) {
	for i := range 12 {
		p.Text(40, 40+20*float64(i), 12, "Consulting and travel 1,234.50")
	}
}

// changed returns an image whose pixels are a function of the old ones.
func changed(img *image.Gray, pixel func(x, y int, v byte) byte) *image.Gray {
	out := image.NewGray(img.Rect)
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			out.Pix[y*out.Stride+x] = pixel(x, y, img.Pix[y*img.Stride+x])
		}
	}
	return out
}

func read(t *testing.T, img *image.Gray) *ocr.Reading {
	t.Helper()
	got, err := recognizer(t).Recognize(t.Context(), img, 0, "")
	require.NoError(t, err)
	return got
}

func TestRecognizeSinglePass(t *testing.T) {
	t.Parallel()
	got := read(t, draw(t, 300, 300, letter))
	assert.True(t, got.Passes == 1 && got.Quarters == 0, got.Passes, "passes, turned by", got.Quarters)
}

func TestRecognizeUpsideDown(t *testing.T) {
	t.Parallel()
	img := draw(t, 300, 175, letter) // seven lines
	w, h := img.Rect.Dx(), img.Rect.Dy()
	down := changed(img, func(x, y int, _ byte) byte { return img.Pix[(h-1-y)*img.Stride+w-1-x] })
	got := read(t, down)
	if got.Quarters != 2 || got.Lines[0].Text() != "Consulting and travel 1,234.50" {
		t.Errorf("turned by %d: %q", got.Quarters, lines(got.Lines))
	}
	box := got.Lines[0].Box
	assert.True(t, box.Y0 <= 0.2, "first line at", box, "want the top of the page as it is read")
}

func TestRecognizeInShadow(t *testing.T) {
	t.Parallel()
	img := draw(t, 300, 300, letter)
	shadowed := changed(img, func(x, y int, v byte) byte {
		return byte(float64(v) * (1 - 0.8*float64(x+y)/float64(img.Rect.Dx()+img.Rect.Dy())))
	})
	got := strings.Count(strings.Join(lines(read(t, shadowed).Lines), "\n"), "Consulting and travel 1,234.50")
	assert.True(t, got >= 11, got, "of 12 lines")
}

func TestRecognizePalePrint(t *testing.T) {
	t.Parallel()
	noise := rand.New(rand.NewSource(1))
	pale := changed(draw(t, 300, 300, letter), func(_, _ int, v byte) byte { return byte(215 + int(v)/8 + noise.Intn(6)) })
	got := strings.Count(strings.Join(lines(read(t, pale).Lines), "\n"), "Consulting and travel")
	assert.True(t, got >= 11, got, "of 12 lines")
}

func TestRecognizeSmallPrint(t *testing.T) {
	t.Parallel()
	large := draw(t, 300, 300, letter)
	const by = 3 // 66 dots an inch: letters are six pixels high
	small := image.NewGray(image.Rect(0, 0, large.Rect.Dx()/by, large.Rect.Dy()/by))
	for y := range small.Rect.Dy() {
		for x := range small.Rect.Dx() {
			sum := 0
			for i := range by * by {
				sum += int(large.Pix[(y*by+i/by)*large.Stride+x*by+i%by])
			}
			small.Pix[y*small.Stride+x] = byte(sum / (by * by))
		}
	}
	got := read(t, small)
	if n := strings.Count(strings.Join(lines(got.Lines), "\n"), "Consulting and travel"); n < 11 {
		t.Errorf("%d of 12 lines: %q", n, lines(got.Lines))
	}
}

// Only the sheet on a dark and patterned table is read.
func TestRecognizeTableBackground(t *testing.T) {
	t.Parallel()
	sheet := draw(t, 300, 300, letter)
	const border = 300
	noise := rand.New(rand.NewSource(1))
	photo := image.NewGray(image.Rect(0, 0, sheet.Rect.Dx()+2*border, sheet.Rect.Dy()+2*border))
	for i := range photo.Pix {
		x, y := i%photo.Stride-border, i/photo.Stride-border
		if image.Pt(x, y).In(sheet.Rect) {
			photo.Pix[i] = byte(int(sheet.GrayAt(x, y).Y) * 3 / 4)
			continue
		}
		photo.Pix[i] = byte(20 + x/40%2*15 + y/25%2*15 + noise.Intn(20))
	}
	got := lines(read(t, photo).Lines)
	assert.True(t, len(got) == 12 && strings.Count(strings.Join(got, "\n"), "Consulting and travel") >= 11,
		len(got), "lines", got)
}

// Boxes of a cropped and scaled image refer to the original.
func TestBoxesOfCroppedImage(t *testing.T) {
	t.Parallel()
	img := draw(t, 600, 800, func(p *pdfgen.Page) {
		for i := range 8 {
			p.Text(330, 600+20*float64(i), 14, "Consulting and travel")
		}
	})
	got := read(t, img).Lines
	if len(got) != 8 {
		t.Fatalf("lines %q", lines(got))
	}
	const tolerance = 0.01
	if box := got[0].Box; box.X0 < 0.55-tolerance || box.X0 > 0.55+tolerance || box.Y1 < 0.75-tolerance ||
		box.Y1 > 0.755+tolerance {
		t.Errorf("first line at %+v", box)
	}
}
