package fixedlayout

import (
	"strings"

	"github.com/docmill/docmill/lab/synth/locale"
	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/sheet"
	"github.com/docmill/docmill/lab/synth/trade"
)

func (t *layout) closing() {
	t.y += random.Pick(t.Rand, 4.0, 10, 18)
	parts := []func(){t.terms, t.paySentence, t.bankBlock}
	if t.IsOrder() {
		parts = []func(){t.terms}
	}
	if t.Chance(0.4) {
		t.Shuffle(len(parts), func(i, k int) { parts[i], parts[k] = parts[k], parts[i] })
	}
	for _, p := range parts {
		p()
	}
	t.notes()
	if t.Chance(0.35) {
		t.passage(t.Place.Label("thanks"), false)
		if t.Chance(0.4) {
			t.y += t.Style.Size * 2
			t.passage(random.Pick(t.Rand, t.Place.PersonName(), t.Issuer.Name), false)
		}
	}
}

// passage sets a text across the page. It omits an optional text if there is no room.
func (t *layout) passage(text string, must bool) {
	if text == "" {
		return
	}
	lines := sheet.Wrap(text, t.Style.Size, false, t.right-t.left)
	height := float64(len(lines)+1) * t.Style.Size * t.lead
	if must {
		t.ensure(height)
	} else if t.y+height > t.bottom {
		return
	}
	c := t.column(0, 1)
	c.w += 8
	c.text(lines...)
	t.below(t.Style.Size*random.Pick(t.Rand, 0.2, 0.5, 1), c)
}

func (t *layout) terms() {
	for _, f := range t.Facts {
		if f.Field == "paymentTerms" {
			return
		}
	}
	if t.IsCreditNote() || !t.Chance(0.3) || t.Bill.Due.IsZero() {
		return
	}
	text := t.DrawTerms()
	if len(text) < 16 || t.Chance(0.6) {
		text = t.Label("termsLabel") + t.Colon() + " " + text
	}
	t.passage(text, true)
}

func (t *layout) paySentence() {
	if t.IsCreditNote() || t.Bill.Due.IsZero() {
		if t.Bill.Due.IsZero() && t.Chance(0.6) {
			t.passage(t.Place.Label("paid.sentence"), false)
		}
		return
	}
	if !t.Chance(0.35) {
		return
	}
	t.passage(t.Fill(t.Place.Label("pay.sentence")), true)
	t.SetTruth("dueDate", trade.ISODate(t.DueDate))
}

// bankLines returns the bank details; the first line is the bank's name.
func (t *layout) bankLines() []string {
	t.Printed["bank"] = true
	c := t.Issuer
	var lines []string
	if t.Chance(0.7) {
		lines = append(lines, random.Pick(t.Rand, t.Label("bank")+t.Colon()+" "+c.Bank, c.Bank))
	}
	if t.Chance(0.25) {
		lines = append(lines, t.Label("accountHolder")+t.Colon()+" "+c.Name)
	}
	if c.Iban == "" {
		lines = append(lines, t.Label("accountNumber")+t.Colon()+" "+c.Account)
	} else {
		lines = append(lines, t.Label("iban")+t.Colon()+" "+t.PrintedIBAN(c.Iban))
		t.SetTruth("iban", c.Iban)
	}
	if t.Chance(0.65) {
		lines = append(lines, t.Label("bic")+t.Colon()+" "+c.Bic)
		t.SetTruth("bic", c.Bic)
	}
	if c.Iban != "" && t.Chance(0.05) { // a second account
		lines = append(lines, t.Place.Label("bankName"), t.PrintedIBAN(locale.IBAN(t.Rand, t.Place.Country.Code,
			t.Place.Country.Iban)))
	}
	return lines
}

func (t *layout) bankBlock() {
	p := 0.7
	if t.forms.close == "footer" {
		p = 0.15
	} else if t.IsCreditNote() {
		p = 0.3
	}
	if !t.Chance(p) {
		return
	}
	lines := t.bankLines()
	if t.Chance(0.5) {
		lines = append([]string{t.Label("bankDetails") + t.Colon()}, lines...)
	} else if t.Chance(0.3) {
		lines = []string{strings.Join(lines, random.Pick(t.Rand, ", ", " - ", " | ", "   "))}
	}
	t.ensure(float64(len(lines)) * t.Style.Size * t.lead)
	c := t.column(0, random.Pick(t.Rand, 0.6, 0.75, 1))
	c.text(lines...)
	t.below(t.Style.Size*0.6, c)
}

func (t *layout) notes() {
	if t.IsOrder() {
		return
	}
	seen := map[string]bool{}
	for range random.Pick(t.Rand, 0, 0, 1, 1, 2, 3) {
		text := t.Place.InOwnCurrency(t.Place.Label("small"))
		if !seen[text] {
			t.passage(text, false)
		}
		seen[text] = true
	}
}
