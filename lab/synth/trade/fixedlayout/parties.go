package fixedlayout

import (
	"strings"

	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/sheet"
)

func (t *layout) setIssuerName(c *column) {
	t.Printed["name"] = true
	t.SetTruth(t.IssuerField("Name"), t.Issuer.Name)
	if t.Chance(0.6) {
		c.large(t.Issuer.Name, random.Pick(t.Rand, 12.0, 14, 16, 18, 22), t.Chance(0.75))
		return
	}
	c.line(t.Issuer.Name, c.size, t.Chance(0.6))
}

func (t *layout) setIssuerAddress(c *column) {
	t.Printed["address"] = true
	t.SetTruth(t.IssuerField("Address"), t.Issuer.NormalizedAddress())
	lines := t.Issuer.AddressLines()
	if t.Chance(0.2) {
		lines = []string{strings.Join(lines, random.Pick(t.Rand, ", ", " - ", " · ", " | "))}
	}
	c.text(append(lines, t.Issuer.Country)...)
}

func (t *layout) contacts(p float64) []string {
	var out []string
	if t.Chance(p) {
		out = append(out, t.contactLine("phone", "vendorPhone", t.Phone()))
		if t.Chance(0.25) {
			out = append(out, t.Label("fax")+t.Colon()+" "+random.Fill(t.Rand, random.Pick(t.Rand, t.Place.Country.Phones...)))
		}
	}
	if t.Chance(p) {
		out = append(out, t.contactLine("email", "vendorEmail", t.Issuer.Email))
	}
	if t.Chance(p * 0.8) {
		out = append(out, t.contactLine("web", "vendorWebsite", t.Issuer.Web))
	}
	return out
}

func (t *layout) contactLine(key, field, value string) string {
	t.Printed[key] = true
	if !t.IsOrder() {
		t.SetTruth(field, value)
	}
	if key != "phone" && t.Chance(0.4) {
		return value
	}
	return t.Label(key) + t.Colon() + " " + value
}

func (t *layout) taxLine() string {
	t.Printed["tax"] = true
	t.SetTruth(t.IssuerField("TaxId"), t.Issuer.NormalizedTaxID())
	return t.Label("taxId") + t.Colon() + " " + t.Issuer.TaxID
}

// issuerBlock sets the issuer. The foot prints the parts that it omits.
func (t *layout) issuerBlock(c *column, address, contacts float64) {
	t.setIssuerName(c)
	if t.Chance(address) {
		t.setIssuerAddress(c)
	}
	lines := t.contacts(contacts)
	if t.Chance(contacts) {
		lines = append(lines, t.taxLine())
	}
	if t.Chance(0.12) {
		lines = append(lines, t.Label("registration")+t.Colon()+" "+t.Place.Label("registration.form"))
		lines[len(lines)-1] = random.Fill(t.Rand, lines[len(lines)-1])
	}
	t.Shuffle(len(lines), func(i, k int) { lines[i], lines[k] = lines[k], lines[i] })
	c.text(lines...)
}

func (t *layout) addresseeBlock(c *column, labelled float64, key string) {
	if t.Chance(labelled) {
		c.line(t.LabelWithColon(key), c.size, t.Style.Bold)
	}
	bold := t.Chance(0.2)
	c.line(t.Addressee.Name, c.size, bold)
	t.SetTruth(t.AddresseeField("Name"), t.Addressee.Name)
	if !t.Private && t.Chance(0.22) {
		c.text(strings.ReplaceAll(t.Place.Label("attention"), "{person}", t.Place.PersonName()))
	}
	c.text(append(t.Addressee.AddressLines(), t.Addressee.Country)...)
	t.SetTruth(t.AddresseeField("Address"), t.Addressee.NormalizedAddress())
	if !t.Private && t.Chance(0.25) && !t.Printed["customerTax"] {
		t.Printed["customerTax"] = true
		c.text(t.Label(t.AddresseeTaxLabel()) + t.Colon() + " " + t.Addressee.TaxID)
		t.SetTruth(t.AddresseeField("TaxId"), t.Addressee.NormalizedTaxID())
	}
	if t.Chance(0.12) {
		c.text(t.Label("phone") + t.Colon() + " " +
			strings.TrimPrefix(random.Fill(t.Rand, random.Pick(t.Rand, t.Place.Country.Phones...)), "tel. "))
	}
}

func (t *layout) shipBlock(c *column) {
	c.line(t.LabelWithColon("shipTo"), c.size, t.Style.Bold)
	to, party := t.Place.RandomCompany(), t.Addressee
	if t.IsOrder() {
		party = t.Issuer
	}
	to.Name = party.Name
	if t.Chance(0.3) {
		to.Street, to.Postal = party.Street, party.Postal
	}
	if t.Chance(0.8) {
		c.text(to.Name)
	}
	c.text(to.AddressLines()...)
	if t.IsOrder() {
		t.SetTruth("shippingAddress", to.NormalizedAddress())
	}
}

func (t *layout) senderLine(c *column) {
	sep := random.Pick(t.Rand, ", ", " - ", " · ", " | ", " • ")
	text := strings.Join(append([]string{t.Issuer.Name}, t.Issuer.AddressLines()...), sep)
	size := sheet.FitSize(text, 6.5, false, c.w)
	c.s.Put(c.x, c.y, size, text)
	if t.Chance(0.5) {
		c.s.AddRule(c.x, c.y+2, c.x+c.w, c.y+2)
	}
	c.y += 1.8 * c.size
	t.Printed["name"], t.Printed["address"] = true, true
	t.SetTruth(t.IssuerField("Name"), t.Issuer.Name)
	t.SetTruth(t.IssuerField("Address"), t.Issuer.NormalizedAddress())
}
