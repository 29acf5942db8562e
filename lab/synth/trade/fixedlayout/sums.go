package fixedlayout

import (
	"strings"

	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/sheet"
	"github.com/docmill/docmill/lab/synth/trade"
)

func (t *layout) sums() {
	rows := t.SumRows()
	size := t.Style.Size
	t.ensure(float64(len(rows)+1) * size * t.lead * 1.3)
	switch t.forms.sums {
	case "across":
		if len(rows) <= 5 {
			t.sumsAcross(rows)
			break
		}
		t.sumsDown(rows, 0.55, 1, trade.AlignLeft)
	case "wide":
		t.sumsDown(rows, 0, 1, random.Pick(t.Rand, trade.AlignLeft, trade.AlignRight))
	case "left":
		t.sumsDown(rows, 0, random.Pick(t.Rand, 0.4, 0.5), trade.AlignLeft)
	default:
		t.sumsDown(rows, random.Pick(t.Rand, 0.45, 0.55, 0.6), 1, random.Pick(t.Rand, trade.AlignLeft, trade.AlignLeft,
			trade.AlignRight))
	}
	for _, r := range rows {
		if t.IsOrder() && (r.Field == "discountTotal" || r.Field == "shippingTotal") {
			continue // orders lack these fields
		}
		if r.Field != "" {
			t.SetTruth(r.Field, r.Norm)
		}
	}
	if len(t.Bill.Taxes) > 1 && t.Chance(0.5) || t.Chance(0.06) && !t.Bill.TaxFree {
		t.taxTable()
	}
	t.taxNote()
}

func (t *layout) sumsDown(rows []trade.SumRow, from, to float64, align trade.Align) {
	c := t.column(from, to)
	c.w += 8
	boldMain, big := t.Chance(0.7), random.Pick(t.Rand, 1.0, 1, 1.1, 1.25)
	ruled := t.Chance(0.4)
	values := 0.0
	for _, r := range rows {
		values = max(values, sheet.TextWidth(r.Value, c.size*big, r.Main && boldMain))
	}
	for _, r := range rows {
		size, bold := c.size, r.Main && boldMain
		if r.Main {
			size *= big
		}
		if r.Main && ruled {
			c.y += 3
			t.sheet.AddRule(c.x, c.y-0.95*size, c.x+c.w, c.y-0.95*size)
		}
		room := c.w - values - 8
		label := sheet.FitSize(r.Label, size, bold, room)
		if align == trade.AlignRight {
			t.sheet.SetRight(c.x+room, c.y, label, bold, r.Label)
		} else {
			t.sheet.Set(c.x, c.y, label, bold, r.Label)
		}
		t.sheet.SetRight(c.x+c.w, c.y, size, bold, r.Value)
		c.y += size * max(t.lead, 1.3)
	}
	t.below(4, c)
}

func (t *layout) sumsAcross(rows []trade.SumRow) {
	room := (t.right - t.left) / float64(len(rows))
	size := t.Style.Size
	t.y += 4
	top := t.y - size - 2
	for i, r := range rows {
		x := t.left + float64(i+1)*room - 4
		t.sheet.SetRight(x, t.y, sheet.FitSize(r.Label, size, t.Style.Bold, room-8), t.Style.Bold, r.Label)
		t.sheet.SetRight(x, t.y+size*1.6, sheet.FitSize(r.Value, size, r.Main, room-8), r.Main, r.Value)
	}
	if t.Chance(0.6) {
		for _, y := range []float64{top, t.y + 0.4*size, t.y + 2.1*size} {
			t.sheet.AddRule(t.left, y, t.right, y)
		}
	}
	t.y += size * 3.6
}

func (t *layout) taxTable() {
	b := &t.Bill
	size := t.Style.Size * 0.9
	t.ensure(float64(len(b.Taxes)+4) * size * 1.4)
	if t.Chance(0.4) {
		t.sheet.Put(t.left, t.y, size, t.Label("taxSummary"))
		t.y += size * 1.5
	}
	heads := []string{t.Label("col.taxRate"), t.Label("taxBase"), t.Label("taxTotal"), t.Label("total")}
	rows := [][]string{}
	for _, s := range b.Taxes {
		rows = append(rows, []string{t.Place.Percent(s.Rate), t.Place.Amount(s.Base), t.Place.Amount(s.Amount),
			t.Place.Amount(s.Base.Add(s.Amount))})
	}
	summed := len(b.Taxes) > 1 && t.Chance(0.6)
	if summed {
		rows = append(rows, []string{"", t.Place.Amount(b.Net), t.Place.Amount(b.Tax), t.Place.Amount(b.Total)})
	}
	n := random.Pick(t.Rand, 3, 4)
	room := min(92, (t.right-t.left)/float64(n))
	for i := range n {
		x := t.left + float64(i+1)*room - 6
		t.sheet.SetRight(x, t.y, sheet.FitSize(heads[i], size, t.Style.Bold, room-8), t.Style.Bold, heads[i])
		for k, r := range rows {
			t.sheet.SetRight(x, t.y+float64(k+1)*size*1.35, sheet.FitSize(r[i], size, false, room-8), false, r[i])
		}
	}
	if t.Chance(0.5) {
		t.sheet.AddRule(t.left, t.y+0.35*size, t.left+float64(n)*room, t.y+0.35*size)
	}
	t.y += float64(len(rows)+2) * size * 1.35
	if summed || len(b.Taxes) == 1 {
		t.SetTruth("taxTotal", b.Tax.StringFixed(2))
		if t.Truth.Scalars["subtotal"] == "" {
			t.SetTruth("subtotal", b.Net.StringFixed(2))
		}
	}
}

func (t *layout) taxNote() {
	if !t.Bill.TaxFree || !t.Chance(0.8) {
		return
	}
	key := "exempt"
	if !t.Private && t.Place.Country.Iban != "" && t.Place.Country.Currency == "EUR" && t.Chance(0.5) {
		key = "reverse"
	}
	text := t.Place.Label(key)
	if t.Place.Language == "en" {
		text = strings.ReplaceAll(text, "VAT", t.Place.TaxName)
	}
	c := t.column(0, 1)
	c.para(text)
	t.below(4, c)
}
