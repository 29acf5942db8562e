// Package fields chooses, among the typed candidates on a page, the one that
// is each field of the record. It puts together what the packages under it find;
// see link, header, party, items, totals, receipt, statement and custom.
package fields

import (
	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/fields/header"
	"github.com/docmill/docmill/engine/fields/items"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/party"
	"github.com/docmill/docmill/engine/fields/receipt"
	"github.com/docmill/docmill/engine/fields/statement"
	"github.com/docmill/docmill/engine/fields/totals"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
)

// Extract reads the fields of the given document type with the scorer that is
// part of the program. Language is a BCP 47 code or "".
func Extract(doc *annotate.Document, kind result.DocumentType, language string) *value.Set {
	return Trained().Extract(doc, kind, language)
}

// Extractor reads fields with a scorer of the caller's choice.
type Extractor struct {
	// Links adds to the log-odds of links between labels and values; see
	// link.FeatureNames. Without it the weights set by hand stand alone.
	Links *boost.Ensemble
	// Head finds a shop's name and address; nil leaves it to rules.
	Head *receipt.Scorers
	// Watch is told of every link that was weighed.
	Watch func(link.Observation)
}

// Extract reads the fields of the given document type.
func (x Extractor) Extract(doc *annotate.Document, kind result.DocumentType, language string) *value.Set {
	var set *value.Set
	if pages := doc.Layout.Pages; len(pages) > 0 && pages[0].Nominal {
		x = Extractor{Watch: x.Watch} // the scorers have seen displayed pages only
	}
	l := link.New(doc, kind, link.Scorer{Links: x.Links, Watch: x.Watch})
	switch kind {
	case result.TypeInvoice, result.TypeCreditNote, result.TypePurchaseOrder:
		set = x.trade(l)
	case result.TypeReceipt:
		set = receipt.Find(l, x.Head)
		set.Add(party.Shop(l))
	case result.TypeBankStatement:
		set = statement.Find(l)
	case result.TypeGeneric, result.TypeAuto:
		set = generic(l.Document, language)
	}
	set.Keep(schema.Of(kind))
	respellSet(l.Document, set)
	return set
}

// trade reads what vendors and buyers send each other.
func (x Extractor) trade(l *link.Linker) *value.Set {
	lines := items.Find(l, false) // first: no other value stands in their rows
	set := header.Find(l)
	set.Add(party.Find(l))
	set.Add(totals.Find(l, false))
	set.Add(lines.Set())
	return set
}

// Items reads the line items of a trade document in tables whose columns are known
// from elsewhere. Currency is the document's, "" where it is not known.
func (x Extractor) Items(
	doc *annotate.Document, kind result.DocumentType, currency string, learned items.Learned,
) []value.Row {
	l := link.New(doc, kind, link.Scorer{Links: x.Links})
	if currency != "" {
		l.Currency = currency
	}
	set := items.FindLearned(l, learned).Set()
	set.Keep(schema.Of(kind))
	return set.Lists["lineItems"]
}
