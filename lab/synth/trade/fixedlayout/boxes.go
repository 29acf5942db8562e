package fixedlayout

import (
	"strings"

	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/sheet"
	"github.com/docmill/docmill/lab/synth/trade"
)

func (t *layout) overview() {
	p := 0.06
	if t.Branch == "subscription" || t.Branch == "telecom" || t.Branch == "utility" {
		p = 0.35
	}
	b := &t.Bill
	if t.IsOrder() || t.IsCreditNote() || b.Due.IsZero() || !t.Chance(p) {
		return
	}
	due := trade.Fact{Label: t.LabelWithColon("amountDue"), Value: t.Place.Money(b.Due), Field: "amountDue",
		Norm: b.Due.StringFixed(2)}
	facts := []trade.Fact{due}
	if t.Chance(0.6) {
		facts = append(facts, trade.Fact{Label: t.LabelWithColon("dueDate"), Value: t.Place.Date(t.DueDate), Field: "dueDate",
			Norm: trade.ISODate(t.DueDate)})
	}
	if t.Chance(0.4) {
		facts = append([]trade.Fact{{Label: t.numberFact().Label, Value: t.Number}}, facts...)
	}
	for _, f := range facts {
		t.SetFactTruth(f)
	}
	t.y += 6
	if t.Chance(0.5) {
		t.metaRow(facts, t.Chance(0.5))
		return
	}
	t.overviewBox(facts)
}

func (t *layout) overviewBox(facts []trade.Fact) {
	from := random.Pick(t.Rand, 0.0, 0, 0.5)
	c := t.column(from, from+0.5)
	top := c.y - c.size - 4
	c.x += 6
	c.w -= 12
	for _, f := range facts {
		main := f.Field == "amountDue"
		c.s.Set(c.x, c.y, sheet.FitSize(f.Label, c.size, true, c.w*0.6), main, f.Label)
		c.s.SetRight(c.x+c.w, c.y, sheet.FitSize(f.Value, c.size, true, c.w*0.38), main, f.Value)
		c.y += c.size * max(t.lead, 1.35)
	}
	if t.Chance(0.7) {
		t.sheet.AddBox(c.x-6, top, c.x+c.w+6, c.y-c.size+4)
	}
	t.below(10, c)
}

func (t *layout) list() {
	mark := random.Pick(t.Rand, "", "- ", "• ", "")
	counted := t.Chance(0.5)
	c := t.column(random.Pick(t.Rand, 0.0, 0.05), random.Pick(t.Rand, 0.7, 0.9, 1))
	c.y += 6
	for _, l := range t.Bill.Lines {
		row := map[string]string{"description": l.Name, "amount": l.Amount.StringFixed(2)}
		text := mark + l.Name
		if counted && l.Discount.IsZero() {
			row["quantity"], row["unitPrice"] = l.Count.String(), l.Price.StringFixed(2)
			count := t.Place.Quantity(l.Count)
			if l.Unit != "" && t.Chance(0.6) {
				count, row["unit"] = count+" "+l.Unit, l.Unit
			}
			text += random.Pick(t.Rand, ", ", ": ") + count + random.Pick(t.Rand, " x ", " à ") + t.Place.Money(l.Price)
		}
		value := t.Place.Money(l.Amount)
		c.s.Put(c.x, c.y, sheet.FitSize(text, c.size, false, c.w-sheet.TextWidth(value, c.size, false)-10), text)
		c.s.SetRight(c.x+c.w, c.y, c.size, false, value)
		c.y += c.size * c.lead
		t.Truth.LineItems = append(t.Truth.LineItems, row)
	}
	t.below(8, c)
}

func (t *layout) paymentSlip() {
	if t.IsOrder() || t.IsCreditNote() || t.Bill.Due.IsZero() || !t.Chance(0.06) || t.y+90 > t.bottom {
		return
	}
	t.y += 16
	if t.Chance(0.5) {
		dashes := strings.Repeat("- ", int((t.right-t.left)/sheet.TextWidth("- ", 8, false)))
		t.sheet.Put(t.left, t.y, 8, dashes)
		t.y += 14
	}
	t.y += 4
	facts := []trade.Fact{{Label: t.numberFact().Label, Value: t.Number},
		{Label: t.LabelWithColon("amountDue"), Value: t.Place.Money(t.Bill.Due)}}
	t.SetTruth("amountDue", t.Bill.Due.StringFixed(2))
	c := t.column(random.Pick(t.Rand, 0.0, 0.5), 1)
	for _, f := range facts {
		t.metaPair(c, f)
	}
	t.below(4, c)
}
