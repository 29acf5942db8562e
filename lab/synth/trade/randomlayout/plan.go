package randomlayout

import (
	"strings"

	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/sheet"
	"github.com/docmill/docmill/lab/synth/trade"
)

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

// layout composes an invoice, a credit note or an order with a layout from a random grammar: content is in cells,
// which are assigned to bands and columns at random. Bill and facts are those of trade.Document.
type layout struct {
	*trade.Document
	font
	us, them    *party // issuer and recipient
	shipping    *party // nil without a separate delivery address
	others      []*party
	negative    bool // amounts of a credit note are negative
	minus       string
	headings    float64 // share of parties with a heading
	paper       paper
	sheet       *sheet.Sheet
	foot        piece
	footLast    bool // only the last page has the foot
	titled      bool // the title is printed
	flat        bool // letters have one size, except titles and the foot
	bare        bool // tax numbers have no label
	printedSums []trade.SumRow
}

type paper struct {
	width, height            float64
	left, right, top, bottom float64 // margins
	y                        float64 // where the next piece begins
}

func (d *layout) room() float64 { return d.paper.width - d.paper.left - d.paper.right }

func (d *layout) newPage() {
	d.Sheets = append(d.Sheets, &sheet.Sheet{Width: d.paper.width, Height: d.paper.height})
	d.paper.y = d.paper.top
	d.sheet = d.Sheets[len(d.Sheets)-1]
	if n := len(d.Sheets); n > 1 {
		d.pageHead()
	}
}

// end returns the lowest position of pieces, above the foot.
func (d *layout) end() float64 {
	end := d.paper.height - d.paper.bottom - 12
	if d.foot.h > 0 {
		end -= d.foot.h + 10
	}
	return end
}

// put sets a node across the page below the content, or on a new page if it does not fit.
func (d *layout) put(n node, gap float64) { d.putPiece(n.set(d.room()), gap) }

func (d *layout) putPiece(p piece, gap float64) {
	if d.paper.y+p.h > d.end() && d.paper.y > d.paper.top+40 {
		d.newPage()
	}
	if room := d.end() - d.paper.y; p.h > room {
		p = p.scaled(room / p.h)
	}
	d.print(p, d.paper.left, d.paper.y)
	d.paper.y += p.h + gap
}

func (d *layout) print(p piece, x, y float64) {
	var at piece
	at.add(p, x, y)
	d.sheet.Marks = append(d.sheet.Marks, at.marks...)
	d.sheet.Rules = append(d.sheet.Rules, at.rules...)
}

// sentence returns an expanded sentence of the vocabulary, or "" if the language has none.
func (d *layout) sentence(key string) string {
	if len(d.Place.Words[key]) == 0 {
		return ""
	}
	text := strings.NewReplacer("{tax}", d.Place.TaxName, "{cur}", d.Place.Symbol).Replace(d.Place.Label(key))
	return d.Fill(text)
}

func (d *layout) prose(text string) node {
	n := textBlock{font: d.font, rows: [][]run{{{text: strings.TrimSpace(text)}}}, align: random.Pick(d.Rand,
		trade.AlignLeft, trade.AlignLeft,
		trade.AlignLeft, trade.AlignMiddle), justified: d.Chance(0.2)}
	n.size *= d.drawFactor(1, 1, 0.85, 0.9)
	return n
}

func (d *layout) pageHead() {
	if !d.Chance(0.5) {
		return
	}
	row := []run{{text: d.Issuer.Name, field: d.us.role + "Name"}}
	d.setPartyTruth(d.us, "Name", d.Issuer.Name)
	if d.Chance(0.5) {
		row = append(row, run{text: d.Title()}, run{text: d.Number, field: d.NumberField()})
	}
	p := textBlock{font: d.font, rows: [][]run{row}, align: random.Pick(d.Rand, trade.AlignLeft,
		trade.AlignRight)}.set(d.room())
	d.print(p, d.paper.left, d.paper.y)
	d.paper.y += p.h + 10
}
