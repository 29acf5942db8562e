package synth

// flow is the page of a document, filled from top to bottom.
type flow struct {
	sheet       *Sheet
	left, right float64 // of the type area, points
	y           float64 // the next baseline across the full width
	bottom      float64 // the lowest baseline
	lead        float64 // between baselines, in font sizes
}

// column is a part of the width that is filled separately.
type column struct {
	s       *Sheet
	x, w, y float64
	size    float64
	lead    float64
	atRight bool // lines are right-aligned
}

func (t *designDoc) newSheet() {
	if t.sheet == nil {
		t.sheet = a4()
		if t.place.country == "US" || t.place.country == "CA" || t.place.country == "MX" {
			t.sheet = letter()
		}
		margin := pick(t.r, 36.0, 42, 50, 56.7, 56.7, 64, 70.9)
		t.left, t.right = margin, t.sheet.Width-pick(t.r, margin, margin, 40)
		t.lead = pick(t.r, 1.2, 1.25, 1.3, 1.4, 1.5)
	} else {
		t.sheet = &Sheet{Width: t.sheet.Width, Height: t.sheet.Height}
	}
	t.sheets = append(t.sheets, t.sheet)
	t.bottom = t.sheet.Height - 48
	if t.style.close == "footer" {
		t.bottom = t.sheet.Height - 104
	}
	t.y = pick(t.r, 40.0, 50, 60, 72)
}

// column opens a column at the flow's height; from and to are fractions of the width.
func (t *designDoc) column(from, to float64) *column {
	w := t.right - t.left
	return &column{s: t.sheet, x: t.left + from*w, w: (to-from)*w - 8, y: t.y, size: t.style.size, lead: t.lead}
}

func (t *designDoc) below(gap float64, columns ...*column) {
	for _, c := range columns {
		t.y = max(t.y, c.y)
	}
	t.y += gap
}

// line sets a line. It reduces the size if the column is too narrow.
func (c *column) line(text string, size float64, bold bool) {
	size = fitted(text, size, bold, c.w)
	if c.atRight {
		c.s.end(c.x+c.w, c.y, size, bold, text)
	} else {
		c.s.set(c.x, c.y, size, bold, text)
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

func (c *column) para(text string) { c.text(wrapped(text, c.size, false, c.w)...) }

func (c *column) skip(lines float64) { c.y += lines * c.size * c.lead }

// large sets a heading with extra room above it.
func (c *column) large(text string, size float64, bold bool) {
	size = fitted(text, size, bold, c.w)
	c.y += max(0, size-c.size) * 0.8
	c.line(text, size, bold)
}

// fitted returns the size at which a text fits into room.
func fitted(text string, size float64, bold bool, room float64) float64 {
	if w := width(text, size, bold); w > room && w > 0 {
		return size * room / w
	}
	return size
}

// ensure begins a new page if this one has less than height left.
func (t *designDoc) ensure(height float64) {
	if t.y+height > t.bottom {
		t.newSheet()
		t.y += 12
	}
}
