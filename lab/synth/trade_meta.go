package synth

func (t *designDoc) metaBlock(c *column) {
	facts := t.unsaid()
	switch t.style.meta {
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

// unsaid returns the facts that are not yet printed and marks them as printed.
func (t *designDoc) unsaid() []fact {
	var out []fact
	for _, f := range t.facts {
		if !t.told["fact "+f.label] {
			t.told["fact "+f.label] = true
			t.knowFact(f)
			out = append(out, f)
		}
	}
	return out
}

func (t *designDoc) metaPair(c *column, f fact) {
	size := fitted(f.label+"  "+f.value, c.size*1.02, t.style.bold, c.w)
	if c.atRight {
		c.s.end(c.x+c.w, c.y, size, false, f.value)
		c.s.end(c.x+c.w-width(f.value, size, false)-0.35*size, c.y, size, t.style.bold, f.label)
	} else {
		x := c.s.set(c.x, c.y, size, t.style.bold, f.label)
		c.s.put(x+0.35*size, c.y, size, f.value)
	}
	c.y += max(size, c.size) * c.lead
}

// metaTabs sets labels to the left and values at a stop, or at the right edge.
func (t *designDoc) metaTabs(c *column, facts []fact) {
	labels, values := 0.0, 0.0
	for _, f := range facts {
		labels, values = max(labels, width(f.label, c.size, t.style.bold)), max(values, width(f.value, c.size, false))
	}
	gap := pick(t.r, 0.8, 1.5, 2.5) * c.size
	scale := min(1, c.w/(labels+gap+values))
	size := c.size * scale
	stop := c.x + (labels+gap)*scale
	if spare := c.w - (labels+gap+values)*scale; spare > 0 && t.style.meta == "tabs" {
		stop += min(spare, pick(t.r, 0.0, 0, 12, 30))
	}
	if c.atRight && t.style.meta == "tabs" {
		stop = c.x + c.w - values*scale
	}
	for _, f := range facts {
		if c.atRight && t.style.meta == "tabs" {
			c.s.end(stop-gap*scale, c.y, size, t.style.bold, f.label)
		} else {
			c.s.set(c.x, c.y, size, t.style.bold, f.label)
		}
		if t.style.meta == "edge" {
			c.s.end(c.x+c.w, c.y, size, false, f.value)
		} else {
			c.s.put(stop, c.y, size, f.value)
		}
		c.y += size * c.lead
	}
}

func (t *designDoc) metaStack(c *column, facts []fact) {
	for _, f := range facts {
		c.line(f.label, c.size*0.85, t.style.bold)
		c.line(f.value, c.size, false)
		c.y += 0.3 * c.size
	}
}

// metaGrid sets the facts across the width: labels in a row, values below.
func (t *designDoc) metaGrid() {
	facts := t.unsaid()
	boxed := t.chance(0.4)
	for len(facts) > 0 {
		n := min(len(facts), pick(t.r, 3, 4, 4, 5))
		if len(facts) == n+1 {
			n++
		}
		n = min(n, len(facts))
		t.metaRow(facts[:n], boxed)
		facts = facts[n:]
	}
}

func (t *designDoc) metaRow(facts []fact, boxed bool) {
	room := (t.right - t.left) / float64(len(facts))
	if len(facts) < 3 {
		room = (t.right - t.left) / 3
	}
	size := t.style.size
	top := t.y - size
	for i, f := range facts {
		x := t.left + float64(i)*room + 3
		t.sheet.set(x, t.y, fitted(f.label, size, t.style.bold, room-8), t.style.bold, f.label)
		t.sheet.put(x, t.y+size*1.5, fitted(f.value, size, false, room-8), f.value)
	}
	if boxed {
		end := t.left + float64(len(facts))*room
		for _, y := range []float64{top - 3, t.y + 0.4*size, t.y + 2*size} {
			t.sheet.rule(t.left, y, end, y)
		}
		for i := range len(facts) + 1 {
			x := t.left + float64(i)*room
			t.sheet.rule(x, top-3, x, t.y+2*size)
		}
	}
	t.y += size * 3.8
}

// metaProse sets number and date in a sentence of the title: "Invoice 12 of 3 May".
func (t *designDoc) metaProse() {
	of := map[string]string{"en": " of ", "de": " vom ", "fr": " du ", "es": " de ", "it": " del ", "nl": " van ",
		"pt": " de ", "pl": " z dnia ",
		"ro": " din ", "bg": " от ", "el": " της "}[t.place.language]
	for _, f := range t.facts {
		if f.field == "issueDate" || f.norm == t.number {
			t.told["fact "+f.label] = true
			t.knowFact(f)
		}
	}
	text := t.title() + pick(t.r, " ", " ", " No. ", " Nr. ")
	if t.place.language != "de" && t.place.language != "en" {
		text = t.title() + pick(t.r, " ", " n. ", " nº ", " ")
	}
	c := t.column(0, 1)
	c.large(text+t.number+pick(t.r, of, ", ", of)+t.place.date(t.issued), pick(t.r, c.size, 11, 12, 14), t.chance(0.7))
	t.below(6, c)
	rest := t.column(0, pick(t.r, 0.5, 0.7))
	for _, f := range t.unsaid() {
		t.metaPair(rest, f)
	}
	t.below(4, rest)
}

func (t *designDoc) title() string {
	t.told["title"] = true
	switch {
	case t.credit():
		return t.place.label("title.credit")
	case t.order():
		return t.place.label("title.order")
	}
	return t.place.label("title.invoice")
}
