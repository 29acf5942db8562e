package fixedlayout

import (
	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/sheet"
	"github.com/docmill/docmill/lab/synth/trade"
)

// layout places an invoice, a credit note or an order on pages: a head with the parties and facts, a table, totals,
// and a closing. The form of each part is drawn separately from a list.
type layout struct {
	*trade.Document
	flow
	forms forms
}

type forms struct{ head, meta, table, sums, close string }

type flow struct {
	sheet       *sheet.Sheet
	left, right float64 // of the type area, points
	y           float64 // the next baseline across the full width
	bottom      float64 // the lowest baseline
	lead        float64 // between baselines, in font sizes
}

type column struct {
	s       *sheet.Sheet
	x, w, y float64
	size    float64
	lead    float64
	atRight bool // lines are right-aligned
}

func (t *layout) newSheet() {
	if t.sheet == nil {
		t.sheet = sheet.A4()
		if t.Place.Country.Code == "US" || t.Place.Country.Code == "CA" || t.Place.Country.Code == "MX" {
			t.sheet = sheet.Letter()
		}
		margin := random.Pick(t.Rand, 36.0, 42, 50, 56.7, 56.7, 64, 70.9)
		t.left, t.right = margin, t.sheet.Width-random.Pick(t.Rand, margin, margin, 40)
		t.lead = random.Pick(t.Rand, 1.2, 1.25, 1.3, 1.4, 1.5)
	} else {
		t.sheet = &sheet.Sheet{Width: t.sheet.Width, Height: t.sheet.Height}
	}
	t.Sheets = append(t.Sheets, t.sheet)
	t.bottom = t.sheet.Height - 48
	if t.forms.close == "footer" {
		t.bottom = t.sheet.Height - 104
	}
	t.y = random.Pick(t.Rand, 40.0, 50, 60, 72)
}

func (t *layout) column(from, to float64) *column {
	w := t.right - t.left
	return &column{s: t.sheet, x: t.left + from*w, w: (to-from)*w - 8, y: t.y, size: t.Style.Size, lead: t.lead}
}

func (t *layout) below(gap float64, columns ...*column) {
	for _, c := range columns {
		t.y = max(t.y, c.y)
	}
	t.y += gap
}

func (c *column) line(text string, size float64, bold bool) {
	size = sheet.FitSize(text, size, bold, c.w)
	if c.atRight {
		c.s.SetRight(c.x+c.w, c.y, size, bold, text)
	} else {
		c.s.Set(c.x, c.y, size, bold, text)
	}
	c.y += max(size, c.size) * c.lead
}

func (c *column) text(lines ...string) {
	for _, l := range lines {
		if l != "" {
			c.line(l, c.size, false)
		}
	}
}

func (c *column) para(text string) { c.text(sheet.Wrap(text, c.size, false, c.w)...) }

func (c *column) skip(lines float64) { c.y += lines * c.size * c.lead }

func (c *column) large(text string, size float64, bold bool) {
	size = sheet.FitSize(text, size, bold, c.w)
	c.y += max(0, size-c.size) * 0.8
	c.line(text, size, bold)
}

func (t *layout) ensure(height float64) {
	if t.y+height > t.bottom {
		t.newSheet()
		t.y += 12
	}
}
