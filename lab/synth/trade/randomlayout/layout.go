package randomlayout

import (
	"github.com/docmill/docmill/lab/synth/sheet"
	"github.com/docmill/docmill/lab/synth/trade"
)

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
