package pages_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/docmill/docmill/engine/ocr/textline/crop"
	"github.com/docmill/docmill/lab/lines"
	"github.com/docmill/docmill/lab/lines/font"
	"github.com/docmill/docmill/lab/lines/textsample"
	"github.com/docmill/docmill/lab/pages"
	"github.com/docmill/docmill/libs/require"
)

// smallPage is the number of a small receipt.
const smallPage = 29

func maker(t *testing.T) *pages.Maker {
	t.Helper()
	faces, err := font.Built()
	require.NoError(t, err)
	return pages.NewMaker(faces, textsample.NewSource(1, 2), 1)
}

func page(t *testing.T, m *pages.Maker, number uint64) *pages.Page {
	t.Helper()
	p, err := m.Page(number)
	require.NoError(t, err)
	return p
}

func TestGeneratedPages(t *testing.T) {
	t.Parallel()
	m, found, lines := maker(t), 0, 0
	p, again := page(t, m, smallPage), page(t, m, smallPage)
	if !bytes.Equal(p.Image.Pix, again.Image.Pix) || len(p.Lines) != len(again.Lines) {
		t.Error("the same number makes two pages")
	}
	// Worn print or a fold may affect several lines of a single page.
	for _, number := range []uint64{smallPage - 7, smallPage - 6, smallPage - 2, smallPage} {
		p := page(t, m, number)
		if size := p.Image.Rect.Size(); size.X > 2400 || size.Y > 2400 || len(p.Lines) < 3 {
			t.Errorf("%v, %d lines", size, len(p.Lines))
		}
		lines += len(p.Lines)
		for _, l := range p.Lines {
			if len(l.Middle) < 2 || !(l.Height >= 4) || math.IsNaN(l.Middle[0].Y) || l.Text == "" {
				t.Fatalf("%+v", l)
			}
			picture, ok := crop.Cut(p.Image, l.Line)
			if !ok {
				t.Fatalf("%q at %v cannot be cut out", l.Text, l.Middle)
			}
			if inked(picture) {
				found++
			}
		}
	}
	if found*10 < lines*9 {
		t.Errorf("%d of %d lines have ink in their middle", found, lines)
	}
}

// inked reports whether a picture's middle has more ink than its margins above and below.
func inked(p crop.Picture) bool {
	inner, outer := 0, 0
	for i, v := range p.Ink {
		if row := i / p.Columns; row >= 8 && row < 24 {
			inner += int(v)
		} else if row < 3 || row >= 29 {
			outer += int(v)
		}
	}
	return inner/16 > outer/6
}

func TestWritePagesAndLines(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := &pages.Page{Image: image.NewGray(image.Rect(0, 0, 30, 20)), Apart: true}
	p.Lines = []pages.Line{{Line: crop.Line{Middle: []crop.Point{{X: 1, Y: 2.5}, {X: 20, Y: 3}}, Height: 4}, Text: "ő"}}
	require.NoError(t, p.Write(folder, "9"))
	data, err := os.ReadFile(filepath.Join(folder, "9.json"))
	if want := `{"lines":[{"middle":[[1,2.5],[20,3]],"height":4,"text":"ő"}],"apart":true}`; err != nil || string(data) != want {
		t.Errorf("%s %v", data, err)
	}
	if !json.Valid(data) {
		t.Error("no JSON")
	}
	file, err := os.Open(filepath.Join(folder, "9.png"))
	require.NoError(t, err)
	defer file.Close()
	if img, err := png.Decode(file); err != nil || img.Bounds() != p.Image.Rect {
		t.Errorf("%v", err)
	}
}

func TestTallReceiptScaling(t *testing.T) {
	t.Parallel()
	r := &lines.Receipt{Page: image.NewGray(image.Rect(0, 0, 1000, 4800))}
	r.Lines = []lines.Annotation{{Box: image.Rect(100, 4000, 300, 4040), Text: "TOTAL"}}
	p := pages.OfReceipt(r)
	if p.Image.Rect != image.Rect(0, 0, 500, 2400) || len(p.Lines) != 1 {
		t.Fatalf("%v, %d lines", p.Image.Rect, len(p.Lines))
	}
	if l := p.Lines[0]; l.Middle[0].Y < 2000 || l.Middle[0].Y > 2020 || l.Height > 20 {
		t.Errorf("%+v", l)
	}
}
