package randomlayout

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/trade"
)

func (d *layout) composeTail(plan issuerPlan) {
	rows := d.printedSums
	d.setSumTruth(rows)
	sums := d.sumsNode(rows)
	rest := d.closing(plan)
	switch beside := d.besideSums(rest, sums); {
	case beside != nil:
		d.put(beside, random.Pick(d.Rand, 6.0, 12, 18))
		rest = rest[1:]
	default:
		d.put(sums, random.Pick(d.Rand, 6.0, 12, 18))
	}
	if d.Chance(0.15) { // the closing is at the end of the page
		d.paper.y = max(d.paper.y, d.end()-40-float64(len(rest))*30*d.Float64())
	}
	for len(rest) > 0 {
		n := min(len(rest), random.Pick(d.Rand, 1, 1, 2, 3))
		d.put(d.arrange(rest[:n], d.room()), random.Pick(d.Rand, 4.0, 8, 14))
		rest = rest[n:]
	}
}

// besideSums sets the first of the closing cells beside the totals. It returns nil if it does not fit or is not drawn.
func (d *layout) besideSums(rest []node, sums node) node {
	if len(rest) == 0 || !d.Chance(0.4) {
		return nil
	}
	pair := []node{rest[0], sums}
	if d.Chance(0.2) {
		pair = []node{sums, rest[0]}
	}
	return d.inColumns(pair, d.room())
}

func (d *layout) sumsNode(rows []trade.SumRow) node {
	bold, scale := d.Chance(0.7), d.drawScale(0, 0, 1.15, 1.3, 1.6)
	pairs := mapAll(rows, func(r trade.SumRow) [2]run {
		out := [2]run{{text: r.Label, field: "label", bold: d.Style.Bold}, {text: r.Value, field: r.Field}}
		if r.Main {
			out[0].bold, out[1].bold, out[0].scale, out[1].scale = bold, bold, scale, scale
		}
		return out
	})
	switch n := d.IntN(20); {
	case n < 2 && len(pairs) < 6:
		g := grid{font: d.font, rows: [][]run{nil, nil}, gap: 10, ruled: d.Chance(0.5), sides: d.Chance(0.5),
			even: d.Chance(0.5)}
		align := random.Pick(d.Rand, trade.AlignLeft, trade.AlignRight, trade.AlignRight)
		for _, p := range pairs {
			p[0].scale, p[1].scale = 0, 0
			g.rows[0], g.rows[1], g.aligns = append(g.rows[0], p[0]), append(g.rows[1], p[1]), append(g.aligns, align)
		}
		return g
	case n < 3:
		return textBlock{font: d.font, rows: mapAll(pairs, func(p [2]run) []run { return p[:] }),
			align: random.Pick(d.Rand, trade.AlignLeft, trade.AlignRight, trade.AlignRight)}
	}
	t := tabs{font: d.font, rows: pairs, labels: random.Pick(d.Rand, trade.AlignLeft, trade.AlignLeft, trade.AlignRight),
		atEdge: d.Chance(0.9),
		gap:    random.Pick(d.Rand, 8.0, 16, 30, 50), between: d.Chance(0.15)}
	f := framed{inner: t}
	switch spare, side := d.room()-t.minWidth(), d.IntN(20); {
	case side > 16 || spare < 10:
	case side < 3:
		f.right = spare * random.Pick(d.Rand, 0.4, 0.7, 1)
	default:
		f.left = spare * random.Pick(d.Rand, 0.5, 0.8, 1, 1, 1)
	}
	return f
}

func (d *layout) closing(plan issuerPlan) []node {
	var out []node
	b := &d.Bill
	if (len(b.Taxes) > 1 && d.Chance(0.5) || d.Chance(0.08)) && !b.TaxFree {
		out = append(out, d.taxGrid())
	}
	if !d.IsOrder() && (plan.holder || !plan.bankInFoot && d.Chance(0.65)) {
		out = append(out, d.bankNode(plan.holder))
	}
	if plan.aside {
		if d.us.heading == "" {
			d.us.heading = d.LabelWithColon(d.us.key)
		}
		out = append(out, d.partyNode(d.us, partyPlan{name: true, address: true, tax: d.Chance(0.7), contacts: 0.5}))
	}
	out = append(out, d.otherNodes(1)...)
	if !d.IsOrder() && !d.IsCreditNote() && b.Due.IsPositive() && d.Chance(0.06) {
		out = append(out, d.instalments())
	}
	if len(d.Place.Words["previous"]) > 0 && !d.IsOrder() && d.Chance(0.05) {
		out = append(out, d.openItems())
	}
	out = append(out, d.texts()...)
	d.Shuffle(len(out), func(i, k int) { out[i], out[k] = out[k], out[i] })
	if d.Chance(0.35) {
		out = append(out, d.signature())
	}
	return out
}

func (d *layout) texts() []node {
	var out []string
	if t := d.termsText(); t != "" {
		out = append(out, t)
	}
	if !d.IsCreditNote() && !d.IsOrder() && !d.Bill.Due.IsZero() && d.Chance(0.3) {
		if text := d.sentence("pay.sentence"); text != "" {
			out = append(out, text)
			if strings.Contains(text, d.Place.Date(d.DueDate)) {
				d.SetTruth("dueDate", trade.ISODate(d.DueDate))
			}
		}
	}
	if d.Bill.TaxFree && d.Chance(0.8) {
		key := "exempt"
		if !d.Private && d.Place.Country.Iban != "" && d.Chance(0.5) {
			key = "reverse"
		}
		out = append(out, d.sentence(key))
	}
	seen := map[string]bool{}
	for range random.Pick(d.Rand, 0, 0, 1, 1, 2, 3) {
		text := d.Place.InOwnCurrency(d.sentence("small"))
		if !seen[text] && !d.IsOrder() {
			out = append(out, text)
		}
		seen[text] = true
	}
	if d.Chance(0.15) {
		out = append(out, d.advert())
	}
	out = slices.DeleteFunc(out, func(s string) bool { return s == "" })
	return mapAll(out, d.prose)
}

func (d *layout) advert() string {
	c := d.Place.RandomCompany()
	return strings.NewReplacer("{name}", c.Name, "{web}", c.Web, "{brand}", d.Place.Label("brand")).Replace(
		random.Pick(d.Rand, "Powered by {brand} · {web}", "{brand} Invoice 4.2", "{name} - {web}",
			"Software: {brand} ({web})", "{brand} ® {name}"))
}

func (d *layout) termsText() string {
	if d.Truth.Scalars["paymentTerms"] != "" || d.IsCreditNote() || d.Bill.Due.IsZero() || !d.Chance(0.25) {
		return ""
	}
	text := d.DrawTerms()
	return d.Label("termsLabel") + d.Colon() + " " + text
}

func (d *layout) taxGrid() node {
	b := &d.Bill
	head := func(key string) run { return d.labelRun(d.Label(key)) }
	g := grid{font: d.font, rows: [][]run{{head("col.taxRate"), head("subtotal"), head("taxTotal")}},
		gap: random.Pick(d.Rand, 8.0, 16), ruled: d.Chance(0.5), sides: d.Chance(0.5),
		aligns: []trade.Align{trade.AlignLeft, trade.AlignRight, trade.AlignRight}}
	g.size *= d.drawFactor(0.9)
	one := len(b.Taxes) == 1
	for _, s := range b.Taxes {
		row := []run{{text: d.Place.Percent(s.Rate)}, {text: d.signed(d.Place.Amount(s.Base))},
			{text: d.signed(d.Place.Amount(s.Amount))}}
		if one {
			row[1].field, row[2].field = "subtotal", "taxTotal"
		}
		g.rows = append(g.rows, row)
	}
	if summed := !one && d.Chance(0.6); summed {
		g.rows = append(g.rows, []run{{}, {text: d.signed(d.Place.Amount(b.Net)), field: "subtotal"},
			{text: d.signed(d.Place.Amount(b.Tax)), field: "taxTotal"}})
		one = true
	}
	if one {
		d.SetTruth("taxTotal", b.Tax.StringFixed(2))
		if d.Truth.Scalars["subtotal"] == "" {
			d.SetTruth("subtotal", b.Net.StringFixed(2))
		}
	}
	return g
}

func (d *layout) signature() node {
	rows := [][]run{}
	if t := d.sentence("thanks"); t != "" {
		rows = append(rows, []run{{text: t}})
	}
	if d.Chance(0.5) {
		rows = append(rows, []run{{text: d.Place.PersonName()}})
	}
	return textBlock{font: d.font, rows: rows, align: random.Pick(d.Rand, trade.AlignLeft, trade.AlignLeft,
		trade.AlignMiddle, trade.AlignRight)}
}
