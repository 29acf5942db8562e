package synth

import (
	"strings"

	"github.com/shopspring/decimal"
)

type company struct {
	name    string
	street  string
	postal  string // post code and town as the country writes it; "\n" parts two lines
	country string // as printed, or ""
	taxID   string // VAT number with valid check digits
	iban    string // compact, or ""
	account string // account number in countries without IBANs
	bic     string
	bank    string
	phone   string
	email   string
	web     string
}

// lines returns the address as on an envelope, without name and country.
func (c company) lines() []string {
	return append([]string{c.street}, strings.Split(c.postal, "\n")...)
}

// address returns the normalized address: lines joined by ", ", post codes without the country's letters.
func (c company) address() string {
	lines := c.lines()
	for i, l := range lines {
		for _, country := range []string{
			"A-", "B-", "D-", "F-", "CH-", "SE-", "DK-", "CZ-", "SK-", "HR-", "SI-", "NO-", "FI-", "H-",
		} {
			if rest, ok := strings.CutPrefix(l, country); ok && rest != "" && rest[0] >= '0' && rest[0] <= '9' {
				lines[i] = rest
			}
		}
	}
	return strings.Join(strings.Fields(strings.Join(lines, ", ")), " ")
}

// taxNumber returns the normalized tax number, without the Swiss or Norwegian name of the tax after it.
func (c company) taxNumber() string {
	number, _, _ := strings.Cut(c.taxID, " MWST")
	number, _, _ = strings.Cut(number, " TVA")
	if !strings.HasPrefix(number, "NO") { // MVA belongs only to the international form
		number, _, _ = strings.Cut(strings.TrimSuffix(number, "MVA"), " MVA")
	}
	return strings.TrimSpace(number)
}

func (p *place) company() company {
	l := p.land
	c := company{name: p.companyName(), taxID: l.taxID(p.r), phone: p.pattern(pick(p.r, l.phones...))}
	c.street, c.postal = p.streetAndTown()
	c.country = pick(p.r, "", "", l.name, strings.ToUpper(l.name))
	host := p.host(c.name)
	c.email = p.label("mailbox") + "@" + host
	c.web = pick(p.r, "www."+host, "www."+host, host, "https://www."+host, "http://"+host)
	c.bank = p.label("bankName")
	if l.iban != "" {
		c.iban = iban(p.r, l.code, l.iban)
	} else {
		c.account = p.pattern(l.account)
	}
	c.bic = p.pattern("@@@@") + l.code + p.pattern("??") + pick(p.r, "", "XXX", "")
	return c
}

// private makes a person with an address, as a customer without ids and bank.
func (p *place) private() company {
	c := company{name: p.person(), phone: p.pattern(pick(p.r, p.land.phones...))}
	c.street, c.postal = p.streetAndTown()
	c.country = pick(p.r, "", "", "", p.land.name)
	return c
}

func (p *place) person() string { return p.label("first") + " " + p.label("last") }

func (p *place) companyName() string {
	form := p.label("companyForm")
	town, _, _ := strings.Cut(pick(p.r, p.land.towns...), "/")
	name := strings.NewReplacer(
		"{brand}", p.label("brand"), "{trade}", p.label("trade"), "{first}", p.label("first"),
		"{syllables}", p.syllables(), "{town}", town, "{initials}", p.pattern(pick(p.r, "@@@", "@@", "@&@", "@.@.@.")),
		"{form}", pick(p.r, p.land.forms...),
	).Replace(form)
	for strings.Contains(name, "{last}") {
		name = strings.Replace(name, "{last}", p.label("last"), 1)
	}
	name = strings.ReplaceAll(name, " ,", ",")
	name = strings.Join(strings.Fields(p.pattern(name)), " ")
	if p.r.IntN(9) == 0 {
		name = strings.ToUpper(name)
	}
	return name
}

// syllables makes an invented name: "Velora", "TARONEX".
func (p *place) syllables() string {
	var sb strings.Builder
	for range 2 + p.r.IntN(2) {
		sb.WriteString(pick(p.r, "b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "z", "tr", "br", "st", "cl",
			"qu", "j"))
		sb.WriteString(pick(p.r, "a", "e", "i", "o", "u", "a", "e", "o", "io", "ea"))
	}
	sb.WriteString(pick(p.r, "", "n", "x", "s", "r", "l", "ra", "tec", "via", "lux", "med"))
	name := sb.String()
	name = strings.ToUpper(name[:1]) + name[1:]
	if p.r.IntN(5) == 0 {
		name = strings.ToUpper(name)
	}
	return p.inScript(name)
}

func (p *place) host(name string) string {
	fold := strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss", "é", "e", "è", "e", "ê", "e", "ç", "c", "ñ",
		"n", "á", "a", "ã", "a", "à", "a", "â", "a",
		"í", "i", "ó", "o", "ô", "o", "ò", "o", "ú", "u", "ł", "l", "ś", "s", "ż", "z", "ź", "z", "ń", "n", "ą", "a", "ę",
		"e", "ć", "c", "ë", "e", "ï", "i", "å", "a", "ø", "o", "æ", "ae", "č", "c", "ď", "d", "ě", "e", "ň", "n",
		"ř", "r", "š", "s", "ť", "t", "ů", "u", "ý", "y", "ž", "z", "đ", "d", "ľ", "l", "ĺ", "l", "ŕ", "r", "ő", "o",
		"ű", "u")
	words := strings.FieldsFunc(latin().Replace(fold.Replace(strings.ToLower(name))), func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < '0' || c > '9')
	})
	if len(words) == 0 {
		words = []string{"shop"}
	}
	words = words[:min(len(words), 1+p.r.IntN(2))]
	host := strings.Join(words, pick(p.r, "", "-"))
	if len(host) < 4 {
		host += pick(p.r, "group", "-online", "shop")
	}
	return host + "." + pick(p.r, p.land.domains...)
}

func (p *place) streetAndTown() (street, postal string) {
	l := p.land
	town, state, _ := strings.Cut(pick(p.r, l.towns...), "/")
	fillIn := strings.NewReplacer("{town}", town, "{TOWN}", strings.ToUpper(town), "{state}", state)
	form := pick(p.r, l.postal...)
	if state == "" {
		form = strings.NewReplacer(" ({state})", "", ", {state}", "", "/{state}", "", " {state}", "", " - {state}",
			"").Replace(form)
	}
	parts := strings.Split(p.pattern(form), "/")
	if p.country == "BR" && !strings.Contains(form, "/CEP") {
		parts = []string{strings.Join(parts, "/")}
	}
	postal = fillIn.Replace(strings.Join(parts, "\n"))
	no := p.pattern(pick(p.r, "*", "*#", "*#", "*##"))
	street = strings.NewReplacer("{street}", p.label("street"), "{no}", no).Replace(p.pattern(pick(p.r, l.streets...)))
	return street, postal
}

type good struct {
	name  string
	more  string // a second line of description, may be ""
	unit  string // "pcs", "Std." …, may be ""
	code  string
	price decimal.Decimal // per unit, without tax
}

func (p *place) good() good { return p.goodOf(pick(p.r, "goods", "goods", "services")) }

// goodOf returns one of a branch: goods, services, subscription, telecom, utility or hotel.
func (p *place) goodOf(branch string) good {
	low, high := 0.5, 4.0 // powers of ten, in cents
	switch branch {
	case "goods":
		low, high = 1.7, 4.9
	case "services", "hotel":
		low, high = 3.2, 5.2
	case "subscription", "telecom":
		low, high = 1.5, 4.3
	case "utility":
		low, high = 1.2, 3.4
	}
	cents := pow10(low + (high-low)*p.r.Float64())
	switch n := p.r.IntN(6); {
	case n == 0 && cents > 300:
		cents = cents/100*100 + 99
	case n < 3 && cents > 500:
		cents = cents / 100 * 100
	case n == 3 && cents > 50:
		cents = cents / 10 * 10
	}
	g := good{name: p.label(branch), unit: p.label("unit." + branch), price: decimal.New(max(cents, 5), -2)}
	g.code = p.pattern(pick(p.r, "######", "####", "@@-###", "@###", "##-####", "@@####", "####.##", "@@@-##-#",
		"##########"))
	if branch == "goods" && p.r.IntN(5) == 0 {
		g.more = p.label("more")
	}
	return g
}
