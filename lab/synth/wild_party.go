package synth

import "strings"

// party is a party on the page, with or without a role in the record.
type party struct {
	company
	role    string // vendor, customer, shipping, other: the prefix of its fields
	heading string // over or beside it, or ""
	key     string // of the heading in the vocabulary
	names   []string
	before  string   // salutation before a person's name
	extra   []string // persons, departments, c/o below the name
	private bool
	spaced  bool // a space separates the tax number's country
}

func (d *randomDoc) drawParties() {
	ours, theirs := "vendor", "customer"
	if d.order() {
		ours, theirs = theirs, ours
	}
	d.us = d.party(d.issuer, ours, d.issuerKey(), 0.5)
	d.them = d.party(d.addressee, theirs, d.addresseeKey(), 1)
	d.them.private = d.private
	d.addPersons(d.them)
	ships := 0.12
	if d.branch == "goods" {
		ships = 0.28
	}
	if d.order() || d.chance(ships) {
		d.shipping = d.shipTo()
	}
	if d.order() && d.chance(0.4) {
		d.shipping = nil
	}
	for range pick(d.r, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2) {
		other := d.party(d.place.company(), "other", "otherParty", 1.5)
		if other.heading != "" { // without a heading they cannot be distinguished
			d.others = append(d.others, other)
		}
	}
}

// party draws the printed form of a company. headings scales the document's share of headings.
func (d *randomDoc) party(c company, role, key string, headings float64) *party {
	p := &party{company: c, role: role, key: key, names: []string{c.name}}
	if d.chance(min(1, d.headings*headings)) && len(d.place.words[key]) > 0 {
		p.heading = d.labeled(key)
	}
	if words := strings.Fields(c.name); len(words) > 2 && d.chance(0.12) {
		cut := 1 + d.r.IntN(len(words)-1)
		p.names = []string{strings.Join(words[:cut], " "), strings.Join(words[cut:], " ")}
	}
	if d.chance(0.1) && len(p.taxID) > 4 && p.taxID[0] >= 'A' && p.taxID[1] >= 'A' && p.taxID[2] != ' ' {
		p.taxID, p.spaced = p.taxID[:2]+" "+p.taxID[2:], true
	}
	return p
}

// addPersons adds further persons that the letter is for.
func (d *randomDoc) addPersons(p *party) {
	if p.private {
		if d.chance(0.3) && len(d.place.words["salutation"]) > 0 {
			p.before = d.place.label("salutation")
		}
		if d.chance(0.07) {
			p.extra = append(p.extra, "c/o "+d.place.person())
		}
		return
	}
	if d.chance(0.25) {
		p.extra = append(p.extra, strings.ReplaceAll(d.place.label("attention"), "{person}", d.place.person()))
	}
	if d.chance(0.12) && len(d.place.words["department"]) > 0 {
		p.extra = append(p.extra, d.place.label("department"))
	}
}

// shipTo draws the delivery address: the customer's, or another one.
func (d *randomDoc) shipTo() *party {
	to, customer := d.place.company(), d.them
	if d.order() {
		customer = d.us
	}
	if d.chance(0.75) {
		to.name = customer.name
	}
	if d.chance(0.35) {
		to.street, to.postal = customer.street, customer.postal
	}
	p := d.party(to, "shipping", "shipTo", 3)
	if p.heading == "" {
		p.heading = d.labeled("shipTo")
	}
	return p
}

func (d *randomDoc) tell(p *party, what, value string) {
	field := p.role + what
	if have := d.truth.Scalars[field]; p.role == "other" && have != "" && have != value &&
		!strings.Contains("\n"+have+"\n", "\n"+value+"\n") {
		value = have + "\n" + value
	}
	d.know(field, value)
}

func (d *randomDoc) nameRows(p *party, bold bool, scale float64) [][]run {
	d.tell(p, "Name", p.name)
	var rows [][]run
	for _, n := range p.names {
		rows = append(rows, []run{{text: n, field: p.role + "Name", bold: bold, scale: scale}})
	}
	if p.before != "" {
		before := run{text: p.before}
		if d.chance(0.5) {
			return append([][]run{{before}}, rows...)
		}
		rows[0] = append([]run{before}, rows[0]...)
	}
	return rows
}

// addressRows returns the rows of a party's address, its country last.
func (d *randomDoc) addressRows(p *party) [][]run {
	d.tell(p, "Address", p.address())
	var rows [][]run
	lines := p.lines()
	if d.chance(0.15) {
		lines = []string{strings.Join(lines, ", ")}
	}
	for _, l := range lines {
		rows = append(rows, []run{{text: l, field: p.role + "Address"}})
	}
	if p.country == "" {
		return rows
	}
	country := run{text: p.country, field: p.role + "Country"}
	if last := len(rows) - 1; d.chance(0.25) {
		rows[last][0].text += ","
		rows[last] = append(rows[last], country)
		return rows
	}
	return append(rows, []run{country})
}

// contactRows returns some of a party's contacts in random order, most or all of them with a label.
func (d *randomDoc) contactRows(p *party, share float64, all bool) [][]run {
	type way struct{ key, suffix, value string }
	ways := []way{{"phone", "Phone", strings.TrimPrefix(p.phone, "tel. ")}, {"email", "Email", p.email},
		{"web", "Website", p.web}}
	d.r.Shuffle(len(ways), func(i, k int) { ways[i], ways[k] = ways[k], ways[i] })
	var rows [][]run
	for _, w := range ways {
		if w.value == "" || !d.chance(share) {
			continue
		}
		if p.role == "vendor" && !d.order() {
			d.know("vendor"+w.suffix, w.value)
		}
		value := run{text: w.value, field: p.role + w.suffix}
		if bare := d.r.Float64(); !all && (w.key != "phone" && bare < 0.45 || bare < 0.15) {
			rows = append(rows, []run{value})
			continue
		}
		rows = append(rows, []run{d.labelRun(d.label(w.key) + d.colonAlways()), value})
	}
	if d.chance(share * 0.2) {
		rows = append(rows, []run{d.labelRun(d.label("fax") + d.colonAlways()),
			{text: d.place.pattern(pick(d.r, d.place.land.phones...))}})
	}
	return rows
}

func (d *randomDoc) labelRun(text string) run {
	return run{text: text, field: "label", bold: d.style.bold}
}

func (d *randomDoc) taxRow(p *party) []run {
	d.told["tax "+p.role] = true
	number := p.taxNumber()
	if p.spaced {
		number = strings.Replace(number, " ", "", 1)
	}
	d.tell(p, "TaxId", number)
	value := run{text: p.taxID, field: p.role + "TaxId"}
	key := "taxId"
	if p.role == "customer" && !d.order() && d.chance(0.4) {
		key = "customerTaxId"
	}
	label := d.label(key)
	if d.bare && d.chance(0.9) || d.chance(0.04) {
		return []run{value}
	}
	return []run{d.labelRun(label + d.colonAlways()), value}
}
