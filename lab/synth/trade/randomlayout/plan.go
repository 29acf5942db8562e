package randomlayout

import "github.com/docmill/docmill/lab/synth/random"

type issuerPlan struct {
	head *partyPlan // in the letterhead; nil if it is a picture or missing
	line bool       // on one small line above the addressee
	foot partyPlan  // in the foot
	hasFoot,
	bankInFoot bool
	holder bool // as the account holder
	aside  bool // at the end of the document, as in "issued by"
}

type partyPlan struct {
	name, address, tax bool
	contacts           float64 // share of its contacts
	scale              float64 // of the name's letters
	register           bool    // its register entry
}

func (d *layout) drawIssuerPlan() issuerPlan {
	var p issuerPlan
	full := &partyPlan{name: true, address: true, tax: d.Chance(0.7), contacts: random.Pick(d.Rand, 0, 0.3, 0.7, 0.9),
		scale: random.Pick(d.Rand, 1, 1, 1, 1.2, 1.5, 2), register: d.Chance(0.15)}
	logo := &partyPlan{name: true, scale: random.Pick(d.Rand, 1.2, 1.5, 2, 2.5), contacts: random.Pick(d.Rand, 0, 0, 0.3)}
	rest := partyPlan{address: true, tax: d.Chance(0.7), contacts: random.Pick(d.Rand, 0, 0.4, 0.8),
		register: d.Chance(0.4)}
	whole := rest
	whole.name = true
	switch n := d.IntN(100); {
	case n < 50:
		p.head = full
		if d.Chance(0.25) {
			p.hasFoot, p.foot = true, partyPlan{name: d.Chance(0.5), address: d.Chance(0.4), tax: d.Chance(0.5), contacts: 0.4,
				register: d.Chance(0.5)}
		}
	case n < 64: // a name as logo, and the rest in the foot
		p.head, p.foot, p.hasFoot = logo, whole, true
	case n < 76:
		p.line = true
		if d.Chance(0.6) {
			p.head = logo
		}
		p.foot, p.hasFoot = rest, d.Chance(0.7)
	case n < 86:
		p.foot, p.hasFoot = whole, true
	case n < 91:
		p.holder = true
		p.foot, p.hasFoot = rest, d.Chance(0.6)
	case n < 95:
		p.aside = true
	default: // identified only by its internet addresses
		p.head = &partyPlan{address: d.Chance(0.5), contacts: 0.9, tax: d.Chance(0.5)}
	}
	p.bankInFoot = p.hasFoot && !d.IsOrder() && d.Chance(0.5)
	return p
}
