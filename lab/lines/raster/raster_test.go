package raster_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/docmill/docmill/lab/lines/font"
	"github.com/docmill/docmill/lab/lines/raster"
	"github.com/docmill/docmill/libs/require"
)

func TestLetterHeight(t *testing.T) {
	t.Parallel()
	set, err := font.Built()
	require.NoError(t, err)
	face, dotted := set.Faces()[0], 0
	for seed := range uint64(120) {
		print := func() raster.Piece {
			r := rand.New(rand.NewPCG(seed, 1))
			p := raster.New(r, face, 20)
			if seed%4 == 0 {
				p = raster.NewPlain(r, face, 20)
			}
			piece, ok := p.Line(r, "EH 10")
			if !ok {
				t.Fatalf("seed %d: nothing to see", seed)
			}
			if p.HasDots() {
				dotted++
			}
			return piece
		}
		a, b := print(), print()
		if !bytes.Equal(a.Ink.Pix, b.Ink.Pix) {
			t.Fatalf("seed %d: two prints differ", seed)
		}
		if h := a.Box.Dy(); h < 16 || h > 25 {
			t.Errorf("seed %d: capitals %d pixels high", seed, h)
		}
		if d := float64(a.Box.Max.Y) - a.Baseline; d < -3 || d > 4 {
			t.Errorf("seed %d: baseline %.1f, ink ends at %d", seed, a.Baseline, a.Box.Max.Y)
		}
	}
	if dotted == 0 {
		t.Error("no printer has needles")
	}
}

func TestGrow(t *testing.T) {
	t.Parallel()
	set, err := font.Built()
	require.NoError(t, err)
	p := raster.New(rand.New(rand.NewPCG(1, 1)), set.Faces()[0], 10)
	size := p.Style.Size
	p.Grow(2)
	if p.Height != 20 || p.Style.Size != 2*size || !p.Covers("Ab1") || p.Covers("漢") {
		t.Errorf("%+v", p)
	}
}
