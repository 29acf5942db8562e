package synth

import (
	"strconv"
	"strings"
)

// closing sets the parts after the totals: terms, a sentence about the payment, the bank, notes and thanks.
func (t *designDoc) closing() {
	t.y += pick(t.r, 4.0, 10, 18)
	parts := []func(){t.terms, t.paySentence, t.bankBlock}
	if t.order() {
		parts = []func(){t.terms}
	}
	if t.chance(0.4) {
		t.r.Shuffle(len(parts), func(i, k int) { parts[i], parts[k] = parts[k], parts[i] })
	}
	for _, p := range parts {
		p()
	}
	t.notes()
	if t.chance(0.35) {
		t.passage(t.place.label("thanks"), false)
		if t.chance(0.4) {
			t.y += t.style.size * 2
			t.passage(pick(t.r, t.place.person(), t.issuer.name), false)
		}
	}
}

// passage sets a text across the page. It omits an optional text if there is no room.
func (t *designDoc) passage(text string, must bool) {
	if text == "" {
		return
	}
	lines := wrapped(text, t.style.size, false, t.right-t.left)
	height := float64(len(lines)+1) * t.style.size * t.lead
	if must {
		t.ensure(height)
	} else if t.y+height > t.bottom {
		return
	}
	c := t.column(0, 1)
	c.w += 8
	c.text(lines...)
	t.below(t.style.size*pick(t.r, 0.2, 0.5, 1), c)
}

func (t *designDoc) terms() {
	for _, f := range t.facts {
		if f.field == "paymentTerms" {
			return
		}
	}
	if t.credit() || !t.chance(0.3) || t.bill.due.IsZero() {
		return
	}
	days := int(t.dueDate.Sub(t.issued).Hours() / 24)
	if t.order() {
		days = pick(t.r, 14, 30, 60)
	}
	text := strings.ReplaceAll(t.place.label("terms"), "{days}", strconv.Itoa(days))
	if !t.order() {
		t.know("paymentTerms", text)
	}
	if len(text) < 16 || t.chance(0.6) {
		text = t.label("termsLabel") + t.colonAlways() + " " + text
	}
	t.passage(text, true)
}

func (t *designDoc) paySentence() {
	if t.credit() || t.bill.due.IsZero() {
		if t.bill.due.IsZero() && t.chance(0.6) {
			t.passage(t.place.label("paid.sentence"), false)
		}
		return
	}
	if !t.chance(0.35) {
		return
	}
	t.passage(t.fill(t.place.label("pay.sentence")), true)
	t.know("dueDate", iso(t.dueDate))
}

// bankLines returns the bank details; the first line is the bank's name.
func (t *designDoc) bankLines() []string {
	t.told["bank"] = true
	c := t.issuer
	var lines []string
	if t.chance(0.7) {
		lines = append(lines, pick(t.r, t.label("bank")+t.colonAlways()+" "+c.bank, c.bank))
	}
	if t.chance(0.25) {
		lines = append(lines, t.label("accountHolder")+t.colonAlways()+" "+c.name)
	}
	if c.iban == "" {
		lines = append(lines, t.label("accountNumber")+t.colonAlways()+" "+c.account)
	} else {
		lines = append(lines, t.label("iban")+t.colonAlways()+" "+t.printedIBAN(c.iban))
		t.know("iban", c.iban)
	}
	if t.chance(0.65) {
		lines = append(lines, t.label("bic")+t.colonAlways()+" "+c.bic)
		t.know("bic", c.bic)
	}
	if c.iban != "" && t.chance(0.05) { // a second account
		lines = append(lines, t.place.label("bankName"), t.printedIBAN(iban(t.r, t.place.country, t.place.land.iban)))
	}
	return lines
}

func (t *designDoc) printedIBAN(compact string) string {
	if t.chance(0.3) {
		return compact
	}
	var sb strings.Builder
	for i, c := range compact {
		if i > 0 && i%4 == 0 {
			sb.WriteByte(' ')
		}
		sb.WriteRune(c)
	}
	return sb.String()
}

func (t *designDoc) bankBlock() {
	p := 0.7
	if t.style.close == "footer" {
		p = 0.15
	} else if t.credit() {
		p = 0.3
	}
	if !t.chance(p) {
		return
	}
	lines := t.bankLines()
	if t.chance(0.5) {
		lines = append([]string{t.label("bankDetails") + t.colonAlways()}, lines...)
	} else if t.chance(0.3) {
		lines = []string{strings.Join(lines, pick(t.r, ", ", " - ", " | ", "   "))}
	}
	t.ensure(float64(len(lines)) * t.style.size * t.lead)
	c := t.column(0, pick(t.r, 0.6, 0.75, 1))
	c.text(lines...)
	t.below(t.style.size*0.6, c)
}

func (t *designDoc) notes() {
	if t.order() {
		return
	}
	seen := map[string]bool{}
	for range pick(t.r, 0, 0, 1, 1, 2, 3) {
		text := t.place.label("small")
		if t.place.currency != "EUR" {
			text = strings.NewReplacer("EUR", t.place.currency, "€", t.place.symbol, "euro", t.place.currency).Replace(text)
		}
		if !seen[text] {
			t.passage(text, false)
		}
		seen[text] = true
	}
}
