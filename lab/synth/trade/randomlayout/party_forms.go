package randomlayout

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/trade"
)

// addresseeNode is the recipient, under the sender's line if there is one.
func (d *layout) addresseeNode(plan issuerPlan) node {
	n := d.partyNode(d.them, partyPlan{name: true, address: d.Chance(0.97), tax: !d.Private && d.Chance(0.35),
		contacts: random.Pick(d.Rand, 0, 0, 0, 0.25, 0.7), scale: random.Pick(d.Rand, 0, 0, 0, 1.15)})
	if !plan.line {
		return n
	}
	sender := d.partyLine(&party{Company: d.Issuer, role: d.us.role, names: []string{d.Issuer.Name}},
		partyPlan{name: true, address: true})
	small := sender.(framed) //nolint:forcetypeassert // partyLine makes no other
	line := small.inner.(textBlock)
	line.size *= random.Pick(d.Rand, 0.65, 0.75, 0.85)
	small.inner = line
	return stack{nodes: []node{small, n}, gap: random.Pick(d.Rand, 2.0, 6, 10)}
}

func (d *layout) otherNodes(p float64) []node {
	var out []node
	if d.shipping != nil && d.Chance(max(p, 0.8)) {
		plan := partyPlan{name: d.Chance(0.8), address: true, contacts: random.Pick(d.Rand, 0, 0, 0.3)}
		out = append(out, d.partyNode(d.shipping, plan))
		d.shipping = nil
	}
	d.others = slices.DeleteFunc(d.others, func(o *party) bool {
		if !d.Chance(p) {
			return false
		}
		out = append(out, d.partyNode(o, partyPlan{name: true, address: d.Chance(0.85), tax: d.Chance(0.25),
			contacts: random.Pick(d.Rand, 0, 0, 0.4)}))
		return true
	})
	return out
}

// drawScale draws a letter size relative to the document's. It is 0 if the document has a single size.
func (d *layout) drawScale(choices ...float64) float64 {
	if d.flat {
		return 0
	}
	return random.Pick(d.Rand, choices...)
}

func (d *layout) drawFactor(choices ...float64) float64 {
	if d.flat {
		return 1
	}
	return random.Pick(d.Rand, choices...)
}

func (d *layout) partyNode(p *party, plan partyPlan) node {
	align := random.Pick(d.Rand, trade.AlignLeft, trade.AlignLeft, trade.AlignLeft, trade.AlignLeft, trade.AlignRight,
		trade.AlignMiddle)
	switch n := d.IntN(20); {
	case n < 2 && plan.name && plan.address:
		return d.partyLine(p, plan)
	case n < 5 && plan.name:
		return d.partyLabelled(p, plan)
	case n < 7 && p.heading != "":
		return d.partyBeside(p, plan)
	case n < 9 && plan.name && plan.address:
		return d.partyParted(p, plan)
	}
	rows := d.partyRows(p, plan)
	heading := d.headingRow(p)
	switch {
	case heading == nil:
	case d.Chance(0.18) && len(rows) > 0: // beside the first line
		rows[0] = append(heading, rows[0]...)
	default:
		if d.Chance(0.2) {
			over := textBlock{font: d.font, rows: [][]run{heading}, align: align}
			under := textBlock{font: d.font, rows: rows, align: align}
			return stack{nodes: []node{framed{inner: over, pad: 3, left: 2, right: 2, ruled: true, sides: d.Chance(0.5)},
				framed{inner: under, left: 2, right: 2}}, gap: random.Pick(d.Rand, 2.0, 5)}
		}
		rows = append([][]run{heading}, rows...)
	}
	block := textBlock{font: d.font, rows: rows, align: align}
	d.squeeze(&block)
	return block
}

// squeeze makes some blocks as narrow as columns of a letterhead or a foot, so that names and addresses wrap.
func (d *layout) squeeze(b *textBlock) {
	if d.Chance(0.18) {
		b.narrow, b.apart = d.Style.Size*random.Pick(d.Rand, 6.0, 7, 8, 9, 10, 12), random.Pick(d.Rand, 0, 0, 1, 2.5, 4)
	}
}

// partyParted sets a party in two blocks, beside or below each other: the name with numbers and contacts, and the
// address.
func (d *layout) partyParted(p *party, plan partyPlan) node {
	place := *p
	place.extra, place.heading = nil, ""
	first, second := plan, partyPlan{address: true}
	first.address = false
	rows := d.partyRows(p, first)
	if h := d.headingRow(p); h != nil {
		rows = append([][]run{h}, rows...)
	}
	a, b := textBlock{font: d.font, rows: rows}, textBlock{font: d.font, rows: d.partyRows(&place, second)}
	d.squeeze(&a)
	d.squeeze(&b)
	if d.Chance(0.4) {
		return stack{nodes: []node{a, b}, gap: random.Pick(d.Rand, 4.0, 10, 18)}
	}
	x, y := a.minWidth(), b.minWidth()
	return columns{nodes: []node{a, b}, shares: []float64{x / (x + y), y / (x + y)}, drops: []float64{0, 0},
		gap: random.Pick(d.Rand, 10.0, 18, 30)}
}

func (d *layout) headingRow(p *party) []run {
	if p.heading == "" {
		return nil
	}
	return []run{{text: p.heading, field: p.role + "Label", bold: d.Style.Bold || d.Chance(0.3),
		scale: d.drawScale(0, 0, 0, 0.8, 1.15)}}
}

func (d *layout) partyRows(p *party, plan partyPlan) [][]run {
	var rows, more [][]run
	if plan.name {
		rows = d.nameRows(p, d.Chance(0.3), plan.scale)
	}
	var extra [][]run
	for _, e := range p.extra {
		extra = append(extra, []run{{text: e, field: p.role + "Person"}})
	}
	if plan.tax && d.Chance(0.15) {
		rows = append(rows, d.taxRow(p))
		plan.tax = false
	}
	if len(extra) > 0 && d.Chance(0.2) && len(rows) > 0 && d.us != p {
		rows = append(extra, rows...)
	} else {
		rows = append(rows, extra...)
	}
	if plan.address {
		rows = append(rows, d.addressRows(p)...)
	}
	more = d.contactRows(p, plan.contacts, false)
	if plan.tax {
		more = append(more, d.taxRow(p))
	}
	if plan.register {
		more = append(more, []run{d.labelRun(d.Label("registration") + d.Colon()),
			{text: random.Fill(d.Rand, d.Place.Label("registration.form"))}})
	}
	d.Shuffle(len(more), func(i, k int) { more[i], more[k] = more[k], more[i] })
	return append(rows, more...)
}

func (d *layout) partyLine(p *party, plan partyPlan) node {
	line := d.joinRows(d.partyRows(p, plan))
	if h := d.headingRow(p); h != nil {
		line = append(h, line...)
	}
	return framed{inner: textBlock{font: d.font, rows: [][]run{line}}, pad: 1, ruled: d.Chance(0.1)}
}

func (d *layout) partyLabelled(p *party, plan partyPlan) node {
	var rows [][2]run
	label := func(key string) run {
		text := d.Label(key)
		return d.labelRun(text + d.Colon())
	}
	if plan.name {
		d.setPartyTruth(p, "Name", p.Name)
		rows = append(rows, [2]run{label("name"), {text: p.Name, field: p.role + "Name"}})
	}
	if plan.address {
		d.setPartyTruth(p, "Address", p.NormalizedAddress())
		rows = append(rows, [2]run{label("address"), {text: strings.Join(p.AddressLines(), ", "), field: p.role + "Address"}})
	}
	for _, row := range d.contactRows(p, plan.contacts, true) {
		rows = append(rows, [2]run{row[0], row[1]})
	}
	if plan.tax {
		if row := d.taxRow(p); len(row) == 2 {
			rows = append(rows, [2]run{row[0], row[1]})
		} else {
			rows = append(rows, [2]run{label("taxId"), row[0]})
		}
	}
	d.shufflePairs(rows)
	grid := d.pairNode(rows)
	if h := d.headingRow(p); h != nil {
		return stack{nodes: []node{textBlock{font: d.font, rows: [][]run{h}}, grid}, gap: 2}
	}
	return grid
}

func (d *layout) shufflePairs(rows [][2]run) {
	if d.Chance(0.15) {
		d.Shuffle(len(rows), func(i, k int) { rows[i], rows[k] = rows[k], rows[i] })
	}
}

func (d *layout) pairNode(rows [][2]run) node {
	if d.Chance(0.28) {
		lines := mapAll(rows, func(r [2]run) []run { return []run{r[0], r[1]} })
		return textBlock{font: d.font, rows: lines, align: random.Pick(d.Rand, trade.AlignLeft, trade.AlignLeft,
			trade.AlignLeft, trade.AlignRight)}
	}
	return tabs{font: d.font, rows: rows, labels: random.Pick(d.Rand, trade.AlignLeft, trade.AlignLeft, trade.AlignRight),
		atEdge: d.Chance(0.4),
		gap:    random.Pick(d.Rand, 4.0, 8, 14, 22, 36), between: d.Chance(0.12)}
}

func (d *layout) partyBeside(p *party, plan partyPlan) node {
	left := textBlock{font: d.font, rows: [][]run{d.headingRow(p)}}
	right := textBlock{font: d.font, rows: d.partyRows(p, plan)}
	a, b := left.minWidth(), right.minWidth()
	return columns{nodes: []node{left, right}, shares: []float64{a / (a + b), b / (a + b)}, drops: []float64{0, 0},
		gap: random.Pick(d.Rand, 6.0, 12, 20)}
}

func (d *layout) joinRows(rows [][]run) []run {
	sep := random.Pick(d.Rand, "", ",", ",", " |", " ·", " •", " -", " –", ";")
	var line []run
	for i, row := range rows {
		if i < len(rows)-1 {
			row[len(row)-1].text += sep
		}
		line = append(line, row...)
	}
	return line
}
