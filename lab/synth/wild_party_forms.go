package synth

import "strings"

// scale draws a letter size relative to the document's. It is 0 if the document has a single size.
func (d *randomDoc) scale(choices ...float64) float64 {
	if d.flat {
		return 0
	}
	return pick(d.r, choices...)
}

func (d *randomDoc) factor(choices ...float64) float64 {
	if d.flat {
		return 1
	}
	return pick(d.r, choices...)
}

type partyPlan struct {
	name, address, tax bool
	contacts           float64 // share of its contacts
	scale              float64 // of the name's letters
	register           bool    // its register entry
}

func (d *randomDoc) partyNode(p *party, plan partyPlan) node {
	align := pick(d.r, alignLeft, alignLeft, alignLeft, alignLeft, alignRight, alignMiddle)
	switch n := d.r.IntN(20); {
	case n < 2 && plan.name && plan.address:
		return d.partyLine(p, plan)
	case n < 5 && plan.name:
		return d.partyLabeled(p, plan)
	case n < 7 && p.heading != "":
		return d.partyBeside(p, plan)
	case n < 9 && plan.name && plan.address:
		return d.partyParted(p, plan)
	}
	rows := d.partyRows(p, plan)
	heading := d.headingRow(p)
	switch {
	case heading == nil:
	case d.chance(0.18) && len(rows) > 0: // beside the first line
		rows[0] = append(heading, rows[0]...)
	default:
		if d.chance(0.2) {
			over := textBlock{ink: d.ink, rows: [][]run{heading}, align: align}
			under := textBlock{ink: d.ink, rows: rows, align: align}
			return stack{nodes: []node{framed{inner: over, pad: 3, left: 2, right: 2, ruled: true, sides: d.chance(0.5)},
				framed{inner: under, left: 2, right: 2}}, gap: pick(d.r, 2.0, 5)}
		}
		rows = append([][]run{heading}, rows...)
	}
	block := textBlock{ink: d.ink, rows: rows, align: align}
	d.squeeze(&block)
	return block
}

// squeeze makes some blocks as narrow as columns of a letterhead or a foot, so that names and addresses wrap.
func (d *randomDoc) squeeze(b *textBlock) {
	if d.chance(0.18) {
		b.narrow, b.apart = d.style.size*pick(d.r, 6.0, 7, 8, 9, 10, 12), pick(d.r, 0, 0, 1, 2.5, 4)
	}
}

// partyParted sets a party in two blocks, beside or below each other: the name with numbers and contacts, and the
// address.
func (d *randomDoc) partyParted(p *party, plan partyPlan) node {
	place := *p
	place.extra, place.heading = nil, ""
	first, second := plan, partyPlan{address: true}
	first.address = false
	rows := d.partyRows(p, first)
	if h := d.headingRow(p); h != nil {
		rows = append([][]run{h}, rows...)
	}
	a, b := textBlock{ink: d.ink, rows: rows}, textBlock{ink: d.ink, rows: d.partyRows(&place, second)}
	d.squeeze(&a)
	d.squeeze(&b)
	if d.chance(0.4) {
		return stack{nodes: []node{a, b}, gap: pick(d.r, 4.0, 10, 18)}
	}
	x, y := a.least(), b.least()
	return columns{nodes: []node{a, b}, shares: []float64{x / (x + y), y / (x + y)}, drops: []float64{0, 0},
		gap: pick(d.r, 10.0, 18, 30)}
}

func (d *randomDoc) headingRow(p *party) []run {
	if p.heading == "" {
		return nil
	}
	return []run{{text: p.heading, field: p.role + "Label", bold: d.style.bold || d.chance(0.3),
		scale: d.scale(0, 0, 0, 0.8, 1.15)}}
}

func (d *randomDoc) partyRows(p *party, plan partyPlan) [][]run {
	var rows, more [][]run
	if plan.name {
		rows = d.nameRows(p, d.chance(0.3), plan.scale)
	}
	var extra [][]run
	for _, e := range p.extra {
		extra = append(extra, []run{{text: e, field: p.role + "Person"}})
	}
	if plan.tax && d.chance(0.15) {
		rows = append(rows, d.taxRow(p))
		plan.tax = false
	}
	if len(extra) > 0 && d.chance(0.2) && len(rows) > 0 && d.us != p {
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
		more = append(more, []run{d.labelRun(d.label("registration") + d.colonAlways()),
			{text: d.place.pattern(d.place.label("registration.form"))}})
	}
	d.r.Shuffle(len(more), func(i, k int) { more[i], more[k] = more[k], more[i] })
	return append(rows, more...)
}

// partyLine sets a party in one line, separated by commas, bullets or bars.
func (d *randomDoc) partyLine(p *party, plan partyPlan) node {
	line := d.joined(d.partyRows(p, plan))
	if h := d.headingRow(p); h != nil {
		line = append(h, line...)
	}
	return framed{inner: textBlock{ink: d.ink, rows: [][]run{line}}, pad: 1, ruled: d.chance(0.1)}
}

func (d *randomDoc) partyLabeled(p *party, plan partyPlan) node {
	var rows [][2]run
	label := func(key string) run {
		text := d.label(key)
		return d.labelRun(text + d.colonAlways())
	}
	if plan.name {
		d.tell(p, "Name", p.name)
		rows = append(rows, [2]run{label("name"), {text: p.name, field: p.role + "Name"}})
	}
	if plan.address {
		d.tell(p, "Address", p.address())
		rows = append(rows, [2]run{label("address"), {text: strings.Join(p.lines(), ", "), field: p.role + "Address"}})
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
		return stack{nodes: []node{textBlock{ink: d.ink, rows: [][]run{h}}, grid}, gap: 2}
	}
	return grid
}

func (d *randomDoc) shufflePairs(rows [][2]run) {
	if d.chance(0.15) {
		d.r.Shuffle(len(rows), func(i, k int) { rows[i], rows[k] = rows[k], rows[i] })
	}
}

// pairNode sets labels and values in two columns, or each pair in a line.
func (d *randomDoc) pairNode(rows [][2]run) node {
	if d.chance(0.28) {
		lines := each(rows, func(r [2]run) []run { return []run{r[0], r[1]} })
		return textBlock{ink: d.ink, rows: lines, align: pick(d.r, alignLeft, alignLeft, alignLeft, alignRight)}
	}
	return tabs{ink: d.ink, rows: rows, labels: pick(d.r, alignLeft, alignLeft, alignRight), atEdge: d.chance(0.4),
		gap: pick(d.r, 4.0, 8, 14, 22, 36), between: d.chance(0.12)}
}

func (d *randomDoc) partyBeside(p *party, plan partyPlan) node {
	left := textBlock{ink: d.ink, rows: [][]run{d.headingRow(p)}}
	right := textBlock{ink: d.ink, rows: d.partyRows(p, plan)}
	a, b := left.least(), right.least()
	return columns{nodes: []node{left, right}, shares: []float64{a / (a + b), b / (a + b)}, drops: []float64{0, 0},
		gap: pick(d.r, 6.0, 12, 20)}
}
