package synth

import "strings"

func (t *receiptPrinter) contacts() {
	if t.lateContacts {
		return
	}
	t.printContacts()
}

func (t *receiptPrinter) printContacts() {
	var lines []string
	if t.chance(0.72) {
		phone := t.phone("phone", t.shop.phone)
		t.know("vendorPhone", t.shop.phone)
		lines = append(lines, phone)
		if t.chance(0.25) {
			fax := t.phone("fax", t.place.pattern(pick(t.r, t.place.land.phones...)))
			if t.chance(0.5) {
				lines[0] += pick(t.r, "  ", " ", " / ", ", ") + fax
			} else {
				lines = append(lines, fax)
			}
		}
	}
	if t.chance(0.2) {
		lines = append(lines, t.shop.web)
	}
	if t.chance(0.08) {
		lines = append(lines, t.shop.email)
	}
	for _, l := range lines {
		t.plain(t.shop.at, l)
	}
}

func (t *receiptPrinter) phone(key, number string) string {
	if key == "phone" && t.chance(0.15) {
		return number
	}
	return t.word(key) + pick(t.r, ":", ": ", " ", ". ", " : ") + number
}

func (t *receiptPrinter) taxNumber() {
	if t.lateTax || t.chance(0.4) {
		return
	}
	t.printTaxNumber()
}

func (t *receiptPrinter) printTaxNumber() {
	number := t.shop.taxID
	t.know("vendorTaxId", number)
	text := t.word("taxid") + pick(t.r, ": ", " ", " : ", ":", ". ") + number
	if t.chance(0.15) {
		text = "(" + text + ")"
	}
	t.plain(t.shop.at, text)
}

type detail struct{ label, value string }

func (d detail) text(colon string) string {
	if d.label == "" {
		return d.value
	}
	return d.label + colon + " " + d.value
}

// meta prints date, time, number, cashier and similar details in rows of one or two, in a list with aligned values, or
// continuously.
func (t *receiptPrinter) meta() {
	details := t.details()
	form := t.r.IntN(4)
	t.family = append(t.family, [...]string{"list", "pairs", "aligned", "run"}[form])
	switch form {
	case 0:
		for _, d := range details {
			t.plain(sideLeft, d.text(t.colon))
		}
	case 1:
		t.inPairs(details)
	case 2:
		t.aligned(details)
	case 3:
		t.runTogether(details)
	}
}

func (t *receiptPrinter) inPairs(details []detail) {
	for i := 0; i < len(details); i++ {
		x := t.s.put(t.left, t.y, t.size, cut(details[i].text(t.colon), t.size, t.right-t.left))
		if i+1 < len(details) {
			next := details[i+1].text(t.colon)
			if t.right-width(next, t.size, false) > x+t.size {
				t.s.end(t.right, t.y, t.size, false, next)
				i++
			}
		}
		t.y += t.step
	}
}

func (t *receiptPrinter) aligned(details []detail) {
	longest := 0.0
	for _, d := range details {
		longest = max(longest, width(d.label, t.size, false))
	}
	own := pick(t.r, "", "", ":") // a column of colons
	for _, d := range details {
		if d.label == "" || longest+width(": "+d.value, t.size, false)+t.size > t.right-t.left {
			t.plain(sideLeft, d.text(t.colon))
			continue
		}
		x := t.left + longest + 0.6*t.size
		if own == "" {
			t.s.put(t.left, t.y, t.size, strings.TrimSpace(d.label+t.colon))
			x += width(t.colon, t.size, false)
		} else {
			t.s.put(t.left, t.y, t.size, d.label)
			x = t.s.put(x, t.y, t.size, own) + 0.5*t.size
		}
		t.s.put(x, t.y, t.size, d.value)
		t.y += t.step
	}
}

// runTogether prints as many details per line as fit.
func (t *receiptPrinter) runTogether(details []detail) {
	between := pick(t.r, "  ", " ", "   ", " - ")
	line := ""
	for _, d := range details {
		text := d.text(t.colon)
		if line != "" && width(line+between+text, t.size, false) > t.right-t.left {
			t.plain(t.shop.at, line)
			line = ""
		}
		if line != "" {
			line += between
		}
		line += text
	}
	t.plain(t.shop.at, line)
}
