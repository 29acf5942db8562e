package randomlayout

import (
	"strings"

	"github.com/docmill/docmill/lab/synth/locale"
	"github.com/docmill/docmill/lab/synth/random"
)

// party is a party on the page, with or without a role in the record.
type party struct {
	locale.Company
	role    string // vendor, customer, shipping, other: the prefix of its fields
	heading string // over or beside it, or ""
	key     string // of the heading in the vocabulary
	names   []string
	before  string   // salutation before a person's name
	extra   []string // persons, departments, c/o below the name
	private bool
	spaced  bool // a space separates the tax number's country
}

func (d *layout) drawParties() {
	d.us = d.party(d.Issuer, d.IssuerField(""), d.IssuerKey(), 0.5)
	d.them = d.party(d.Addressee, d.AddresseeField(""), d.AddresseeKey(), 1)
	d.them.private = d.Private
	d.addPersons(d.them)
	ships := 0.12
	if d.Branch == "goods" {
		ships = 0.28
	}
	if d.IsOrder() || d.Chance(ships) {
		d.shipping = d.shipTo()
	}
	if d.IsOrder() && d.Chance(0.4) {
		d.shipping = nil
	}
	for range random.Pick(d.Rand, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2) {
		other := d.party(d.Place.RandomCompany(), "other", "otherParty", 1.5)
		if other.heading != "" { // without a heading they cannot be distinguished
			d.others = append(d.others, other)
		}
	}
}

// party draws the printed form of a company. headings scales the document's share of headings.
func (d *layout) party(c locale.Company, role, key string, headings float64) *party {
	p := &party{Company: c, role: role, key: key, names: []string{c.Name}}
	if d.Chance(min(1, d.headings*headings)) && len(d.Place.Words[key]) > 0 {
		p.heading = d.LabelWithColon(key)
	}
	if words := strings.Fields(c.Name); len(words) > 2 && d.Chance(0.12) {
		cut := 1 + d.IntN(len(words)-1)
		p.names = []string{strings.Join(words[:cut], " "), strings.Join(words[cut:], " ")}
	}
	if d.Chance(0.1) && len(p.TaxID) > 4 && p.TaxID[0] >= 'A' && p.TaxID[1] >= 'A' && p.TaxID[2] != ' ' {
		p.TaxID, p.spaced = p.TaxID[:2]+" "+p.TaxID[2:], true
	}
	return p
}

func (d *layout) addPersons(p *party) {
	if p.private {
		if d.Chance(0.3) && len(d.Place.Words["salutation"]) > 0 {
			p.before = d.Place.Label("salutation")
		}
		if d.Chance(0.07) {
			p.extra = append(p.extra, "c/o "+d.Place.PersonName())
		}
		return
	}
	if d.Chance(0.25) {
		p.extra = append(p.extra, strings.ReplaceAll(d.Place.Label("attention"), "{person}", d.Place.PersonName()))
	}
	if d.Chance(0.12) && len(d.Place.Words["department"]) > 0 {
		p.extra = append(p.extra, d.Place.Label("department"))
	}
}

func (d *layout) shipTo() *party {
	to, customer := d.Place.RandomCompany(), d.them
	if d.IsOrder() {
		customer = d.us
	}
	if d.Chance(0.75) {
		to.Name = customer.Name
	}
	if d.Chance(0.35) {
		to.Street, to.Postal = customer.Street, customer.Postal
	}
	p := d.party(to, "shipping", "shipTo", 3)
	if p.heading == "" {
		p.heading = d.LabelWithColon("shipTo")
	}
	return p
}

func (d *layout) setPartyTruth(p *party, what, value string) {
	field := p.role + what
	if have := d.Truth.Scalars[field]; p.role == "other" && have != "" && have != value &&
		!strings.Contains("\n"+have+"\n", "\n"+value+"\n") {
		value = have + "\n" + value
	}
	d.SetTruth(field, value)
}

func (d *layout) nameRows(p *party, bold bool, scale float64) [][]run {
	d.setPartyTruth(p, "Name", p.Name)
	var rows [][]run
	for _, n := range p.names {
		rows = append(rows, []run{{text: n, field: p.role + "Name", bold: bold, scale: scale}})
	}
	if p.before != "" {
		before := run{text: p.before}
		if d.Chance(0.5) {
			return append([][]run{{before}}, rows...)
		}
		rows[0] = append([]run{before}, rows[0]...)
	}
	return rows
}

func (d *layout) addressRows(p *party) [][]run {
	d.setPartyTruth(p, "Address", p.NormalizedAddress())
	var rows [][]run
	lines := p.AddressLines()
	if d.Chance(0.15) {
		lines = []string{strings.Join(lines, ", ")}
	}
	for _, l := range lines {
		rows = append(rows, []run{{text: l, field: p.role + "Address"}})
	}
	if p.Country == "" {
		return rows
	}
	country := run{text: p.Country, field: p.role + "Country"}
	if last := len(rows) - 1; d.Chance(0.25) {
		rows[last][0].text += ","
		rows[last] = append(rows[last], country)
		return rows
	}
	return append(rows, []run{country})
}

// contactRows returns some of a party's contacts in random order, most or all of them with a label.
func (d *layout) contactRows(p *party, share float64, all bool) [][]run {
	type way struct{ key, suffix, value string }
	ways := []way{{"phone", "Phone", strings.TrimPrefix(p.Phone, "tel. ")}, {"email", "Email", p.Email},
		{"web", "Website", p.Web}}
	d.Shuffle(len(ways), func(i, k int) { ways[i], ways[k] = ways[k], ways[i] })
	var rows [][]run
	for _, w := range ways {
		if w.value == "" || !d.Chance(share) {
			continue
		}
		if p.role == "vendor" && !d.IsOrder() {
			d.SetTruth("vendor"+w.suffix, w.value)
		}
		value := run{text: w.value, field: p.role + w.suffix}
		if bare := d.Float64(); !all && (w.key != "phone" && bare < 0.45 || bare < 0.15) {
			rows = append(rows, []run{value})
			continue
		}
		rows = append(rows, []run{d.labelRun(d.Label(w.key) + d.Colon()), value})
	}
	if d.Chance(share * 0.2) {
		rows = append(rows, []run{d.labelRun(d.Label("fax") + d.Colon()),
			{text: random.Fill(d.Rand, random.Pick(d.Rand, d.Place.Country.Phones...))}})
	}
	return rows
}

func (d *layout) labelRun(text string) run {
	return run{text: text, field: "label", bold: d.Style.Bold}
}

func (d *layout) taxRow(p *party) []run {
	d.Printed["tax "+p.role] = true
	number := p.NormalizedTaxID()
	if p.spaced {
		number = strings.Replace(number, " ", "", 1)
	}
	d.setPartyTruth(p, "TaxId", number)
	value := run{text: p.TaxID, field: p.role + "TaxId"}
	key := "taxId"
	if p.role == "customer" && !d.IsOrder() && d.Chance(0.4) {
		key = "customerTaxId"
	}
	label := d.Label(key)
	if d.bare && d.Chance(0.9) || d.Chance(0.04) {
		return []run{value}
	}
	return []run{d.labelRun(label + d.Colon()), value}
}
