package synth

import (
	"slices"
	"strconv"
	"strings"
)

func (d *randomDoc) composeTail(plan issuerPlan) {
	rows := d.printedSums
	d.knowSums(rows)
	sums := d.sumsNode(rows)
	rest := d.closing(plan)
	switch beside := d.besideSums(rest, sums); {
	case beside != nil:
		d.put(beside, pick(d.r, 6.0, 12, 18))
		rest = rest[1:]
	default:
		d.put(sums, pick(d.r, 6.0, 12, 18))
	}
	if d.chance(0.15) { // the closing is at the end of the page
		d.paper.y = max(d.paper.y, d.end()-40-float64(len(rest))*30*d.r.Float64())
	}
	for len(rest) > 0 {
		n := min(len(rest), pick(d.r, 1, 1, 2, 3))
		d.put(d.deal(rest[:n], d.room()), pick(d.r, 4.0, 8, 14))
		rest = rest[n:]
	}
}

// besideSums sets the first of the closing cells beside the totals. It returns nil if it does not fit or is not drawn.
func (d *randomDoc) besideSums(rest []node, sums node) node {
	if len(rest) == 0 || !d.chance(0.4) {
		return nil
	}
	pair := []node{rest[0], sums}
	if d.chance(0.2) {
		pair = []node{sums, rest[0]}
	}
	return d.besideEachOther(pair, d.room())
}

func (d *randomDoc) sumsNode(rows []sumRow) node {
	bold, scale := d.chance(0.7), d.scale(0, 0, 1.15, 1.3, 1.6)
	pairs := each(rows, func(r sumRow) [2]run {
		out := [2]run{{text: r.label, field: "label", bold: d.style.bold}, {text: r.value, field: r.field}}
		if r.main {
			out[0].bold, out[1].bold, out[0].scale, out[1].scale = bold, bold, scale, scale
		}
		return out
	})
	switch n := d.r.IntN(20); {
	case n < 2 && len(pairs) < 6:
		g := grid{ink: d.ink, rows: [][]run{nil, nil}, gap: 10, ruled: d.chance(0.5), sides: d.chance(0.5),
			even: d.chance(0.5)}
		align := pick(d.r, alignLeft, alignRight, alignRight)
		for _, p := range pairs {
			p[0].scale, p[1].scale = 0, 0
			g.rows[0], g.rows[1], g.aligns = append(g.rows[0], p[0]), append(g.rows[1], p[1]), append(g.aligns, align)
		}
		return g
	case n < 3:
		return textBlock{ink: d.ink, rows: each(pairs, func(p [2]run) []run { return p[:] }),
			align: pick(d.r, alignLeft, alignRight, alignRight)}
	}
	t := tabs{ink: d.ink, rows: pairs, labels: pick(d.r, alignLeft, alignLeft, alignRight), atEdge: d.chance(0.9),
		gap: pick(d.r, 8.0, 16, 30, 50), between: d.chance(0.15)}
	f := framed{inner: t}
	switch spare, side := d.room()-t.least(), d.r.IntN(20); {
	case side > 16 || spare < 10:
	case side < 3:
		f.right = spare * pick(d.r, 0.4, 0.7, 1)
	default:
		f.left = spare * pick(d.r, 0.5, 0.8, 1, 1, 1)
	}
	return f
}

// closing returns the parts after the totals in random order.
func (d *randomDoc) closing(plan issuerPlan) []node {
	var out []node
	b := &d.bill
	if (len(b.taxes) > 1 && d.chance(0.5) || d.chance(0.08)) && !b.taxFree {
		out = append(out, d.taxGrid())
	}
	if !d.order() && (plan.holder || !plan.bankInFoot && d.chance(0.65)) {
		out = append(out, d.bankNode(plan.holder))
	}
	if plan.aside {
		if d.us.heading == "" {
			d.us.heading = d.labeled(d.us.key)
		}
		out = append(out, d.partyNode(d.us, partyPlan{name: true, address: true, tax: d.chance(0.7), contacts: 0.5}))
	}
	out = append(out, d.otherNodes(1)...)
	if !d.order() && !d.credit() && b.due.IsPositive() && d.chance(0.06) {
		out = append(out, d.installments())
	}
	if len(d.place.words["previous"]) > 0 && !d.order() && d.chance(0.05) {
		out = append(out, d.openItems())
	}
	out = append(out, d.texts()...)
	d.r.Shuffle(len(out), func(i, k int) { out[i], out[k] = out[k], out[i] })
	if d.chance(0.35) {
		out = append(out, d.signature())
	}
	return out
}

// texts returns sentences: terms, requests to pay, notes and advertising.
func (d *randomDoc) texts() []node {
	var out []string
	if t := d.termsText(); t != "" {
		out = append(out, t)
	}
	if !d.credit() && !d.order() && !d.bill.due.IsZero() && d.chance(0.3) {
		if text := d.sentence("pay.sentence"); text != "" {
			out = append(out, text)
			if strings.Contains(text, d.place.date(d.dueDate)) {
				d.know("dueDate", iso(d.dueDate))
			}
		}
	}
	if d.bill.taxFree && d.chance(0.8) {
		key := "exempt"
		if !d.private && d.place.land.iban != "" && d.chance(0.5) {
			key = "reverse"
		}
		out = append(out, d.sentence(key))
	}
	seen := map[string]bool{}
	for range pick(d.r, 0, 0, 1, 1, 2, 3) {
		text := d.sentence("small")
		if d.place.currency != "EUR" {
			text = strings.NewReplacer("EUR", d.place.currency, "€", d.place.symbol, "euro", d.place.currency).Replace(text)
		}
		if !seen[text] && !d.order() {
			out = append(out, text)
		}
		seen[text] = true
	}
	if d.chance(0.15) {
		out = append(out, d.advert())
	}
	out = slices.DeleteFunc(out, func(s string) bool { return s == "" })
	return each(out, d.prose)
}

func (d *randomDoc) advert() string {
	c := d.place.company()
	return strings.NewReplacer("{name}", c.name, "{web}", c.web, "{brand}", d.place.label("brand")).Replace(
		pick(d.r, "Powered by {brand} · {web}", "{brand} Invoice 4.2", "{name} - {web}", "Software: {brand} ({web})",
			"{brand} ® {name}"))
}

// termsText returns the terms of payment if the facts omit them.
func (d *randomDoc) termsText() string {
	if d.truth.Scalars["paymentTerms"] != "" || d.credit() || d.bill.due.IsZero() || !d.chance(0.25) {
		return ""
	}
	days := int(d.dueDate.Sub(d.issued).Hours() / 24)
	if d.order() {
		days = pick(d.r, 14, 30, 60)
	}
	text := strings.ReplaceAll(d.place.label("terms"), "{days}", strconv.Itoa(days))
	if !d.order() {
		d.know("paymentTerms", text)
	}
	return d.label("termsLabel") + d.colonAlways() + " " + text
}

func (d *randomDoc) bankNode(holder bool) node {
	rows := d.bankRows(holder)
	var out node
	switch n := d.r.IntN(10); {
	case n < 3 && !slices.ContainsFunc(rows, func(r []run) bool { return len(r) != 2 }):
		out = d.pairNode(each(rows, func(r []run) [2]run { return [2]run{r[0], r[1]} }))
	case n < 6:
		out = textBlock{ink: d.ink, rows: [][]run{d.joined(rows)}}
	default:
		out = textBlock{ink: d.ink, rows: rows}
	}
	if d.chance(0.45) && len(d.place.words["bankDetails"]) > 0 {
		head := textBlock{ink: d.ink, rows: [][]run{{d.labelRun(d.labeled("bankDetails"))}}}
		return stack{nodes: []node{head, out}, gap: 2}
	}
	return out
}

// joined joins rows into one with a common separator.
func (d *randomDoc) joined(rows [][]run) []run {
	sep := pick(d.r, "", ",", ",", " |", " ·", " •", " -", " –", ";")
	var line []run
	for i, row := range rows {
		if i < len(rows)-1 {
			row[len(row)-1].text += sep
		}
		line = append(line, row...)
	}
	return line
}

func (d *randomDoc) bankRows(holder bool) [][]run {
	d.told["bank"] = true
	c := d.issuer
	label := func(key string) run { return d.labelRun(d.label(key) + d.colonAlways()) }
	var rows [][]run
	if d.chance(0.7) {
		row := []run{label("bank"), {text: c.bank, field: "bankName"}}
		if d.chance(0.3) {
			row = row[1:]
		}
		rows = append(rows, row)
		if d.chance(0.12) {
			street, postal := d.place.streetAndTown()
			rows = append(rows, []run{{text: street + ", " + strings.ReplaceAll(postal, "\n", ", ")}})
		}
	}
	if holder || d.chance(0.3) {
		d.tell(d.us, "Name", c.name)
		rows = append(rows, []run{label("accountHolder"), {text: c.name, field: d.us.role + "Name"}})
	}
	if c.iban == "" {
		rows = append(rows, []run{label("accountNumber"), {text: c.account, field: "accountNumber"}})
	} else {
		d.know("iban", c.iban)
		rows = append(rows, []run{label("iban"), {text: d.printedIBAN(c.iban), field: "iban"}})
	}
	if d.chance(0.6) {
		d.know("bic", c.bic)
		rows = append(rows, []run{label("bic"), {text: c.bic, field: "bic"}})
	}
	d.r.Shuffle(len(rows), func(i, k int) {
		if d.chance(0.3) {
			rows[i], rows[k] = rows[k], rows[i]
		}
	})
	return rows
}

func (d *randomDoc) taxGrid() node {
	b := &d.bill
	head := func(key string) run { return d.labelRun(d.label(key)) }
	g := grid{ink: d.ink, rows: [][]run{{head("col.taxRate"), head("subtotal"), head("taxTotal")}},
		gap: pick(d.r, 8.0, 16), ruled: d.chance(0.5), sides: d.chance(0.5),
		aligns: []tableAlign{alignLeft, alignRight, alignRight}}
	g.size *= d.factor(0.9)
	one := len(b.taxes) == 1
	for _, s := range b.taxes {
		row := []run{{text: d.place.rate(s.rate)}, {text: d.signed(d.place.amount(s.base))},
			{text: d.signed(d.place.amount(s.amount))}}
		if one {
			row[1].field, row[2].field = "subtotal", "taxTotal"
		}
		g.rows = append(g.rows, row)
	}
	if summed := !one && d.chance(0.6); summed {
		g.rows = append(g.rows, []run{{}, {text: d.signed(d.place.amount(b.net)), field: "subtotal"},
			{text: d.signed(d.place.amount(b.tax)), field: "taxTotal"}})
		one = true
	}
	if one {
		d.know("taxTotal", b.tax.StringFixed(2))
		if d.truth.Scalars["subtotal"] == "" {
			d.know("subtotal", b.net.StringFixed(2))
		}
	}
	return g
}

func (d *randomDoc) signature() node {
	rows := [][]run{}
	if t := d.sentence("thanks"); t != "" {
		rows = append(rows, []run{{text: t}})
	}
	if d.chance(0.5) {
		rows = append(rows, []run{{text: d.place.person()}})
	}
	return textBlock{ink: d.ink, rows: rows, align: pick(d.r, alignLeft, alignLeft, alignMiddle, alignRight)}
}
