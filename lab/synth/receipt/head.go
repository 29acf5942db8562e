package receipt

import (
	"strings"
	"unicode"

	"github.com/docmill/docmill/lab/synth/locale"
	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/sheet"
)

type letterhead struct {
	locale.Company
	brand string // the shop name, or "" if it is the company's
	reg   string // number in a company register
	at    side
}

// head prints name, address and numbers of the shop. The foot may print tax number and telephone instead.
func (t *receipt) head() {
	h := &t.shop
	*h = t.letterhead()
	title := t.Chance(0.5)
	early := title && t.Chance(0.2)
	if early {
		t.plain(h.at, t.word("title"))
	}
	t.preamble()
	t.names(h)
	contacts := func() {
		if !t.lateContacts {
			t.printContacts()
		}
	}
	taxNumber := func() {
		if !t.lateTax && !t.Chance(0.4) {
			t.printTaxNumber()
		}
	}
	blocks := []func(){t.address, contacts, taxNumber}
	if t.Chance(0.2) {
		t.Shuffle(len(blocks), func(i, j int) { blocks[i], blocks[j] = blocks[j], blocks[i] })
	} else if t.Chance(0.4) {
		blocks[1], blocks[2] = blocks[2], blocks[1]
	}
	t.lateTax, t.lateContacts = t.Chance(0.1), t.Chance(0.1)
	for i, block := range blocks {
		if i == 1 && t.Chance(0.12) {
			t.plain(h.at, t.word("slogan"))
		}
		block()
	}
	if t.Chance(0.4) {
		t.gap()
	}
	if title && !early {
		t.line(random.Pick(t.Rand, h.at, sideMiddle), t.size*random.Pick(t.Rand, 1, 1, 1.2, 1.4), t.Chance(0.4),
			t.word("title"))
	}
}

func (t *receipt) letterhead() letterhead {
	h := letterhead{Company: t.Place.RandomCompany(), at: random.Pick(t.Rand, sideMiddle, sideMiddle, sideMiddle,
		sideLeft)}
	if k := strings.Index(h.Name, " ("); k > 3 {
		h.Name = h.Name[:k] // the register number is printed separately
	}
	h.Phone = strings.TrimLeftFunc(h.Phone, unicode.IsLetter) // the receipt has a separate label
	h.Phone = strings.TrimLeft(h.Phone, ". ")
	switch n := t.IntN(20); {
	case n < 9:
		h.Name = t.shopName()
		t.family = append(t.family, "shop")
	case n < 13 && t.incorporated(h.Name):
		h.brand = t.shopName()
		t.family = append(t.family, "both")
	default:
		t.family = append(t.family, "company")
	}
	switch t.Place.Country.Code {
	case "MY":
		h.reg = random.Fill(t.Rand, random.Pick(t.Rand, "*#####-@", "*######-@", "20*#########", "00*######-@",
			"JM0######-@"))
	case "SG", "GB", "IE", "FR", "PT", "PL", "IT":
		h.reg = random.Fill(t.Rand, random.Pick(t.Rand, "*########", "*######", "*#####-#"))
	}
	return h
}

func (t *receipt) incorporated(name string) bool {
	for _, form := range t.Place.Country.Forms {
		form, _, _ = strings.Cut(strings.Trim(form, ", "), " (")
		if len(form) > 1 && strings.Contains(name, form) {
			return true
		}
	}
	return false
}

func (t *receipt) shopName() string {
	kind := t.Place.Label("till-shop" + t.trade)
	name := t.Place.Label("last")
	switch t.IntN(9) {
	case 0:
		name = t.Place.InventName()
	case 1:
		name = t.Place.InventName() + " & " + name
	case 2:
		name = t.Place.Label("first")
	case 3:
		name += " & " + t.Place.Label("last")
	case 4:
		return t.Place.InventName() // only a brand
	case 5:
		name = t.Place.Label("brand")
	case 6:
		name = random.Fill(t.Rand, random.Pick(t.Rand, "@&@", "@@@", "@.@.", "##", "*#@"))
	}
	if t.Place.Language == "en" {
		if t.Chance(0.2) {
			return name + random.Pick(t.Rand, "'s", "s", "") + " " + kind
		}
		return name + " " + kind
	}
	if t.Chance(0.7) {
		return kind + " " + name
	}
	return name + " " + kind
}

func (t *receipt) preamble() {
	switch t.IntN(16) {
	case 0:
		t.plain(t.shop.at, t.word("welcome"))
	case 1:
		t.line(random.Pick(t.Rand, sideLeft, sideMiddle), t.size*1.3, false, strings.ToLower(t.Place.PersonName()))
	case 2:
		t.plain(sideRight, random.Fill(t.Rand, "######"))
	}
}

// names prints brand, company and register number. If a company name is printed, it is the vendor's name.
func (t *receipt) names(h *letterhead) {
	size := t.size * (1 + 0.9*t.Float64())
	bold := t.Chance(0.6)
	if h.brand != "" {
		t.line(h.at, size, bold, t.printable(h.brand))
		size, bold = t.size, false
		if t.Chance(0.15) {
			t.plain(h.at, t.word("branch")+" "+random.Fill(t.Rand, random.Pick(t.Rand, "##", "###", "0##", "#*##")))
		}
	}
	name := t.printable(h.Name)
	if t.Chance(0.2) {
		name = strings.ToUpper(name)
	}
	t.SetTruth("vendorName", name)
	reg := h.reg != "" && t.Chance(0.55)
	if inline := reg && t.Chance(0.3); inline {
		name += random.Pick(t.Rand, " ", "") + "(" + h.reg + ")"
		reg = false
	}
	t.line(h.at, size, bold, name)
	if reg {
		t.plain(h.at, t.printable(t.registered(h.reg)))
	}
	if h.brand == "" && t.Chance(0.12) {
		t.plain(h.at, t.word("branch")+random.Pick(t.Rand, " ", ": ", " #")+random.Fill(t.Rand, random.Pick(t.Rand, "##",
			"###", "0##", "#*##")))
	}
}

func (t *receipt) registered(number string) string {
	form := random.Pick(t.Rand, "(%)", "(%)", "%", "Reg. %", "(Reg. no. %)", "No. %")
	return strings.Replace(form, "%", number, 1)
}

func (t *receipt) address() {
	if t.Chance(0.08) {
		return
	}
	lines := t.shop.AddressLines()
	if t.Chance(0.3) {
		lines = append(t.premises(), lines...)
	}
	for i := range lines {
		lines[i] = t.printable(lines[i])
	}
	t.SetTruth("vendorAddress", strings.Join(lines, ", "))
	comma := random.Pick(t.Rand, ",", ",", "")
	if joined := strings.Join(lines, ", "); t.Chance(0.2) && sheet.TextWidth(joined, t.size, false) < t.right-t.left {
		t.plain(t.shop.at, joined)
	} else {
		t.addressLines(lines, comma)
	}
	if t.shop.Country != "" && t.Chance(0.5) {
		t.plain(t.shop.at, t.printable(t.shop.Country))
	}
}

func (t *receipt) addressLines(lines []string, comma string) {
	for i, l := range lines {
		if i < len(lines)-1 {
			l += comma
		} else if comma != "" && t.Chance(0.15) {
			l += "."
		}
		t.plain(t.shop.at, l)
	}
}

func (t *receipt) premises() []string {
	lines := []string{random.Fill(t.Rand, t.Place.Label("till-premises"))}
	if t.Chance(0.3) {
		lines = append(lines, t.Place.InventName()+" "+t.Place.Label("till-mall"))
	}
	return lines
}

func (t *receipt) printContacts() {
	var lines []string
	if t.Chance(0.72) {
		phone := t.phone("phone", t.shop.Phone)
		t.SetTruth("vendorPhone", t.shop.Phone)
		lines = append(lines, phone)
		if t.Chance(0.25) {
			fax := t.phone("fax", random.Fill(t.Rand, random.Pick(t.Rand, t.Place.Country.Phones...)))
			if t.Chance(0.5) {
				lines[0] += random.Pick(t.Rand, "  ", " ", " / ", ", ") + fax
			} else {
				lines = append(lines, fax)
			}
		}
	}
	if t.Chance(0.2) {
		lines = append(lines, t.shop.Web)
	}
	if t.Chance(0.08) {
		lines = append(lines, t.shop.Email)
	}
	for _, l := range lines {
		t.plain(t.shop.at, l)
	}
}

func (t *receipt) phone(key, number string) string {
	if key == "phone" && t.Chance(0.15) {
		return number
	}
	return t.word(key) + random.Pick(t.Rand, ":", ": ", " ", ". ", " : ") + number
}

func (t *receipt) printTaxNumber() {
	number := t.shop.TaxID
	t.SetTruth("vendorTaxId", number)
	text := t.word("taxid") + random.Pick(t.Rand, ": ", " ", " : ", ":", ". ") + number
	if t.Chance(0.15) {
		text = "(" + text + ")"
	}
	t.plain(t.shop.at, text)
}
