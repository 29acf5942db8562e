package synth

// headWindow sets a letter for a window envelope: a small sender line above the address, and the other details at the
// right.
func (t *designDoc) headWindow(p headPlan) {
	if t.chance(0.6) {
		c := t.column(pick(t.r, 0.0, 0.5), 1)
		t.tellName(c)
		t.below(pick(t.r, 8.0, 24), c)
	}
	t.y = max(t.y, pick(t.r, 90.0, 110, 130))
	t.row(func(c *column) {
		t.senderLine(c)
		t.addresseeBlock(c, 0, t.addresseeKey())
	}, func(c *column) {
		if t.chance(0.5) {
			c.text(t.contacts(0.7)...)
			if t.chance(0.4) {
				c.text(t.taxLine())
			}
			c.skip(0.7)
		}
		if p.meta != "below" {
			t.titleBlock(p)(c)
		}
	}, false)
	t.y += pick(t.r, 0.0, 10, 30)
	if p.ship {
		t.row(t.shipBlock, nil, false)
	}
}

// headParties sets both parties under labels side by side, below title and facts.
func (t *designDoc) headParties(p headPlan) {
	if p.meta == "issuer" {
		t.row(t.titleBlock(p), nil, false)
	} else if p.title == "below" && t.style.meta != "grid" && t.chance(0.7) {
		t.titleLine()
		t.metaBelow()
	}
	issuer := func(c *column) {
		if t.chance(0.85) {
			c.line(t.labeled(t.issuerKey()), c.size, t.style.bold)
		}
		t.issuerBlock(c, 0.95, pick(t.r, 0.3, 0.7))
	}
	addressee := func(c *column) { t.addresseeBlock(c, 0.85, t.addresseeKey()) }
	if p.swap {
		issuer, addressee = addressee, issuer
	}
	t.row(issuer, addressee, false)
	if p.ship {
		t.row(t.shipBlock, nil, false)
	}
}

func (t *designDoc) titleLine() {
	size := pick(t.r, t.style.size*1.1, 12, 14, 16, 18, 22, 26)
	bold := t.chance(0.75)
	text := t.title()
	if t.chance(0.3) && len(text) < 24 {
		sep := pick(t.r, " ", " #", " ", " - ", ": ")
		if t.place.language != "en" && sep == " #" {
			sep = " "
		}
		text += sep + t.number
		t.knowFact(t.numberFact())
		if t.chance(0.7) {
			t.told["fact "+t.numberFact().label] = true
		}
	}
	size = fitted(text, size, bold, t.right-t.left)
	t.y += max(0, size-t.style.size) * 0.6
	switch t.r.IntN(8) {
	case 0:
		t.sheet.middle((t.left+t.right)/2, t.y, size, bold, text)
	case 1, 2:
		t.sheet.end(t.right, t.y, size, bold, text)
	default:
		t.sheet.set(t.left, t.y, size, bold, text)
	}
	t.y += size*0.4 + pick(t.r, 12.0, 16, 24)
}

func (t *designDoc) numberFact() fact {
	for _, f := range t.facts {
		if f.value == t.number && f.field != "" {
			return f
		}
	}
	return fact{}
}

func (t *designDoc) metaBelow() {
	left := 0
	for _, f := range t.facts {
		if !t.told["fact "+f.label] {
			left++
		}
	}
	switch {
	case left == 0:
		return
	case t.style.meta == "grid":
		t.metaGrid()
	case t.style.meta == "prose" && !t.told["title"]:
		t.metaProse()
	default:
		from := pick(t.r, 0.0, 0, 0, 0.45)
		c := t.column(from, from+pick(t.r, 0.45, 0.55))
		t.metaBlock(c)
		t.below(pick(t.r, 4.0, 10, 16), c)
	}
}

func (t *designDoc) intro() {
	key, p := "intro.sentence", 0.3
	if t.order() {
		key, p = "order.sentence", 0.5
	} else if t.credit() {
		key, p = "credit.sentence", 0.6
	}
	if !t.chance(p) {
		return
	}
	c := t.column(0, 1)
	text := t.fill(t.place.label(key))
	c.para(text)
	t.below(6, c)
}
