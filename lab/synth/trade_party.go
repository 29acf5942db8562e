package synth

import "strings"

// ours returns a field of the party that writes the document, theirs one of the recipient. An order goes to the
// vendor.
func (t *designDoc) ours(field string) string {
	if t.order() {
		return "customer" + field
	}
	return "vendor" + field
}

func (t *designDoc) theirs(field string) string {
	if t.order() {
		return "vendor" + field
	}
	return "customer" + field
}

func (t *designDoc) tellName(c *column) {
	t.told["name"] = true
	t.know(t.ours("Name"), t.issuer.name)
	if t.chance(0.6) {
		c.large(t.issuer.name, pick(t.r, 12.0, 14, 16, 18, 22), t.chance(0.75))
		return
	}
	c.line(t.issuer.name, c.size, t.chance(0.6))
}

func (t *designDoc) tellAddress(c *column) {
	t.told["address"] = true
	t.know(t.ours("Address"), t.issuer.address())
	lines := t.issuer.lines()
	if t.chance(0.2) {
		lines = []string{strings.Join(lines, pick(t.r, ", ", " - ", " · ", " | "))}
	}
	c.text(append(lines, t.issuer.country)...)
}

// contacts returns lines of telephone, e-mail and so on, each with a probability.
func (t *designDoc) contacts(p float64) []string {
	var out []string
	if t.chance(p) {
		out = append(out, t.contactLine("phone", "vendorPhone", t.phone()))
		if t.chance(0.25) {
			out = append(out, t.label("fax")+t.colonAlways()+" "+t.place.pattern(pick(t.r, t.place.land.phones...)))
		}
	}
	if t.chance(p) {
		out = append(out, t.contactLine("email", "vendorEmail", t.issuer.email))
	}
	if t.chance(p * 0.8) {
		out = append(out, t.contactLine("web", "vendorWebsite", t.issuer.web))
	}
	return out
}

func (t *designDoc) phone() string { return strings.TrimPrefix(t.issuer.phone, "tel. ") }

func (t *designDoc) contactLine(key, field, value string) string {
	t.told[key] = true
	if !t.order() {
		t.know(field, value)
	}
	if key != "phone" && t.chance(0.4) {
		return value
	}
	return t.label(key) + t.colonAlways() + " " + value
}

// colonAlways returns the document's colon, or usually ":" if it has none.
func (t *designDoc) colonAlways() string {
	if t.style.colon == "" && t.chance(0.6) {
		return ":"
	}
	return t.style.colon
}

func (t *designDoc) taxLine() string {
	t.told["tax"] = true
	t.know(t.ours("TaxId"), t.issuer.taxNumber())
	return t.label("taxId") + t.colonAlways() + " " + t.issuer.taxID
}

// issuerBlock sets the issuer. The foot prints the parts that it omits.
func (t *designDoc) issuerBlock(c *column, address, contacts float64) {
	t.tellName(c)
	if t.chance(address) {
		t.tellAddress(c)
	}
	lines := t.contacts(contacts)
	if t.chance(contacts) {
		lines = append(lines, t.taxLine())
	}
	if t.chance(0.12) {
		lines = append(lines, t.label("registration")+t.colonAlways()+" "+t.place.label("registration.form"))
		lines[len(lines)-1] = t.place.pattern(lines[len(lines)-1])
	}
	t.r.Shuffle(len(lines), func(i, k int) { lines[i], lines[k] = lines[k], lines[i] })
	c.text(lines...)
}

// addresseeBlock sets the recipient: the address as on an envelope, with or without a label above.
func (t *designDoc) addresseeBlock(c *column, labeled float64, key string) {
	if t.chance(labeled) {
		c.line(t.labeled(key), c.size, t.style.bold)
	}
	bold := t.chance(0.2)
	c.line(t.addressee.name, c.size, bold)
	t.know(t.theirs("Name"), t.addressee.name)
	if !t.private && t.chance(0.22) {
		c.text(strings.ReplaceAll(t.place.label("attention"), "{person}", t.place.person()))
	}
	c.text(append(t.addressee.lines(), t.addressee.country)...)
	t.know(t.theirs("Address"), t.addressee.address())
	if !t.private && t.chance(0.25) && !t.told["customerTax"] {
		t.told["customerTax"] = true
		c.text(t.label(t.theirTaxLabel()) + t.colonAlways() + " " + t.addressee.taxID)
		t.know(t.theirs("TaxId"), t.addressee.taxNumber())
	}
	if t.chance(0.12) {
		c.text(t.label("phone") + t.colonAlways() + " " +
			strings.TrimPrefix(t.place.pattern(pick(t.r, t.place.land.phones...)), "tel. "))
	}
}

// shipBlock sets the delivery address: the customer's, or another one.
func (t *designDoc) shipBlock(c *column) {
	c.line(t.labeled("shipTo"), c.size, t.style.bold)
	to, party := t.place.company(), t.addressee
	if t.order() {
		party = t.issuer
	}
	to.name = party.name
	if t.chance(0.3) {
		to.street, to.postal = party.street, party.postal
	}
	if t.chance(0.8) {
		c.text(to.name)
	}
	c.text(to.lines()...)
	if t.order() {
		t.know("shippingAddress", to.address())
	}
}

func (t *designDoc) senderLine(c *column) {
	sep := pick(t.r, ", ", " - ", " · ", " | ", " • ")
	text := strings.Join(append([]string{t.issuer.name}, t.issuer.lines()...), sep)
	size := fitted(text, 6.5, false, c.w)
	c.s.put(c.x, c.y, size, text)
	if t.chance(0.5) {
		c.s.rule(c.x, c.y+2, c.x+c.w, c.y+2)
	}
	c.y += 1.8 * c.size
	t.told["name"], t.told["address"] = true, true
	t.know(t.ours("Name"), t.issuer.name)
	t.know(t.ours("Address"), t.issuer.address())
}

func (t *designDoc) theirTaxLabel() string {
	if t.order() || t.chance(0.2) {
		return "taxId"
	}
	return "customerTaxId"
}
