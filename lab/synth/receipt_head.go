package synth

import (
	"strings"
	"unicode"
)

type letterhead struct {
	company
	brand string // the shop name, or "" if it is the company's
	reg   string // number in a company register
	at    side
}

// head prints name, address and numbers of the shop. The foot may print tax number and telephone instead.
func (t *receiptPrinter) head() {
	h := &t.shop
	*h = t.letterhead()
	title := t.chance(0.5)
	early := title && t.chance(0.2)
	if early {
		t.plain(h.at, t.word("title"))
	}
	t.preamble()
	t.names(h)
	blocks := []func(){t.address, t.contacts, t.taxNumber}
	if t.chance(0.2) {
		t.r.Shuffle(len(blocks), func(i, j int) { blocks[i], blocks[j] = blocks[j], blocks[i] })
	} else if t.chance(0.4) {
		blocks[1], blocks[2] = blocks[2], blocks[1]
	}
	t.lateTax, t.lateContacts = t.chance(0.1), t.chance(0.1)
	for i, block := range blocks {
		if i == 1 && t.chance(0.12) {
			t.plain(h.at, t.word("slogan"))
		}
		block()
	}
	if t.chance(0.4) {
		t.gap()
	}
	if title && !early {
		t.line(pick(t.r, h.at, sideMiddle), t.size*pick(t.r, 1, 1, 1.2, 1.4), t.chance(0.4), t.word("title"))
	}
}

func (t *receiptPrinter) letterhead() letterhead {
	h := letterhead{company: t.place.company(), at: pick(t.r, sideMiddle, sideMiddle, sideMiddle, sideLeft)}
	if k := strings.Index(h.name, " ("); k > 3 {
		h.name = h.name[:k] // the register number is printed separately
	}
	h.phone = strings.TrimLeftFunc(h.phone, unicode.IsLetter) // the till has a separate label
	h.phone = strings.TrimLeft(h.phone, ". ")
	switch n := t.r.IntN(20); {
	case n < 9:
		h.name = t.shopName()
		t.family = append(t.family, "shop")
	case n < 13 && t.incorporated(h.name):
		h.brand = t.shopName()
		t.family = append(t.family, "both")
	default:
		t.family = append(t.family, "company")
	}
	switch t.place.country {
	case "MY":
		h.reg = t.place.pattern(pick(t.r, "*#####-@", "*######-@", "20*#########", "00*######-@", "JM0######-@"))
	case "SG", "GB", "IE", "FR", "PT", "PL", "IT":
		h.reg = t.place.pattern(pick(t.r, "*########", "*######", "*#####-#"))
	}
	return h
}

func (t *receiptPrinter) incorporated(name string) bool {
	for _, form := range t.place.land.forms {
		form, _, _ = strings.Cut(strings.Trim(form, ", "), " (")
		if len(form) > 1 && strings.Contains(name, form) {
			return true
		}
	}
	return false
}

func (t *receiptPrinter) shopName() string {
	kind := t.place.label("till-shop" + t.trade)
	name := t.place.label("last")
	switch t.r.IntN(9) {
	case 0:
		name = t.place.syllables()
	case 1:
		name = t.place.syllables() + " & " + name
	case 2:
		name = t.place.label("first")
	case 3:
		name += " & " + t.place.label("last")
	case 4:
		return t.place.syllables() // only a brand
	case 5:
		name = t.place.label("brand")
	case 6:
		name = t.place.pattern(pick(t.r, "@&@", "@@@", "@.@.", "##", "*#@"))
	}
	if t.place.language == "en" {
		if t.chance(0.2) {
			return name + pick(t.r, "'s", "s", "") + " " + kind
		}
		return name + " " + kind
	}
	if t.chance(0.7) {
		return kind + " " + name
	}
	return name + " " + kind
}

// preamble prints an optional line before the name: a greeting, a person's name, a number.
func (t *receiptPrinter) preamble() {
	switch t.r.IntN(16) {
	case 0:
		t.plain(t.shop.at, t.word("welcome"))
	case 1:
		t.line(pick(t.r, sideLeft, sideMiddle), t.size*1.3, false, strings.ToLower(t.place.person()))
	case 2:
		t.plain(sideRight, t.place.pattern("######"))
	}
}

// names prints brand, company and register number. If a company name is printed, it is the vendor's name.
func (t *receiptPrinter) names(h *letterhead) {
	size := t.size * (1 + 0.9*t.r.Float64())
	bold := t.chance(0.6)
	if h.brand != "" {
		t.line(h.at, size, bold, t.shown(h.brand))
		size, bold = t.size, false
		if t.chance(0.15) {
			t.plain(h.at, t.word("branch")+" "+t.place.pattern(pick(t.r, "##", "###", "0##", "#*##")))
		}
	}
	name := t.shown(h.name)
	if t.chance(0.2) {
		name = strings.ToUpper(name)
	}
	t.know("vendorName", name)
	reg := h.reg != "" && t.chance(0.55)
	if inline := reg && t.chance(0.3); inline {
		name += pick(t.r, " ", "") + "(" + h.reg + ")"
		reg = false
	}
	t.line(h.at, size, bold, name)
	if reg {
		t.plain(h.at, t.shown(t.registered(h.reg)))
	}
	if h.brand == "" && t.chance(0.12) {
		t.plain(h.at, t.word("branch")+pick(t.r, " ", ": ", " #")+t.place.pattern(pick(t.r, "##", "###", "0##", "#*##")))
	}
}

func (t *receiptPrinter) registered(number string) string {
	form := pick(t.r, "(%)", "(%)", "%", "Reg. %", "(Reg. no. %)", "No. %")
	return strings.Replace(form, "%", number, 1)
}

func (t *receiptPrinter) address() {
	if t.chance(0.08) {
		return
	}
	lines := t.shop.lines()
	if t.chance(0.3) {
		lines = append(t.premises(), lines...)
	}
	for i := range lines {
		lines[i] = t.shown(lines[i])
	}
	t.know("vendorAddress", strings.Join(lines, ", "))
	comma := pick(t.r, ",", ",", "")
	if joined := strings.Join(lines, ", "); t.chance(0.2) && width(joined, t.size, false) < t.right-t.left {
		t.plain(t.shop.at, joined)
	} else {
		t.addressLines(lines, comma)
	}
	if t.shop.country != "" && t.chance(0.5) {
		t.plain(t.shop.at, t.shown(t.shop.country))
	}
}

func (t *receiptPrinter) addressLines(lines []string, comma string) {
	for i, l := range lines {
		if i < len(lines)-1 {
			l += comma
		} else if comma != "" && t.chance(0.15) {
			l += "."
		}
		t.plain(t.shop.at, l)
	}
}

// premises returns lines before the street: a floor, a mall, a district.
func (t *receiptPrinter) premises() []string {
	lines := []string{t.place.pattern(t.place.label("till-premises"))}
	if t.chance(0.3) {
		lines = append(lines, t.place.syllables()+" "+t.place.label("till-mall"))
	}
	return lines
}
