package synth

import (
	"slices"
	"strings"
)

type issuerPlan struct {
	head *partyPlan // in the letterhead; nil if it is a picture or missing
	line bool       // on one small line above the addressee
	foot partyPlan  // in the foot
	hasFoot,
	bankInFoot bool
	holder bool // as the account holder
	aside  bool // at the end of the document, as in "issued by"
}

func (d *randomDoc) drawIssuerPlan() issuerPlan {
	var p issuerPlan
	full := &partyPlan{name: true, address: true, tax: d.chance(0.7), contacts: pick(d.r, 0, 0.3, 0.7, 0.9),
		scale: pick(d.r, 1, 1, 1, 1.2, 1.5, 2), register: d.chance(0.15)}
	logo := &partyPlan{name: true, scale: pick(d.r, 1.2, 1.5, 2, 2.5), contacts: pick(d.r, 0, 0, 0.3)}
	rest := partyPlan{address: true, tax: d.chance(0.7), contacts: pick(d.r, 0, 0.4, 0.8), register: d.chance(0.4)}
	whole := rest
	whole.name = true
	switch n := d.r.IntN(100); {
	case n < 50:
		p.head = full
		if d.chance(0.25) {
			p.hasFoot, p.foot = true, partyPlan{name: d.chance(0.5), address: d.chance(0.4), tax: d.chance(0.5), contacts: 0.4,
				register: d.chance(0.5)}
		}
	case n < 64: // a name as logo, and the rest in the foot
		p.head, p.foot, p.hasFoot = logo, whole, true
	case n < 76:
		p.line = true
		if d.chance(0.6) {
			p.head = logo
		}
		p.foot, p.hasFoot = rest, d.chance(0.7)
	case n < 86:
		p.foot, p.hasFoot = whole, true
	case n < 91:
		p.holder = true
		p.foot, p.hasFoot = rest, d.chance(0.6)
	case n < 95:
		p.aside = true
	default: // identified only by its internet addresses
		p.head = &partyPlan{address: d.chance(0.5), contacts: 0.9, tax: d.chance(0.5)}
	}
	p.bankInFoot = p.hasFoot && !d.order() && d.chance(0.5)
	return p
}

func (d *randomDoc) compose() {
	plan := d.drawIssuerPlan()
	if plan.hasFoot {
		d.footPiece(plan)
	}
	d.newPage()
	d.composeHead(plan)
	d.composeTable()
	d.composeTail(plan)
	d.finishPages()
}

func (d *randomDoc) newPage() {
	d.pages = append(d.pages, &Sheet{Width: d.paper.width, Height: d.paper.height})
	d.paper.y = d.paper.top
	d.sheet = d.pages[len(d.pages)-1]
	d.sheets = d.pages
	if n := len(d.pages); n > 1 {
		d.pageHead()
	}
}

// end returns the lowest position of pieces, above the foot.
func (d *randomDoc) end() float64 {
	end := d.paper.height - d.paper.bottom - 12
	if d.foot.h > 0 {
		end -= d.foot.h + 10
	}
	return end
}

// put sets a node across the page below the content, or on a new page if it does not fit.
func (d *randomDoc) put(n node, gap float64) { d.place1(n.set(d.room()), gap) }

func (d *randomDoc) place1(p piece, gap float64) {
	if d.paper.y+p.h > d.end() && d.paper.y > d.paper.top+40 {
		d.newPage()
	}
	if room := d.end() - d.paper.y; p.h > room {
		p = p.scaled(room / p.h)
	}
	d.print(p, d.paper.left, d.paper.y)
	d.paper.y += p.h + gap
}

func (d *randomDoc) print(p piece, x, y float64) {
	var at piece
	at.add(p, x, y)
	d.sheet.Marks = append(d.sheet.Marks, at.marks...)
	d.sheet.Rules = append(d.sheet.Rules, at.rules...)
}

func (d *randomDoc) composeHead(plan issuerPlan) {
	if plan.head != nil && d.chance(0.25) {
		d.partiesAbreast(plan)
		return
	}
	var first, rest []node
	if plan.head != nil {
		first = append(first, d.partyNode(d.us, *plan.head))
	}
	if d.chance(0.1) {
		first, rest = d.dealt(first, rest, d.slogan(), 0.8)
	}
	if d.chance(0.9) {
		first, rest = d.dealt(first, rest, d.titleNode(), 0.5)
	}
	them := d.addresseeNode(plan)
	first, rest = d.dealt(first, rest, them, 0.12)
	for _, p := range d.otherNodes(0.6) {
		first, rest = d.dealt(first, rest, p, 0.1)
	}
	for _, f := range d.factCells() {
		first, rest = d.dealt(first, rest, f, 0.3)
	}
	if d.chance(0.25) {
		d.r.Shuffle(len(first), func(i, k int) { first[i], first[k] = first[k], first[i] })
	}
	d.r.Shuffle(len(rest), func(i, k int) { rest[i], rest[k] = rest[k], rest[i] })
	d.bands(first, rest)
}

// bands sets groups of cells across the width, and the introduction of the table.
func (d *randomDoc) bands(groups ...[]node) {
	gap := pick(d.r, 6.0, 12, 18, 28)
	for _, g := range groups {
		if len(g) > 0 {
			d.put(d.deal(g, d.room()), gap)
		}
	}
	if text := d.sentence(d.introKey()); text != "" && d.chance(0.35) {
		d.put(d.prose(text), 8)
	}
}

// slogan is the issuer's business in a line that looks like a name.
func (d *randomDoc) slogan() node {
	var words []string
	for range 1 + d.r.IntN(4) {
		words = append(words, d.place.label("trade"))
	}
	text := strings.Join(words, pick(d.r, " · ", " - ", ", ", " | ", " & "))
	return textBlock{ink: d.ink, rows: [][]run{{{text: text, bold: d.chance(0.2), scale: d.scale(0, 0, 0.8, 1.2)}}},
		align: pick(d.r, alignLeft, alignLeft, alignMiddle, alignRight)}
}

// partiesAbreast sets all parties in columns of one band, with title and facts above or below.
func (d *randomDoc) partiesAbreast(plan issuerPlan) {
	parties := append([]node{d.partyNode(d.us, *plan.head), d.addresseeNode(plan)}, d.otherNodes(0.6)...)
	if d.chance(0.25) {
		d.r.Shuffle(len(parties), func(i, k int) { parties[i], parties[k] = parties[k], parties[i] })
	}
	var above, below []node
	above, below = d.dealt(above, below, d.titleNode(), 0.7)
	for _, f := range d.factCells() {
		switch {
		case d.chance(0.2):
			parties = append(parties, f)
		default:
			above, below = d.dealt(above, below, f, 0.4)
		}
	}
	band := d.besideEachOther(parties, d.room())
	if band == nil {
		band = d.deal(parties, d.room())
	}
	d.bands(above, []node{band}, below)
}

// dealt adds a cell to first with a probability, else to rest.
func (d *randomDoc) dealt(first, rest []node, n node, p float64) (a, b []node) {
	if d.chance(p) {
		return append(first, n), rest
	}
	return first, append(rest, n)
}

// addresseeNode is the recipient, under the sender's line if there is one.
func (d *randomDoc) addresseeNode(plan issuerPlan) node {
	n := d.partyNode(d.them, partyPlan{name: true, address: d.chance(0.97), tax: !d.private && d.chance(0.35),
		contacts: pick(d.r, 0, 0, 0, 0.25, 0.7), scale: pick(d.r, 0, 0, 0, 1.15)})
	if !plan.line {
		return n
	}
	sender := d.partyLine(&party{company: d.issuer, role: d.us.role, names: []string{d.issuer.name}},
		partyPlan{name: true, address: true})
	small := sender.(framed) //nolint:forcetypeassert // partyLine makes no other
	line := small.inner.(textBlock)
	line.size *= pick(d.r, 0.65, 0.75, 0.85)
	small.inner = line
	return stack{nodes: []node{small, n}, gap: pick(d.r, 2.0, 6, 10)}
}

// otherNodes returns the place of delivery and other parties that are not yet printed, each with a probability.
func (d *randomDoc) otherNodes(p float64) []node {
	var out []node
	if d.shipping != nil && d.chance(max(p, 0.8)) {
		plan := partyPlan{name: d.chance(0.8), address: true, contacts: pick(d.r, 0, 0, 0.3)}
		out = append(out, d.partyNode(d.shipping, plan))
		d.shipping = nil
	}
	d.others = slices.DeleteFunc(d.others, func(o *party) bool {
		if !d.chance(p) {
			return false
		}
		out = append(out, d.partyNode(o, partyPlan{name: true, address: d.chance(0.85), tax: d.chance(0.25),
			contacts: pick(d.r, 0, 0, 0.4)}))
		return true
	})
	return out
}

func (d *randomDoc) factCells() []node {
	facts := slices.Clone(d.facts)
	if len(facts) == 0 {
		return nil
	}
	if len(facts) > 2 && d.chance(0.3) {
		cut := 1 + d.r.IntN(len(facts)-1)
		return []node{d.factNode(facts[:cut]), d.factNode(facts[cut:])}
	}
	return []node{d.factNode(facts)}
}

// sentence returns an expanded sentence of the vocabulary, or "" if the language has none.
func (d *randomDoc) sentence(key string) string {
	if len(d.place.words[key]) == 0 {
		return ""
	}
	text := strings.NewReplacer("{tax}", d.place.taxName, "{cur}", d.place.symbol).Replace(d.place.label(key))
	return d.fill(text)
}

func (d *randomDoc) introKey() string {
	switch {
	case d.credit():
		return "credit.sentence"
	case d.order():
		return "order.sentence"
	}
	return "intro.sentence"
}

func (d *randomDoc) prose(text string) node {
	n := textBlock{ink: d.ink, rows: [][]run{{{text: strings.TrimSpace(text)}}}, align: pick(d.r, alignLeft, alignLeft,
		alignLeft, alignMiddle), justified: d.chance(0.2)}
	n.size *= d.factor(1, 1, 0.85, 0.9)
	return n
}
