// Package link connects labels with the values that they announce.
//
// Each label is linked to the candidates of a kind around it. A link has a few numeric features: the strength of
// the label, direction and distance of the value, and claims of other labels. Weights set by hand, then a trained
// scorer, turn them into log-odds.
package link

import (
	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/work"
)

// Linker links the labels of one document with values.
type Linker struct {
	*annotate.Document
	Scorer Scorer
	Kind   result.DocumentType // a feature of the scorer
	// ItemRows are the rows of line items. They hold no value of the whole document.
	ItemRows map[*layout.Row]bool
	// Work limits the work that grows faster than the document. After it is used up, fields are found in part or
	// not at all.
	Work *work.Budget
	// captions are the labels below their values, overCaptions the rows of these values.
	captions     map[*annotate.Label]bool
	overCaptions map[*layout.Row]bool
}

// maxWork is about half a second. Invoices of a hundred pages take a tenth of it.
const maxWork = 50_000_000

// linkCost is the work of searching the value of a label, for each segment of its row.
const linkCost = 50

// New returns a linker of a copy of the document, without item rows. Labels that it adds are not in the original.
func New(doc *annotate.Document, kind result.DocumentType, scorer Scorer) *Linker {
	l := &Linker{Document: doc.Clone(), Scorer: scorer, Kind: kind, ItemRows: map[*layout.Row]bool{},
		Work:     work.NewBudget(maxWork),
		captions: map[*annotate.Label]bool{}, overCaptions: map[*layout.Row]bool{}}
	if kind == result.TypePurchaseOrder || kind == result.TypeInvoice || kind == result.TypeCreditNote {
		sender := tag.SenderVendor
		if kind == result.TypePurchaseOrder {
			sender = tag.SenderCustomer
		}
		l.Tags = l.Tags.As(sender)
	}
	l.wrappedLabels()
	l.relabel()
	l.numberedTitles()
	l.paymentSentences()
	l.findCaptions()
	l.findStackedCaptions()
	return l
}
