// Package randomlayout places invoices, credit notes and orders on pages with a layout from a random grammar: cells of
// content are assigned to bands and columns at random, and labels may be words that the lexicon lacks.
package randomlayout

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/lab/synth/draft"
	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/sheet"
	"github.com/docmill/docmill/lab/synth/trade"
)

// Compose adds a document to an empty draft.
func Compose(c *draft.Draft, kind result.DocumentType) {
	d := &layout{Document: trade.NewDocument(c, kind)}
	unknown := d.drawLook()
	d.Place.DrawLabels(unknown)
	d.Issuer, d.Addressee = c.Place.RandomCompany(), c.Place.RandomCompany()
	if d.Private {
		d.Addressee = c.Place.PrivateCustomer()
	}
	d.drawBill()
	d.printedSums = d.drawSumRows()
	d.DrawFacts()
	d.totalFact()
	d.drawParties()
	d.compose()
	d.SetCurrency()
	c.Layout = "wild/" + string(rune('a'+c.IntN(families)))
}

// families is the number of families that documents are distributed over. Each layout is unique, so any split
// keeps families apart.
const families = 20

// drawLook draws the properties that are constant within the document. It returns the share of labels that the lexicon
// lacks.
func (d *layout) drawLook() (unknown float64) {
	d.Style = trade.Style{
		Size:  random.Pick(d.Rand, 7, 7.5, 8, 8.5, 9, 9, 9.5, 10, 10, 10.5, 11, 12),
		Colon: random.Pick(d.Rand, ":", ":", ":", "", "", " :"), Upper: d.Chance(0.12), Bold: d.Chance(0.4),
		Signs: d.Chance(0.4), SumSigns: d.Chance(0.65),
	}
	d.font = font{size: d.Style.Size, wide: random.Pick(d.Rand, 0, 0, 0.86, 0.92, 0.96, 1.04, 1.1),
		lead: random.Pick(d.Rand, 1.12, 1.18, 1.2, 1.25, 1.3, 1.4, 1.55)}
	size := sheet.A4()
	if slices.Contains([]string{"US", "CA", "MX"}, d.Place.Country.Code) {
		size = sheet.Letter()
	}
	side := random.Pick(d.Rand, 24.0, 30, 36, 42, 50, 57, 64, 72)
	d.paper = paper{width: size.Width, height: size.Height, left: side, right: random.Pick(d.Rand, side, side, side, 30,
		50),
		top: random.Pick(d.Rand, 20.0, 28, 36, 45, 60, 75), bottom: random.Pick(d.Rand, 24.0, 30, 40, 56)}
	d.minus = random.Pick(d.Rand, "-", "-", "-", "−", "- ", "–", "()", "end")
	d.flat, d.bare = d.Chance(0.5), d.Chance(0.35)
	d.headings = random.Pick(d.Rand, 0.15, 0.5, 0.8, 1)
	if d.Chance(0.5) {
		unknown = random.Pick(d.Rand, 0.2, 0.4, 0.6, 0.8, 1)
	}
	return unknown
}

func (d *layout) compose() {
	plan := d.drawIssuerPlan()
	if plan.hasFoot {
		d.footPiece(plan)
	}
	d.newPage()
	d.composeHead(plan)
	d.composeTable()
	d.composeTail(plan)
	d.finishPages()
}

func (d *layout) composeHead(plan issuerPlan) {
	if plan.head != nil && d.Chance(0.25) {
		d.partiesAbreast(plan)
		return
	}
	var first, rest []node
	if plan.head != nil {
		first = append(first, d.partyNode(d.us, *plan.head))
	}
	if d.Chance(0.1) {
		first, rest = d.addToOne(first, rest, d.slogan(), 0.8)
	}
	if d.Chance(0.9) {
		first, rest = d.addToOne(first, rest, d.titleNode(), 0.5)
	}
	them := d.addresseeNode(plan)
	first, rest = d.addToOne(first, rest, them, 0.12)
	for _, p := range d.otherNodes(0.6) {
		first, rest = d.addToOne(first, rest, p, 0.1)
	}
	for _, f := range d.factCells() {
		first, rest = d.addToOne(first, rest, f, 0.3)
	}
	if d.Chance(0.25) {
		d.Shuffle(len(first), func(i, k int) { first[i], first[k] = first[k], first[i] })
	}
	d.Shuffle(len(rest), func(i, k int) { rest[i], rest[k] = rest[k], rest[i] })
	d.bands(first, rest)
}

func (d *layout) bands(groups ...[]node) {
	gap := random.Pick(d.Rand, 6.0, 12, 18, 28)
	for _, g := range groups {
		if len(g) > 0 {
			d.put(d.arrange(g, d.room()), gap)
		}
	}
	if text := d.sentence(d.ByKind("intro.sentence", "credit.sentence", "order.sentence")); text != "" && d.Chance(0.35) {
		d.put(d.prose(text), 8)
	}
}

func (d *layout) slogan() node {
	var words []string
	for range 1 + d.IntN(4) {
		words = append(words, d.Place.Label("trade"))
	}
	text := strings.Join(words, random.Pick(d.Rand, " · ", " - ", ", ", " | ", " & "))
	return textBlock{font: d.font, rows: [][]run{{{text: text, bold: d.Chance(0.2), scale: d.drawScale(0, 0, 0.8, 1.2)}}},
		align: random.Pick(d.Rand, trade.AlignLeft, trade.AlignLeft, trade.AlignMiddle, trade.AlignRight)}
}

func (d *layout) partiesAbreast(plan issuerPlan) {
	parties := append([]node{d.partyNode(d.us, *plan.head), d.addresseeNode(plan)}, d.otherNodes(0.6)...)
	if d.Chance(0.25) {
		d.Shuffle(len(parties), func(i, k int) { parties[i], parties[k] = parties[k], parties[i] })
	}
	var above, below []node
	above, below = d.addToOne(above, below, d.titleNode(), 0.7)
	for _, f := range d.factCells() {
		switch {
		case d.Chance(0.2):
			parties = append(parties, f)
		default:
			above, below = d.addToOne(above, below, f, 0.4)
		}
	}
	band := d.inColumns(parties, d.room())
	if band == nil {
		band = d.arrange(parties, d.room())
	}
	d.bands(above, []node{band}, below)
}

func (d *layout) addToOne(first, rest []node, n node, p float64) (a, b []node) {
	if d.Chance(p) {
		return append(first, n), rest
	}
	return first, append(rest, n)
}

func (d *layout) factCells() []node {
	facts := slices.Clone(d.Facts)
	if len(facts) == 0 {
		return nil
	}
	if len(facts) > 2 && d.Chance(0.3) {
		cut := 1 + d.IntN(len(facts)-1)
		return []node{d.factNode(facts[:cut]), d.factNode(facts[cut:])}
	}
	return []node{d.factNode(facts)}
}
