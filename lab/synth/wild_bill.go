package synth

import (
	"slices"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"
)

// fillWildBill draws the line items, with negative corrections, roundings and credit notes with negative amounts.
func (d *randomDoc) fillWildBill() {
	b := &d.bill
	b.gross = d.private && d.chance(0.45) || d.branch == "hotel" && d.chance(0.6)
	b.taxFree = d.chance(0.1)
	rates := d.ratesOfBill()
	if usual := d.place.taxRates; len(usual) > 2 && !b.taxFree && d.chance(0.08) {
		rates = usual[:3]
	}
	discounts := d.branch == "goods" && d.chance(0.2)
	for range d.wildCount() {
		l := d.drawLine(rates, discounts)
		if len(rates) > 2 && d.chance(0.3) {
			l.rate = rates[2]
		}
		b.lines = append(b.lines, l)
	}
	d.uniqueNames()
	if !d.order() && d.chance(0.07) {
		d.correct(rates)
	}
	for _, l := range b.lines {
		b.items = b.items.Add(l.amount)
	}
	if d.chance(0.15) && b.items.IsPositive() {
		b.percent = decimal.NewFromInt(pick(d.r, int64(2), 3, 5, 10, 15, 20))
		b.discount = part(b.items, b.percent)
	}
	if d.branch == "goods" && d.chance(0.25) {
		b.shipping = decimal.New(pick(d.r, int64(390), 490, 595, 750, 1200, 1850, 2500, 9900), -2)
	}
	b.sum(b.mainRate())
	if form := d.place.label("tax"); len(b.taxes) > 1 && !strings.Contains(form, "{rate}") {
		d.place.words["tax"] = []string{form + " {rate}"}
	}
	d.addAmountDue()
	if d.credit() && d.chance(0.3) {
		d.negative = true
		b.negate()
	}
}

// mainRate returns the tax rate with the largest total, which applies to discount and shipping.
func (b *tradeBill) mainRate() decimal.Decimal {
	most, main := decimal.Zero, b.lines[0].rate
	sums := map[string]decimal.Decimal{}
	for _, l := range b.lines {
		sum := sums[l.rate.String()].Add(l.amount)
		sums[l.rate.String()] = sum
		if sum.GreaterThan(most) {
			most, main = sum, l.rate
		}
	}
	return main
}

// wildCount draws the number of lines. Long tables are more frequent than in printed letters.
func (d *randomDoc) wildCount() int {
	switch n := d.r.IntN(20); {
	case n < 5:
		return 1 + d.r.IntN(2)
	case n < 12:
		return 3 + d.r.IntN(6)
	case n < 18:
		return 6 + d.r.IntN(14)
	}
	return 20 + d.r.IntN(26)
}

func (d *randomDoc) correct(rates []decimal.Decimal) {
	l := d.drawLine(rates, false)
	l.price = l.price.Div(decimal.NewFromInt(4)).Round(2)
	l.amount = l.price.Mul(l.count).Round(2).Neg()
	if d.chance(0.5) {
		l.count = l.count.Neg()
	} else {
		l.price = l.price.Neg()
	}
	sum := decimal.Zero
	for _, o := range d.bill.lines {
		sum = sum.Add(o.amount)
	}
	if sum.Add(l.amount).IsPositive() {
		d.bill.lines = append(d.bill.lines, l)
	}
}

// negate changes the signs of all amounts except unit prices.
func (b *tradeBill) negate() {
	for i := range b.lines {
		b.lines[i].count, b.lines[i].amount = b.lines[i].count.Neg(), b.lines[i].amount.Neg()
	}
	for i := range b.taxes {
		b.taxes[i].base, b.taxes[i].amount = b.taxes[i].base.Neg(), b.taxes[i].amount.Neg()
	}
	for _, v := range []*decimal.Decimal{&b.items, &b.discount, &b.shipping, &b.net, &b.tax, &b.total, &b.due} {
		*v = v.Neg()
	}
}

func (d *randomDoc) signed(s string) string {
	rest, negative := strings.CutPrefix(s, "-")
	if !negative || d.minus == "-" {
		return s
	}
	switch d.minus {
	case "()":
		return "(" + rest + ")"
	case "end":
		if last := rest[len(rest)-1]; last >= '0' && last <= '9' {
			return rest + "-"
		}
		return s
	}
	return d.minus + rest
}

// wildSums returns the printed totals, with rounding if the country rounds.
func (d *randomDoc) wildSums() []sumRow {
	b := &d.bill
	var rounding decimal.Decimal
	if d.place.currency != "EUR" && b.due.Equal(b.total) && !d.order() && d.chance(0.06) {
		whole := b.due.Mul(decimal.NewFromInt(20)).Round(0).Div(decimal.NewFromInt(20)).Round(2)
		if d.chance(0.5) {
			whole = b.due.Round(0)
		}
		rounding = whole.Sub(b.due)
		b.due = whole
	}
	rows := d.designDoc.sumRows()
	if !rounding.IsZero() {
		at := len(rows) - 1
		row := sumRow{label: d.labeled("rounding"), value: d.sumMoney(rounding)}
		rows = append(rows[:at:at], row, rows[at])
	}
	for i := range rows {
		rows[i].value = d.signed(rows[i].value)
		if d.order() && (rows[i].field == "discountTotal" || rows[i].field == "shippingTotal") {
			rows[i].field = "" // orders lack these fields
		}
	}
	return rows
}

func (d *randomDoc) knowSums(rows []sumRow) {
	for _, r := range rows {
		if r.field != "" {
			d.know(r.field, r.norm)
		}
	}
}

// totalFact repeats the total or the amount due among the facts of the head.
func (d *randomDoc) totalFact() {
	if !d.chance(0.35) {
		return
	}
	for i := len(d.printedSums) - 1; i >= 0; i-- {
		if r := d.printedSums[i]; r.main && r.field != "" && !clash(d.facts, r.label) {
			f := fact{"total", r.label, r.value, r.field, r.norm}
			at := d.r.IntN(len(d.facts) + 1)
			d.facts = slices.Insert(d.facts, at, f)
			return
		}
	}
}

func (d *randomDoc) openItems() node {
	g := grid{ink: d.ink, gap: 14, aligns: []tableAlign{alignLeft, alignLeft, alignRight}, ruled: d.chance(0.3)}
	if d.chance(0.5) {
		g.rows = append(g.rows, []run{{text: d.label("invoiceNumber"), field: "label"},
			{text: d.label("invoiceDate"), field: "label"}, {text: d.label("total"), field: "label"}})
	}
	for range 1 + d.r.IntN(3) {
		sum := decimal.New(int64(500+d.r.IntN(90000)), -2)
		g.rows = append(g.rows, []run{{text: d.earlierNumber()},
			{text: d.place.date(d.issued.AddDate(0, 0, -20-d.r.IntN(200)))}, {text: d.sumMoney(sum)}})
	}
	if words := d.place.words["previous"]; len(words) > 0 {
		head := textBlock{ink: d.ink, rows: [][]run{{{text: pick(d.r, words...), field: "label", bold: d.style.bold}}}}
		return stack{nodes: []node{head, g}, gap: 2}
	}
	return g
}

// installments is a payment plan after the totals.
func (d *randomDoc) installments() node {
	n := 2 + d.r.IntN(3)
	rows := [][]run{}
	part := d.bill.due.Div(decimal.NewFromInt(int64(n))).Round(2)
	for i := range n {
		rows = append(rows, []run{{text: strconv.Itoa(i+1) + "."},
			{text: d.place.date(d.issued.AddDate(0, i+1, 0))}, {text: d.sumMoney(part)}})
	}
	return grid{ink: d.ink, rows: rows, aligns: []tableAlign{alignLeft, alignLeft, alignRight}, gap: 12}
}
