// Package link connects labels with the values that they announce.
//
// Candidates of a kind are linked to the labels around them; each link has a few
// numeric features (how strongly the label speaks, in which direction and how far
// away the value stands, whether another label claims it), from which weights set
// by hand and then a trained scorer make log-odds.
package link

import (
	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/internal/work"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
)

// Linker links the labels of one document with values.
type Linker struct {
	*annotate.Document
	Scorer Scorer
	Kind   result.DocumentType // weighs in the scorer's judgement
	// ItemRows are the rows that line items were read from; they hold no value
	// of the document as a whole.
	ItemRows map[*layout.Row]bool
	// Work bounds what grows faster than the document: fields that are looked for once it is used up are
	// found in part or not at all.
	Work *work.Budget
	// captions are the labels that stand under their values, overCaptions the rows of these.
	captions     map[*annotate.Label]bool
	overCaptions map[*layout.Row]bool
}

// maxWork is about half a second. Invoices of a hundred pages take a tenth of it.
const maxWork = 50_000_000

// linkCost is the work of looking for the value of a label, for each segment of its row.
const linkCost = 50

// New returns a linker of the document whose rows belong to no item yet. Labels
// that it adds stay its own.
func New(doc *annotate.Document, kind result.DocumentType, scorer Scorer) *Linker {
	l := &Linker{Document: doc.Clone(), Scorer: scorer, Kind: kind, ItemRows: map[*layout.Row]bool{},
		Work:     work.NewBudget(maxWork),
		captions: map[*annotate.Label]bool{}, overCaptions: map[*layout.Row]bool{}}
	if kind == result.TypePurchaseOrder || kind == result.TypeInvoice || kind == result.TypeCreditNote {
		l.Tags = l.Tags.As(kind == result.TypePurchaseOrder)
	}
	l.wrappedLabels()
	l.relabel()
	l.numberedTitles()
	l.paymentSentences()
	l.findCaptions()
	l.findStackedCaptions()
	return l
}
