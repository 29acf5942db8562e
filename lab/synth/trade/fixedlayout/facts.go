package fixedlayout

import (
	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/sheet"
	"github.com/docmill/docmill/lab/synth/trade"
)

func (t *layout) metaBlock(c *column) {
	facts := t.TakeUnprinted()
	switch t.forms.meta {
	case "tabs", "edge":
		t.metaTabs(c, facts)
	case "stack":
		t.metaStack(c, facts)
	default:
		for _, f := range facts {
			t.metaPair(c, f)
		}
	}
}

func (t *layout) metaPair(c *column, f trade.Fact) {
	size := sheet.FitSize(f.Label+"  "+f.Value, c.size*1.02, t.Style.Bold, c.w)
	if c.atRight {
		c.s.SetRight(c.x+c.w, c.y, size, false, f.Value)
		c.s.SetRight(c.x+c.w-sheet.TextWidth(f.Value, size, false)-0.35*size, c.y, size, t.Style.Bold, f.Label)
	} else {
		x := c.s.Set(c.x, c.y, size, t.Style.Bold, f.Label)
		c.s.Put(x+0.35*size, c.y, size, f.Value)
	}
	c.y += max(size, c.size) * c.lead
}

func (t *layout) metaTabs(c *column, facts []trade.Fact) {
	labels, values := 0.0, 0.0
	for _, f := range facts {
		labels, values = max(labels, sheet.TextWidth(f.Label, c.size, t.Style.Bold)), max(values, sheet.TextWidth(f.Value,
			c.size, false))
	}
	gap := random.Pick(t.Rand, 0.8, 1.5, 2.5) * c.size
	scale := min(1, c.w/(labels+gap+values))
	size := c.size * scale
	stop := c.x + (labels+gap)*scale
	if spare := c.w - (labels+gap+values)*scale; spare > 0 && t.forms.meta == "tabs" {
		stop += min(spare, random.Pick(t.Rand, 0.0, 0, 12, 30))
	}
	if c.atRight && t.forms.meta == "tabs" {
		stop = c.x + c.w - values*scale
	}
	for _, f := range facts {
		if c.atRight && t.forms.meta == "tabs" {
			c.s.SetRight(stop-gap*scale, c.y, size, t.Style.Bold, f.Label)
		} else {
			c.s.Set(c.x, c.y, size, t.Style.Bold, f.Label)
		}
		if t.forms.meta == "edge" {
			c.s.SetRight(c.x+c.w, c.y, size, false, f.Value)
		} else {
			c.s.Put(stop, c.y, size, f.Value)
		}
		c.y += size * c.lead
	}
}

func (t *layout) metaStack(c *column, facts []trade.Fact) {
	for _, f := range facts {
		c.line(f.Label, c.size*0.85, t.Style.Bold)
		c.line(f.Value, c.size, false)
		c.y += 0.3 * c.size
	}
}

func (t *layout) metaGrid() {
	facts := t.TakeUnprinted()
	boxed := t.Chance(0.4)
	for len(facts) > 0 {
		n := min(len(facts), random.Pick(t.Rand, 3, 4, 4, 5))
		if len(facts) == n+1 {
			n++
		}
		n = min(n, len(facts))
		t.metaRow(facts[:n], boxed)
		facts = facts[n:]
	}
}

func (t *layout) metaRow(facts []trade.Fact, boxed bool) {
	room := (t.right - t.left) / float64(len(facts))
	if len(facts) < 3 {
		room = (t.right - t.left) / 3
	}
	size := t.Style.Size
	top := t.y - size
	for i, f := range facts {
		x := t.left + float64(i)*room + 3
		t.sheet.Set(x, t.y, sheet.FitSize(f.Label, size, t.Style.Bold, room-8), t.Style.Bold, f.Label)
		t.sheet.Put(x, t.y+size*1.5, sheet.FitSize(f.Value, size, false, room-8), f.Value)
	}
	if boxed {
		end := t.left + float64(len(facts))*room
		for _, y := range []float64{top - 3, t.y + 0.4*size, t.y + 2*size} {
			t.sheet.AddRule(t.left, y, end, y)
		}
		for i := range len(facts) + 1 {
			x := t.left + float64(i)*room
			t.sheet.AddRule(x, top-3, x, t.y+2*size)
		}
	}
	t.y += size * 3.8
}

// metaProse sets number and date in a sentence of the title: "Invoice 12 of 3 May".
func (t *layout) metaProse() {
	of := map[string]string{"en": " of ", "de": " vom ", "fr": " du ", "es": " de ", "it": " del ", "nl": " van ",
		"pt": " de ", "pl": " z dnia ",
		"ro": " din ", "bg": " от ", "el": " της "}[t.Place.Language]
	for _, f := range t.Facts {
		if f.Field == "issueDate" || f.Norm == t.Number {
			t.Printed["fact "+f.Label] = true
			t.SetFactTruth(f)
		}
	}
	text := t.Title() + random.Pick(t.Rand, " ", " ", " No. ", " Nr. ")
	if t.Place.Language != "de" && t.Place.Language != "en" {
		text = t.Title() + random.Pick(t.Rand, " ", " n. ", " nº ", " ")
	}
	c := t.column(0, 1)
	c.large(text+t.Number+random.Pick(t.Rand, of, ", ", of)+t.Place.Date(t.Issued), random.Pick(t.Rand, c.size, 11, 12,
		14), t.Chance(0.7))
	t.below(6, c)
	rest := t.column(0, random.Pick(t.Rand, 0.5, 0.7))
	for _, f := range t.TakeUnprinted() {
		t.metaPair(rest, f)
	}
	t.below(4, rest)
}
