package fixedlayout

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/sheet"
)

type headPlan struct {
	title string // top, beside, below, or "" if a sentence has it
	meta  string // issuer or addressee: beside that party; below: under both
	ship  bool
	swap  bool // the addressee is at the right
}

func (t *layout) composeHead() {
	p := t.drawPlan()
	if p.title == "top" {
		t.titleLine()
	}
	switch t.forms.head {
	case "left", "right":
		t.headBeside(p)
	case "centre":
		t.headCentered()
		t.rowOfParties(p, t.addresseePart())
	case "footed":
		t.headFooted()
		t.rowOfParties(p, t.addresseePart())
	case "window":
		t.headWindow(p)
	case "parties":
		t.headParties(p)
	case "form":
		if !t.Printed["title"] {
			t.titleLine()
		}
		t.headForm()
	}
	if p.title == "below" && !t.Printed["title"] {
		t.titleLine()
	}
	t.metaBelow()
}

func (t *layout) drawPlan() headPlan {
	p := headPlan{
		title: random.Pick(t.Rand, "top", "beside", "beside", "below", "below"),
		meta:  random.Pick(t.Rand, "issuer", "addressee", "addressee", "below"),
		ship:  t.Branch == "goods" && t.Chance(0.15) || t.IsOrder() && t.Chance(0.5), swap: t.Chance(0.3),
	}
	switch t.forms.meta {
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

func (t *layout) addresseePart() block {
	labelled := 0.5
	if t.IsOrder() {
		labelled = 0.85
	}
	return func(c *column) { t.addresseeBlock(c, labelled, t.AddresseeKey()) }
}

func (t *layout) titleBlock(p headPlan) block {
	return func(c *column) {
		if p.title == "beside" {
			c.large(t.Title(), random.Pick(t.Rand, 12.0, 14, 16, 20, 24), t.Chance(0.8))
			c.skip(0.4)
		}
		t.metaBlock(c)
	}
}

func (t *layout) row(left, right block, atRight bool) {
	split := random.Pick(t.Rand, 0.5, 0.5, 0.55, 0.58)
	a, b := t.column(0, split), t.column(split+0.02, 1)
	b.w += 8
	if left != nil {
		left(a)
	}
	if right != nil {
		b.atRight = atRight
		right(b)
	}
	t.below(random.Pick(t.Rand, 6.0, 12, 18, 26), a, b)
}

func (t *layout) headBeside(p headPlan) {
	issuer := func(c *column) {
		t.issuerBlock(c, random.Pick(t.Rand, 0.9, 0.9, 0.4), random.Pick(t.Rand, 0.2, 0.6, 0.9))
	}
	var beside block
	if p.meta == "issuer" {
		beside = t.titleBlock(p)
	}
	if t.forms.head == "left" {
		t.row(issuer, beside, t.Chance(0.35))
		t.rowOfParties(p, t.addresseePart())
		return
	}
	if beside == nil && t.Chance(0.4) {
		t.row(t.addresseePart(), issuer, t.Chance(0.35))
		t.rowOfParties(p, nil)
		return
	}
	t.row(beside, issuer, t.Chance(0.35))
	t.rowOfParties(p, t.addresseePart())
}

func (t *layout) rowOfParties(p headPlan, addressee block) {
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
		t.row(pair[0], pair[1], t.forms.meta != "stack" && !p.ship && !p.swap && t.Chance(0.25))
	}
}

func (t *layout) headCentered() {
	size := t.Style.Size
	middle := (t.left + t.right) / 2
	room := t.right - t.left
	set := func(text string, size float64, bold bool) {
		size = sheet.FitSize(text, size, bold, room)
		t.sheet.SetCentered(middle, t.y, size, bold, text)
		t.y += size * t.lead
	}
	t.y += 6
	set(t.Issuer.Name, random.Pick(t.Rand, 13.0, 16, 20), t.Chance(0.8))
	t.Printed["name"], t.Printed["address"] = true, true
	t.SetTruth(t.IssuerField("Name"), t.Issuer.Name)
	t.SetTruth(t.IssuerField("Address"), t.Issuer.NormalizedAddress())
	if t.Chance(0.6) {
		set(strings.Join(t.Issuer.AddressLines(), ", "), size, false)
	} else {
		for _, l := range t.Issuer.AddressLines() {
			set(l, size, false)
		}
	}
	lines := t.contacts(0.6)
	if t.Chance(0.5) {
		lines = append(lines, t.taxLine())
	}
	if len(lines) > 0 && t.Chance(0.6) {
		lines = []string{strings.Join(lines, random.Pick(t.Rand, "  ", " - ", " | ", " · "))}
	}
	for _, l := range lines {
		set(l, size, false)
	}
	if t.Chance(0.5) {
		t.sheet.AddRule(t.left, t.y-size*0.6, t.right, t.y-size*0.6)
	}
	t.y += random.Pick(t.Rand, 10.0, 18)
}

// headFooted sets at most a name at the top; the foot has the rest.
func (t *layout) headFooted() {
	if t.Chance(0.6) {
		c := t.column(random.Pick(t.Rand, 0.0, 0, 0.5), 1)
		c.atRight = t.Chance(0.3)
		t.setIssuerName(c)
		t.below(random.Pick(t.Rand, 10.0, 30), c)
	}
}
