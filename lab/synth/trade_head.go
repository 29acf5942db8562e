package synth

import (
	"slices"
	"strings"
)

type headPlan struct {
	title string // top, beside, below, or "" if a sentence has it
	meta  string // issuer or addressee: beside that party; below: under both
	ship  bool
	swap  bool // the addressee is at the right
}

func (t *designDoc) composeHead() {
	p := t.drawPlan()
	if p.title == "top" {
		t.titleLine()
	}
	switch t.style.head {
	case "left", "right":
		t.headBeside(p)
	case "centre":
		t.headCenter()
		t.rowOfParties(p, t.addresseePart())
	case "footed":
		t.headFooted()
		t.rowOfParties(p, t.addresseePart())
	case "window":
		t.headWindow(p)
	case "parties":
		t.headParties(p)
	case "form":
		if !t.told["title"] {
			t.titleLine()
		}
		t.headForm()
	}
	if p.title == "below" && !t.told["title"] {
		t.titleLine()
	}
	t.metaBelow()
}

func (t *designDoc) drawPlan() headPlan {
	p := headPlan{
		title: pick(t.r, "top", "beside", "beside", "below", "below"),
		meta:  pick(t.r, "issuer", "addressee", "addressee", "below"),
		ship:  t.branch == "goods" && t.chance(0.15) || t.order() && t.chance(0.5), swap: t.chance(0.3),
	}
	switch t.style.meta {
	case "grid":
		p.meta = "below"
	case "prose":
		p.meta, p.title = "below", ""
	}
	if p.title == "beside" && p.meta == "below" {
		p.title = "below"
	}
	return p
}

type block func(*column)

func (t *designDoc) addresseePart() block {
	labeled := 0.5
	if t.order() {
		labeled = 0.85
	}
	return func(c *column) { t.addresseeBlock(c, labeled, t.addresseeKey()) }
}

func (t *designDoc) addresseeKey() string {
	if t.order() {
		return "orderVendor"
	}
	return "billTo"
}

func (t *designDoc) issuerKey() string {
	if t.order() {
		return "orderBuyer"
	}
	return "vendor"
}

func (t *designDoc) titleBlock(p headPlan) block {
	return func(c *column) {
		if p.title == "beside" {
			c.large(t.title(), pick(t.r, 12.0, 14, 16, 20, 24), t.chance(0.8))
			c.skip(0.4)
		}
		t.metaBlock(c)
	}
}

// row sets two blocks side by side; the second may be nil.
func (t *designDoc) row(left, right block, atRight bool) {
	split := pick(t.r, 0.5, 0.5, 0.55, 0.58)
	a, b := t.column(0, split), t.column(split+0.02, 1)
	b.w += 8
	if left != nil {
		left(a)
	}
	if right != nil {
		b.atRight = atRight
		right(b)
	}
	t.below(pick(t.r, 6.0, 12, 18, 26), a, b)
}

// headBeside sets the issuer in a separate column, with facts or nothing beside it.
func (t *designDoc) headBeside(p headPlan) {
	issuer := func(c *column) { t.issuerBlock(c, pick(t.r, 0.9, 0.9, 0.4), pick(t.r, 0.2, 0.6, 0.9)) }
	var beside block
	if p.meta == "issuer" {
		beside = t.titleBlock(p)
	}
	if t.style.head == "left" {
		t.row(issuer, beside, t.chance(0.35))
		t.rowOfParties(p, t.addresseePart())
		return
	}
	if beside == nil && t.chance(0.4) {
		t.row(t.addresseePart(), issuer, t.chance(0.35))
		t.rowOfParties(p, nil)
		return
	}
	t.row(beside, issuer, t.chance(0.35))
	t.rowOfParties(p, t.addresseePart())
}

// rowOfParties sets the addressee beside facts, the place of delivery, or nothing.
func (t *designDoc) rowOfParties(p headPlan, addressee block) {
	beside := []block{addressee}
	if p.meta == "addressee" {
		beside = append(beside, t.titleBlock(p))
	}
	if p.ship {
		beside = append(beside, t.shipBlock)
	}
	beside = slices.DeleteFunc(beside, func(b block) bool { return b == nil })
	if p.swap && len(beside) == 1 {
		beside = []block{nil, beside[0]}
	} else if p.swap && len(beside) > 1 {
		beside[0], beside[1] = beside[1], beside[0]
	}
	for pair := range slices.Chunk(beside, 2) {
		if len(pair) == 1 {
			pair = append(pair, nil)
		}
		t.row(pair[0], pair[1], t.style.meta != "stack" && !p.ship && !p.swap && t.chance(0.25))
	}
}

// headCenter sets name and address in the middle of the page.
func (t *designDoc) headCenter() {
	size := t.style.size
	middle := (t.left + t.right) / 2
	room := t.right - t.left
	set := func(text string, size float64, bold bool) {
		size = fitted(text, size, bold, room)
		t.sheet.middle(middle, t.y, size, bold, text)
		t.y += size * t.lead
	}
	t.y += 6
	set(t.issuer.name, pick(t.r, 13.0, 16, 20), t.chance(0.8))
	t.told["name"], t.told["address"] = true, true
	t.know(t.ours("Name"), t.issuer.name)
	t.know(t.ours("Address"), t.issuer.address())
	if t.chance(0.6) {
		set(strings.Join(t.issuer.lines(), ", "), size, false)
	} else {
		for _, l := range t.issuer.lines() {
			set(l, size, false)
		}
	}
	lines := t.contacts(0.6)
	if t.chance(0.5) {
		lines = append(lines, t.taxLine())
	}
	if len(lines) > 0 && t.chance(0.6) {
		lines = []string{strings.Join(lines, pick(t.r, "  ", " - ", " | ", " · "))}
	}
	for _, l := range lines {
		set(l, size, false)
	}
	if t.chance(0.5) {
		t.sheet.rule(t.left, t.y-size*0.6, t.right, t.y-size*0.6)
	}
	t.y += pick(t.r, 10.0, 18)
}

// headFooted sets at most a name at the top; the foot has the rest.
func (t *designDoc) headFooted() {
	if t.chance(0.6) {
		c := t.column(pick(t.r, 0.0, 0, 0.5), 1)
		c.atRight = t.chance(0.3)
		t.tellName(c)
		t.below(pick(t.r, 10.0, 30), c)
	}
}
