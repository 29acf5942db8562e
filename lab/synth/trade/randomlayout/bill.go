package randomlayout

import (
	"slices"
	"strconv"
	"strings"

	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/trade"
	"github.com/shopspring/decimal"
)

// drawBill draws the line items, with negative corrections, roundings and credit notes with negative amounts.
func (d *layout) drawBill() {
	b := &d.Bill
	b.Gross = d.Private && d.Chance(0.45) || d.Branch == "hotel" && d.Chance(0.6)
	b.TaxFree = d.Chance(0.1)
	rates := d.RatesOfBill()
	if usual := d.Place.TaxRates; len(usual) > 2 && !b.TaxFree && d.Chance(0.08) {
		rates = usual[:3]
	}
	discounts := d.Branch == "goods" && d.Chance(0.2)
	for range d.lineCount() {
		l := d.DrawLine(rates, discounts)
		if len(rates) > 2 && d.Chance(0.3) {
			l.Rate = rates[2]
		}
		b.Lines = append(b.Lines, l)
	}
	d.UniqueNames()
	if !d.IsOrder() && d.Chance(0.07) {
		d.addCorrection(rates)
	}
	for _, l := range b.Lines {
		b.Items = b.Items.Add(l.Amount)
	}
	if d.Chance(0.15) && b.Items.IsPositive() {
		b.Percent = decimal.NewFromInt(random.Pick(d.Rand, int64(2), 3, 5, 10, 15, 20))
		b.Discount = trade.PercentOf(b.Items, b.Percent)
	}
	if d.Branch == "goods" && d.Chance(0.25) {
		b.Shipping = decimal.New(random.Pick(d.Rand, int64(390), 490, 595, 750, 1200, 1850, 2500, 9900), -2)
	}
	b.Sum(b.MainRate())
	if form := d.Place.Label("tax"); len(b.Taxes) > 1 && !strings.Contains(form, "{rate}") {
		d.Place.Words["tax"] = []string{form + " {rate}"}
	}
	d.DrawPayments()
	if d.IsCreditNote() && d.Chance(0.3) {
		d.negative = true
		b.Negate()
	}
}

// lineCount draws the number of lines. Long tables are more frequent than in printed letters.
func (d *layout) lineCount() int {
	switch n := d.IntN(20); {
	case n < 5:
		return 1 + d.IntN(2)
	case n < 12:
		return 3 + d.IntN(6)
	case n < 18:
		return 6 + d.IntN(14)
	}
	return 20 + d.IntN(26)
}

func (d *layout) addCorrection(rates []decimal.Decimal) {
	l := d.DrawLine(rates, false)
	l.Price = l.Price.Div(decimal.NewFromInt(4)).Round(2)
	l.Amount = l.Price.Mul(l.Count).Round(2).Neg()
	if d.Chance(0.5) {
		l.Count = l.Count.Neg()
	} else {
		l.Price = l.Price.Neg()
	}
	sum := decimal.Zero
	for _, o := range d.Bill.Lines {
		sum = sum.Add(o.Amount)
	}
	if sum.Add(l.Amount).IsPositive() {
		d.Bill.Lines = append(d.Bill.Lines, l)
	}
}

func (d *layout) signed(s string) string {
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

// drawSumRows returns the printed totals, with rounding if the country rounds.
func (d *layout) drawSumRows() []trade.SumRow {
	b := &d.Bill
	var rounding decimal.Decimal
	if d.Place.Country.Currency != "EUR" && b.Due.Equal(b.Total) && !d.IsOrder() && d.Chance(0.06) {
		whole := b.Due.Mul(decimal.NewFromInt(20)).Round(0).Div(decimal.NewFromInt(20)).Round(2)
		if d.Chance(0.5) {
			whole = b.Due.Round(0)
		}
		rounding = whole.Sub(b.Due)
		b.Due = whole
	}
	rows := d.Document.SumRows()
	if !rounding.IsZero() {
		at := len(rows) - 1
		row := trade.SumRow{Label: d.LabelWithColon("rounding"), Value: d.SumMoney(rounding)}
		rows = append(rows[:at:at], row, rows[at])
	}
	for i := range rows {
		rows[i].Value = d.signed(rows[i].Value)
		if d.IsOrder() && (rows[i].Field == "discountTotal" || rows[i].Field == "shippingTotal") {
			rows[i].Field = "" // orders lack these fields
		}
	}
	return rows
}

func (d *layout) setSumTruth(rows []trade.SumRow) {
	for _, r := range rows {
		if r.Field != "" {
			d.SetTruth(r.Field, r.Norm)
		}
	}
}

func (d *layout) totalFact() {
	if !d.Chance(0.35) {
		return
	}
	for i := len(d.printedSums) - 1; i >= 0; i-- {
		if r := d.printedSums[i]; r.Main && r.Field != "" && !trade.HasLabel(d.Facts, r.Label) {
			f := trade.Fact{Key: "total", Label: r.Label, Value: r.Value, Field: r.Field, Norm: r.Norm}
			at := d.IntN(len(d.Facts) + 1)
			d.Facts = slices.Insert(d.Facts, at, f)
			return
		}
	}
}

func (d *layout) openItems() node {
	g := grid{font: d.font, gap: 14, aligns: []trade.Align{trade.AlignLeft, trade.AlignLeft, trade.AlignRight},
		ruled: d.Chance(0.3)}
	if d.Chance(0.5) {
		g.rows = append(g.rows, []run{{text: d.Label("invoiceNumber"), field: "label"},
			{text: d.Label("invoiceDate"), field: "label"}, {text: d.Label("total"), field: "label"}})
	}
	for range 1 + d.IntN(3) {
		sum := decimal.New(int64(500+d.IntN(90000)), -2)
		g.rows = append(g.rows, []run{{text: d.EarlierNumber()},
			{text: d.Place.Date(d.Issued.AddDate(0, 0, -20-d.IntN(200)))}, {text: d.SumMoney(sum)}})
	}
	if words := d.Place.Words["previous"]; len(words) > 0 {
		head := textBlock{font: d.font, rows: [][]run{{{text: random.Pick(d.Rand, words...), field: "label",
			bold: d.Style.Bold}}}}
		return stack{nodes: []node{head, g}, gap: 2}
	}
	return g
}

func (d *layout) instalments() node {
	n := 2 + d.IntN(3)
	rows := [][]run{}
	part := d.Bill.Due.Div(decimal.NewFromInt(int64(n))).Round(2)
	for i := range n {
		rows = append(rows, []run{{text: strconv.Itoa(i+1) + "."},
			{text: d.Place.Date(d.Issued.AddDate(0, i+1, 0))}, {text: d.SumMoney(part)}})
	}
	return grid{font: d.font, rows: rows, aligns: []trade.Align{trade.AlignLeft, trade.AlignLeft, trade.AlignRight},
		gap: 12}
}
