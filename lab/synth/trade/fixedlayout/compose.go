// Package fixedlayout places invoices, credit notes and orders on pages with parts from lists of designs: heads, facts,
// tables, totals and closings.
package fixedlayout

import (
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/lab/synth/draft"
	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/trade"
)

// Compose adds a document to an empty draft. form is the form of its item table, one of trade.ItemForms, or "".
func Compose(c *draft.Draft, kind result.DocumentType, form string) {
	t := &layout{Document: trade.NewDocument(c, kind)}
	t.Form = form
	if t.Form != "" {
		t.Branch = "goods"
	}
	t.Issuer, t.Addressee = c.Place.RandomCompany(), c.Place.RandomCompany()
	if t.Private {
		t.Addressee = c.Place.PrivateCustomer()
	}
	t.drawStyle()
	t.newSheet()
	t.DrawBill()
	t.DrawFacts()
	t.composeHead()
	t.intro()
	t.overview()
	t.items()
	t.sums()
	t.closing()
	t.paymentSlip()
	t.finish()
	c.Layout = "trade/" + t.forms.head + "-" + t.forms.meta
	if t.Form != "" {
		c.Layout += "-" + t.Form
	}
}

func (t *layout) items() {
	if len(t.Bill.Lines) <= 5 && len(t.Bill.Taxes) == 1 && t.Branch != "goods" && t.Chance(0.12) {
		t.list()
		return
	}
	t.table()
}

func (t *layout) drawStyle() {
	t.forms = forms{
		head: random.Pick(t.Rand, "left", "left", "right", "right", "centre", "footed", "window", "window", "parties",
			"parties", "form"),
		meta:  random.Pick(t.Rand, "pairs", "pairs", "tabs", "tabs", "edge", "grid", "grid", "stack", "prose"),
		table: random.Pick(t.Rand, "ruled", "ruled", "boxed", "plain", "lined"),
		sums:  random.Pick(t.Rand, "right", "right", "right", "right", "wide", "across", "left"),
		close: random.Pick(t.Rand, "footer", "footer", "block", "line"),
	}
	t.Style = trade.Style{
		Size:  random.Pick(t.Rand, 7.5, 8, 8.5, 9, 9, 9.5, 10, 10, 10.5, 11),
		Colon: random.Pick(t.Rand, ":", ":", ":", "", "", " :"),
		Upper: t.Chance(0.1), Bold: t.Chance(0.35), Signs: t.Chance(0.35), SumSigns: t.Chance(0.65),
	}
	if t.forms.head == "footed" {
		t.forms.close = "footer"
	}
}
