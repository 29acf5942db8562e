// Package fields selects the value of each field of the record among the typed candidates on a page. It combines
// the results of its subpackages; see link, header, party, items, totals, receipt, statement and custom.
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
	"github.com/docmill/docmill/engine/formrole"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
)

// Extractor reads fields with the caller's scorers.
type Extractor struct {
	// Links adds to the log-odds of links between labels and values; see link.FeatureNames. If it is nil, only the
	// weights set by hand count.
	Links *boost.Ensemble
	// Head finds a shop's name and address; if it is nil, rules do.
	Head *receipt.Scorers
	// Watch is called for every weighed link.
	Watch func(link.Observation)
}

// Extract reads the fields of the given document type.
func (x Extractor) Extract(doc *formrole.Document, kind result.DocumentType, language string) *value.Set {
	var set *value.Set
	if pages := doc.Layout.Pages; len(pages) > 0 && pages[0].Nominal {
		x = Extractor{Watch: x.Watch} // the scorers were trained on displayed pages only
	}
	l := link.New(doc.Document, kind, link.Scorer{Links: x.Links, Watch: x.Watch})
	switch l.Type.Family {
	case schema.FamilyTrade:
		set = x.trade(l)
	case schema.FamilyReceipt:
		set = receipt.Find(l, x.Head)
		set.Add(party.Shop(l))
	case schema.FamilyStatement:
		set = statement.Find(l)
	case schema.FamilyOther:
		set = generic(l.Document, doc, language)
	}
	set.Keep(l.Type)
	respellSet(l.Document, set)
	return set
}

// trade reads documents between vendors and buyers.
func (x Extractor) trade(l *link.Linker) *value.Set {
	lines := items.Find(l, false) // first, because no other value is in their rows
	set := header.Find(l)
	set.Add(party.Find(l))
	set.Add(totals.Find(l, false))
	set.Add(lines.Set())
	return set
}

// Items reads the line items of a trade document from tables with known columns. Currency is the document's, or ""
// if unknown.
func (x Extractor) Items(
	doc *annotate.Document, kind result.DocumentType, currency string, learned items.Learned,
) []value.Row {
	l := link.New(doc, kind, link.Scorer{Links: x.Links})
	if currency != "" {
		l.Currency = currency
	}
	set := items.FindLearned(l, learned).Set()
	set.Keep(l.Type)
	return set.Lists["lineItems"]
}

// Trained returns the extractor with the embedded scorers.
func Trained() (Extractor, error) {
	links, err := link.Trained()
	if err != nil {
		return Extractor{}, err
	}
	head, err := receipt.Trained()
	return Extractor{Links: links, Head: head}, err
}
