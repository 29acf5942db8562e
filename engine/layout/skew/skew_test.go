package skew_test

import (
	"math"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout/skew"
	"github.com/docmill/docmill/libs/assert"
)

// Digital text, a slight slope and a steep slope count as level.
func TestSlopes(t *testing.T) {
	t.Parallel()
	const width, height = 600.0, 800.0
	for name, c := range map[string]struct {
		slope, want float64
		source      document.Source
	}{
		"recognised": {0.02, 0.02, document.SourceOCR}, "own text": {0.02, 0, document.SourceText},
		"slight": {0.001, 0, document.SourceOCR}, "steep": {0.2, 0, document.SourceOCR},
	} {
		page := &document.Page{Width: width, Height: height}
		for i := range 20 {
			var line document.Line
			for _, x := range []float64{50, 250, 450} {
				y := 100 + 20*float64(i) + c.slope*x
				line.Words = append(line.Words, document.Word{Text: "oak", Source: c.source,
					Box: document.Box{X0: (x - 10) / width, X1: (x + 10) / width, Y0: (y - 5) / height, Y1: (y + 5) / height}})
			}
			page.Lines = append(page.Lines, line)
		}
		got := skew.Of(page, width, height)
		assert.True(t, math.Abs(got-c.want) <= 1e-6, name, got, "want", c.want)
	}
}

// A line that runs up the margin says nothing about the slope of the others.
func TestSidewaysLine(t *testing.T) {
	t.Parallel()
	page := &document.Page{}
	up := document.Line{Sideways: true}
	for i := range 40 {
		x, y := 0.02+0.0002*float64(i), 0.9-0.02*float64(i)
		up.Words = append(up.Words, document.Word{Text: "oak", Source: document.SourceOCR,
			Box: document.Box{X0: x, X1: x + 0.01, Y0: y, Y1: y + 0.01}})
	}
	for row := range 10 {
		var level document.Line
		for _, x := range []float64{0.2, 0.4, 0.6} {
			y := 0.1 + 0.05*float64(row)
			level.Words = append(level.Words, document.Word{Text: "oak", Source: document.SourceOCR,
				Box: document.Box{X0: x, X1: x + 0.1, Y0: y, Y1: y + 0.01}})
		}
		page.Lines = append(page.Lines, level)
	}
	page.Lines = append(page.Lines, up)
	assert.Equal(t, skew.Of(page, 600, 800), 0)
}
