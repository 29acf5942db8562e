package locale

import (
	"math"
	"strings"

	"github.com/docmill/docmill/lab/synth/random"
	"github.com/shopspring/decimal"
)

// Company is a company or a private person, with address, numbers and contacts.
type Company struct {
	Name    string
	Street  string
	Postal  string // post code and town as the country writes it; "\n" parts two lines
	Country string // as printed, or ""
	TaxID   string // VAT number with valid check digits
	Iban    string // compact, or ""
	Account string // account number in countries without IBANs
	Bic     string
	Bank    string
	Phone   string
	Email   string
	Web     string
}

// AddressLines returns the address as on an envelope, without name and country.
func (c Company) AddressLines() []string {
	return append([]string{c.Street}, strings.Split(c.Postal, "\n")...)
}

// NormalizedAddress returns the normalized address: lines joined by ", ", post codes without the country's letters.
func (c Company) NormalizedAddress() string {
	lines := c.AddressLines()
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

// NormalizedTaxID returns the normalized tax number, without the Swiss or Norwegian name of the tax after it.
func (c Company) NormalizedTaxID() string {
	number, _, _ := strings.Cut(c.TaxID, " MWST")
	number, _, _ = strings.Cut(number, " TVA")
	if !strings.HasPrefix(number, "NO") { // MVA belongs only to the international form
		number, _, _ = strings.Cut(strings.TrimSuffix(number, "MVA"), " MVA")
	}
	return strings.TrimSpace(number)
}

// RandomCompany makes a company of the country.
func (p *Place) RandomCompany() Company {
	l := p.Country
	c := Company{Name: p.inventCompanyName(), TaxID: l.taxNumber(p.r),
		Phone: random.Fill(p.r, random.Pick(p.r, l.Phones...))}
	c.Street, c.Postal = p.StreetAndTown()
	c.Country = random.Pick(p.r, "", "", l.Name, strings.ToUpper(l.Name))
	host := p.inventHost(c.Name)
	c.Email = p.Label("mailbox") + "@" + host
	c.Web = random.Pick(p.r, "www."+host, "www."+host, host, "https://www."+host, "http://"+host)
	c.Bank = p.Label("bankName")
	if l.Iban != "" {
		c.Iban = IBAN(p.r, l.Code, l.Iban)
	} else {
		c.Account = random.Fill(p.r, l.Account)
	}
	c.Bic = random.Fill(p.r, "@@@@") + l.Code + random.Fill(p.r, "??") + random.Pick(p.r, "", "XXX", "")
	return c
}

// PrivateCustomer makes a person with an address, as a customer without ids and bank.
func (p *Place) PrivateCustomer() Company {
	c := Company{Name: p.PersonName(), Phone: random.Fill(p.r, random.Pick(p.r, p.Country.Phones...))}
	c.Street, c.Postal = p.StreetAndTown()
	c.Country = random.Pick(p.r, "", "", "", p.Country.Name)
	return c
}

// PersonName returns a random first and last name.
func (p *Place) PersonName() string { return p.Label("first") + " " + p.Label("last") }

func (p *Place) inventCompanyName() string {
	form := p.Label("companyForm")
	town, _, _ := strings.Cut(random.Pick(p.r, p.Country.Towns...), "/")
	name := strings.NewReplacer(
		"{brand}", p.Label("brand"), "{trade}", p.Label("trade"), "{first}", p.Label("first"), "{syllables}", p.InventName(),
		"{town}", town, "{initials}", random.Fill(p.r, random.Pick(p.r, "@@@", "@@", "@&@", "@.@.@.")), "{form}",
		random.Pick(p.r, p.Country.Forms...),
	).Replace(form)
	for strings.Contains(name, "{last}") {
		name = strings.Replace(name, "{last}", p.Label("last"), 1)
	}
	name = strings.ReplaceAll(name, " ,", ",")
	name = strings.Join(strings.Fields(random.Fill(p.r, name)), " ")
	if p.r.IntN(9) == 0 {
		name = strings.ToUpper(name)
	}
	return name
}

// InventName makes an invented name: "Velora", "TARONEX".
func (p *Place) InventName() string {
	var sb strings.Builder
	for range 2 + p.r.IntN(2) {
		sb.WriteString(random.Pick(p.r, "b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "z", "tr", "br",
			"st", "cl", "qu", "j"))
		sb.WriteString(random.Pick(p.r, "a", "e", "i", "o", "u", "a", "e", "o", "io", "ea"))
	}
	sb.WriteString(random.Pick(p.r, "", "n", "x", "s", "r", "l", "ra", "tec", "via", "lux", "med"))
	name := sb.String()
	name = strings.ToUpper(name[:1]) + name[1:]
	if p.r.IntN(5) == 0 {
		name = strings.ToUpper(name)
	}
	return p.transliterate(name)
}

func (p *Place) inventHost(name string) string {
	fold := strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss", "é", "e", "è", "e", "ê", "e", "ç", "c", "ñ",
		"n", "á", "a", "ã", "a", "à", "a", "â", "a", "í", "i", "ó", "o", "ô", "o", "ò", "o", "ú", "u", "ł", "l", "ś", "s",
		"ż", "z", "ź", "z", "ń", "n", "ą", "a", "ę", "e", "ć", "c", "ë", "e", "ï", "i", "å", "a", "ø", "o", "æ", "ae", "č",
		"c", "ď", "d", "ě", "e", "ň", "n", "ř", "r", "š", "s", "ť", "t", "ů", "u", "ý", "y", "ž", "z", "đ", "d", "ľ", "l",
		"ĺ", "l", "ŕ", "r", "ő", "o", "ű", "u")
	words := strings.FieldsFunc(latinLetters().Replace(fold.Replace(strings.ToLower(name))), func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < '0' || c > '9')
	})
	if len(words) == 0 {
		words = []string{"shop"}
	}
	words = words[:min(len(words), 1+p.r.IntN(2))]
	host := strings.Join(words, random.Pick(p.r, "", "-"))
	if len(host) < 4 {
		host += random.Pick(p.r, "group", "-online", "shop")
	}
	return host + "." + random.Pick(p.r, p.Country.Domains...)
}

// StreetAndTown makes an address as printed. The second part may have two lines.
func (p *Place) StreetAndTown() (street, postal string) {
	l := p.Country
	town, state, _ := strings.Cut(random.Pick(p.r, l.Towns...), "/")
	fillIn := strings.NewReplacer("{town}", town, "{TOWN}", strings.ToUpper(town), "{state}", state)
	form := random.Pick(p.r, l.Postal...)
	if state == "" {
		form = strings.NewReplacer(" ({state})", "", ", {state}", "", "/{state}", "", " {state}", "", " - {state}",
			"").Replace(form)
	}
	parts := strings.Split(random.Fill(p.r, form), "/")
	if p.Country.Code == "BR" && !strings.Contains(form, "/CEP") {
		parts = []string{strings.Join(parts, "/")}
	}
	postal = fillIn.Replace(strings.Join(parts, "\n"))
	no := random.Fill(p.r, random.Pick(p.r, "*", "*#", "*#", "*##"))
	street = strings.NewReplacer("{street}", p.Label("street"), "{no}", no).Replace(random.Fill(p.r, random.Pick(p.r,
		l.Streets...)))
	return street, postal
}

func pow10(x float64) int64 { return int64(math.Pow(10, x)) }

// Product is something that is sold.
type Product struct {
	Name   string
	Detail string // a second line of description, may be ""
	Unit   string // "pcs", "Std." …, may be ""
	Code   string
	Price  decimal.Decimal // per unit, without tax
}

// RandomProduct returns goods or a service.
func (p *Place) RandomProduct() Product {
	return p.ProductOf(random.Pick(p.r, "goods", "goods", "services"))
}

// ProductOf returns one of a branch: goods, services, subscription, telecom, utility or hotel.
func (p *Place) ProductOf(branch string) Product {
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
	g := Product{Name: p.Label(branch), Unit: p.Label("unit." + branch), Price: decimal.New(max(cents, 5), -2)}
	g.Code = random.Fill(p.r, random.Pick(p.r, "######", "####", "@@-###", "@###", "##-####", "@@####", "####.##",
		"@@@-##-#", "##########"))
	if branch == "goods" && p.r.IntN(5) == 0 {
		g.Detail = p.Label("more")
	}
	return g
}
