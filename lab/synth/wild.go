package synth

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/result"
)

// randomDoc composes an invoice, a credit note or an order with a layout from a random grammar: content is in cells,
// which are assigned to bands and columns at random. Bill and facts are those of tradeDoc.
type randomDoc struct {
	*designDoc
	ink
	us, them    *party // issuer and recipient
	shipping    *party // nil without a separate delivery address
	others      []*party
	negative    bool // amounts of a credit note are negative
	minus       string
	headings    float64 // share of parties with a heading
	strange     float64 // share of labels that the lexicon lacks
	paper       wildPaper
	pages       []*Sheet
	foot        piece
	footLast    bool // only the last page has the foot
	titled      bool // the title is printed
	flat        bool // letters have one size, except titles and the foot
	bare        bool // tax numbers have no label
	printedSums []sumRow
}

type wildPaper struct {
	width, height            float64
	left, right, top, bottom float64 // margins
	y                        float64 // where the next piece begins
}

func (c *composer) wild(kind result.DocumentType) {
	d := &randomDoc{designDoc: &designDoc{composer: c, docType: kind, told: map[string]bool{}}}
	d.private = !d.order() && d.chance(0.25)
	d.branch = d.drawBranch()
	d.drawLook()
	d.drawWords()
	d.issuer, d.addressee = c.place.company(), c.place.company()
	if d.private {
		d.addressee = c.place.private()
	}
	d.fillWildBill()
	d.printedSums = d.wildSums()
	d.drawFacts()
	d.totalFact()
	d.drawParties()
	d.compose()
	c.sheets = d.pages
	d.knowCurrency()
	c.layout = "wild/" + string(rune('a'+c.r.IntN(wildFamilies)))
}

// wildFamilies is the number of families that wild documents are distributed over. Each layout is unique, so any split
// keeps families apart.
const wildFamilies = 20

func (d *randomDoc) drawLook() {
	d.style = tradeStyle{
		size:  pick(d.r, 7, 7.5, 8, 8.5, 9, 9, 9.5, 10, 10, 10.5, 11, 12),
		colon: pick(d.r, ":", ":", ":", "", "", " :"), upper: d.chance(0.12), bold: d.chance(0.4),
		signs: d.chance(0.4), sumSigns: d.chance(0.65),
	}
	d.ink = ink{size: d.style.size, wide: pick(d.r, 0, 0, 0.86, 0.92, 0.96, 1.04, 1.1),
		lead: pick(d.r, 1.12, 1.18, 1.2, 1.25, 1.3, 1.4, 1.55)}
	sheet := a4()
	if slices.Contains([]string{"US", "CA", "MX"}, d.place.country) {
		sheet = letter()
	}
	side := pick(d.r, 24.0, 30, 36, 42, 50, 57, 64, 72)
	d.paper = wildPaper{width: sheet.Width, height: sheet.Height, left: side, right: pick(d.r, side, side, side, 30, 50),
		top: pick(d.r, 20.0, 28, 36, 45, 60, 75), bottom: pick(d.r, 24.0, 30, 40, 56)}
	d.minus = pick(d.r, "-", "-", "-", "−", "- ", "–", "()", "end")
	d.flat, d.bare = d.chance(0.5), d.chance(0.35)
	d.headings = pick(d.r, 0.15, 0.5, 0.8, 1)
	if d.chance(0.5) {
		d.strange = pick(d.r, 0.2, 0.4, 0.6, 0.8, 1)
	}
}

func (d *randomDoc) room() float64 { return d.paper.width - d.paper.left - d.paper.right }

// drawWords draws this document's labels: synonyms of the language, or words that the lexicon lacks.
func (d *randomDoc) drawWords() {
	way := drawStrangeWay(d.place)
	for _, s := range labelSources() {
		d.drawWord(way, s.key)
	}
	for _, key := range []string{"email", "web", "address"} {
		d.drawWord(way, key)
	}
}

func (d *randomDoc) drawWord(way strangeWay, key string) {
	own := d.place.words
	usual := d.usualWord(key)
	several := slices.Contains([]string{"other.number", "other.date", "otherParty", "title.invoice"}, key)
	if usual == key || several && len(own[key]) > 0 {
		return // has no word, or several on a page
	}
	if d.chance(d.strange) && (!strings.HasPrefix(key, "title") || d.chance(0.4)) {
		if s := way.phrase(key, usual); s != "" {
			usual = s
		}
	}
	if key == "tax" && !strings.Contains(usual, "{rate}") && d.chance(0.5) {
		usual += " {rate}"
	}
	own[key] = []string{usual}
	delete(own, key+"."+d.place.country)
}

// usualWord returns a synonym from the language's vocabulary or the lexicon, else an English one, else the key.
func (d *randomDoc) usualWord(key string) string {
	usual := d.place.label(key)
	if usual == key {
		usual = vocabularies()["en"].one(d.r, key)
	}
	ways := lexiconWays(d.place.language, key)
	if ownCountry := key == "taxId" || key == "customerTaxId"; !ownCountry && len(ways) > 0 && d.chance(0.5) {
		usual = pick(d.r, ways...)
	}
	return usual
}
