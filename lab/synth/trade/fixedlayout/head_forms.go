package fixedlayout

import (
	"strings"

	"github.com/docmill/docmill/lab/synth/locale"
	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/sheet"
	"github.com/docmill/docmill/lab/synth/trade"
)

// headWindow sets a letter for a window envelope: a small sender line above the address, and the other details at the
// right.
func (t *layout) headWindow(p headPlan) {
	if t.Chance(0.6) {
		c := t.column(random.Pick(t.Rand, 0.0, 0.5), 1)
		t.setIssuerName(c)
		t.below(random.Pick(t.Rand, 8.0, 24), c)
	}
	t.y = max(t.y, random.Pick(t.Rand, 90.0, 110, 130))
	t.row(func(c *column) {
		t.senderLine(c)
		t.addresseeBlock(c, 0, t.AddresseeKey())
	}, func(c *column) {
		if t.Chance(0.5) {
			c.text(t.contacts(0.7)...)
			if t.Chance(0.4) {
				c.text(t.taxLine())
			}
			c.skip(0.7)
		}
		if p.meta != "below" {
			t.titleBlock(p)(c)
		}
	}, false)
	t.y += random.Pick(t.Rand, 0.0, 10, 30)
	if p.ship {
		t.row(t.shipBlock, nil, false)
	}
}

func (t *layout) headParties(p headPlan) {
	if p.meta == "issuer" {
		t.row(t.titleBlock(p), nil, false)
	} else if p.title == "below" && t.forms.meta != "grid" && t.Chance(0.7) {
		t.titleLine()
		t.metaBelow()
	}
	issuer := func(c *column) {
		if t.Chance(0.85) {
			c.line(t.LabelWithColon(t.IssuerKey()), c.size, t.Style.Bold)
		}
		t.issuerBlock(c, 0.95, random.Pick(t.Rand, 0.3, 0.7))
	}
	addressee := func(c *column) { t.addresseeBlock(c, 0.85, t.AddresseeKey()) }
	if p.swap {
		issuer, addressee = addressee, issuer
	}
	t.row(issuer, addressee, false)
	if p.ship {
		t.row(t.shipBlock, nil, false)
	}
}

func (t *layout) titleLine() {
	size := random.Pick(t.Rand, t.Style.Size*1.1, 12, 14, 16, 18, 22, 26)
	bold := t.Chance(0.75)
	text := t.Title()
	if t.Chance(0.3) && len(text) < 24 {
		sep := random.Pick(t.Rand, " ", " #", " ", " - ", ": ")
		if t.Place.Language != "en" && sep == " #" {
			sep = " "
		}
		text += sep + t.Number
		t.SetFactTruth(t.numberFact())
		if t.Chance(0.7) {
			t.Printed["fact "+t.numberFact().Label] = true
		}
	}
	size = sheet.FitSize(text, size, bold, t.right-t.left)
	t.y += max(0, size-t.Style.Size) * 0.6
	switch t.IntN(8) {
	case 0:
		t.sheet.SetCentered((t.left+t.right)/2, t.y, size, bold, text)
	case 1, 2:
		t.sheet.SetRight(t.right, t.y, size, bold, text)
	default:
		t.sheet.Set(t.left, t.y, size, bold, text)
	}
	t.y += size*0.4 + random.Pick(t.Rand, 12.0, 16, 24)
}

func (t *layout) numberFact() trade.Fact {
	for _, f := range t.Facts {
		if f.Value == t.Number && f.Field != "" {
			return f
		}
	}
	return trade.Fact{}
}

func (t *layout) metaBelow() {
	left := 0
	for _, f := range t.Facts {
		if !t.Printed["fact "+f.Label] {
			left++
		}
	}
	switch {
	case left == 0:
		return
	case t.forms.meta == "grid":
		t.metaGrid()
	case t.forms.meta == "prose" && !t.Printed["title"]:
		t.metaProse()
	default:
		from := random.Pick(t.Rand, 0.0, 0, 0, 0.45)
		c := t.column(from, from+random.Pick(t.Rand, 0.45, 0.55))
		t.metaBlock(c)
		t.below(random.Pick(t.Rand, 4.0, 10, 16), c)
	}
}

func (t *layout) intro() {
	key, p := "intro.sentence", 0.3
	if t.IsOrder() {
		key, p = "order.sentence", 0.5
	} else if t.IsCreditNote() {
		key, p = "credit.sentence", 0.6
	}
	if !t.Chance(p) {
		return
	}
	c := t.column(0, 1)
	text := t.Fill(t.Place.Label(key))
	c.para(text)
	t.below(6, c)
}

// headForm sets the whole head as labels with values in two columns, as systems without a letterhead do.
func (t *layout) headForm() {
	t.Printed["name"], t.Printed["address"], t.Printed["tax"] = true, true, true
	issuer := t.partyFacts(t.Issuer, t.IssuerKey(), "taxId")
	if !t.IsOrder() && t.Chance(0.6) {
		issuer = append(issuer, trade.Fact{Label: t.LabelWithColon("phone"), Value: t.Phone(), Field: "vendorPhone",
			Norm: t.Phone()})
		t.Printed["phone"] = true
	}
	addressee := t.partyFacts(t.Addressee, t.AddresseeKey(), t.AddresseeTaxLabel())
	t.nameFields(issuer, t.IssuerField)
	t.nameFields(addressee, t.AddresseeField)
	own := t.TakeUnprinted()
	if t.Chance(0.5) {
		t.row(t.pairs(append(issuer, addressee...)), t.pairs(own), false)
		return
	}
	t.row(t.pairs(own), nil, false)
	t.row(t.pairs(issuer), t.pairs(addressee), false)
}

func (t *layout) partyFacts(c locale.Company, key, taxKey string) []trade.Fact {
	first := t.LabelWithColon(key)
	if t.Chance(0.3) {
		first = t.LabelWithColon("name")
	}
	out := []trade.Fact{{Label: first, Value: c.Name, Field: "Name", Norm: c.Name}}
	out = append(out, trade.Fact{Label: t.LabelWithColon("address"), Value: strings.Join(c.AddressLines(), ", "),
		Field: "Address",
		Norm:  c.NormalizedAddress()})
	if c.TaxID != "" && t.Chance(0.8) {
		out = append(out, trade.Fact{Label: t.LabelWithColon(taxKey), Value: c.TaxID, Field: "TaxId",
			Norm: c.NormalizedTaxID()})
	}
	return out
}

func (t *layout) nameFields(facts []trade.Fact, field func(string) string) {
	for i := range facts {
		if f := facts[i].Field; f != "" && !strings.HasPrefix(f, "vendor") {
			facts[i].Field = field(f)
		}
		t.SetFactTruth(facts[i])
	}
}

func (t *layout) pairs(facts []trade.Fact) block {
	return func(c *column) {
		stop := 0.0
		for _, f := range facts {
			stop = max(stop, sheet.TextWidth(f.Label, c.size, t.Style.Bold))
		}
		stop += 8
		for _, f := range facts {
			label := c.s.Set(c.x, c.y, c.size, t.Style.Bold, f.Label)
			x := c.x + stop
			if t.forms.meta == "pairs" || c.w-stop < 80 {
				x = label + 0.4*c.size
			}
			for _, l := range sheet.Wrap(f.Value, c.size, false, max(60, c.x+c.w-x)) {
				c.s.Put(x, c.y, c.size, l)
				c.y += c.size * c.lead
			}
		}
	}
}
