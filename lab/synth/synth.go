// Package synth makes synthetic documents with known truth for training and measuring models: invoices, credit notes,
// orders, receipts, statements and pages that are none of them.
//
// Invoices, credit notes and orders exist in all languages of the lexicon that have countries in package locale, the
// other types in those with a vocabulary of receipts.
//
// The same seed and options give the same sample. Names, streets and goods are combined from syllables and lists
// written for this package. Account and tax numbers have valid check digits and are random.
package synth

import (
	"math/rand/v2"
	"slices"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/lab/synth/draft"
	"github.com/docmill/docmill/lab/synth/locale"
	"github.com/docmill/docmill/lab/synth/negative"
	"github.com/docmill/docmill/lab/synth/receipt"
	"github.com/docmill/docmill/lab/synth/sheet"
	"github.com/docmill/docmill/lab/synth/statement"
	"github.com/docmill/docmill/lab/synth/trade/fixedlayout"
	"github.com/docmill/docmill/lab/synth/trade/randomlayout"
)

// Sample is a synthetic document with its truth.
type Sample struct {
	DocumentType result.DocumentType
	Language     string // BCP 47
	Layout       string // family of layouts, for splits that keep a family together
	Vendor       string
	Truth        draft.Truth
	sheet.Sheets
}

// Options selects what is made. The seed decides zero members.
type Options struct {
	DocumentType result.DocumentType
	// Language is one of Languages. For invoices, credit notes and orders it is one of TradeLanguages; those missing
	// in Languages always get random layouts. Documents in other languages are English.
	Language string
	// Items is the form of the item table, one of trade.ItemForms, for invoices, credit notes and orders. If it is empty,
	// the seed draws a common table.
	Items string
	// Design is the layout of invoices, credit notes and orders. If it is empty, three quarters of them get a random
	// layout, but none with a form of Items.
	Design Design
}

// Design is a method of layout.
type Design string

// Designs.
const (
	DesignFixed  Design = "listed" // package fixedlayout
	DesignRandom Design = "wild"   // package randomlayout
)

// TradeLanguages returns the languages of invoices, credit notes and orders.
func TradeLanguages() []string { return locale.Languages() }

// Languages returns the languages of all document types: those of TradeLanguages that have a vocabulary of receipts.
func Languages() []string {
	all := []string{"en", "de", "fr", "es", "it", "nl", "pt", "pl"} // the order determines the documents of a seed
	for _, language := range locale.Languages() {
		if !slices.Contains(all, language) && locale.HasReceipts(language) {
			all = append(all, language)
		}
	}
	return all
}

// New makes a sample.
func New(seed uint64, opt Options) *Sample {
	r := rand.New(rand.NewPCG(seed, 0x646f636d696c6c)) //nolint:gosec // documents, not secrets
	if opt.DocumentType == "" {
		opt.DocumentType = pickDocumentType(r)
	}
	opt.Design = designOf(seed, opt)
	if opt.Language == "" {
		languages := languagesOf(opt.Design)
		opt.Language = languages[r.IntN(len(languages))]
	}
	if !slices.Contains(languagesOf(opt.Design), opt.Language) {
		opt.Language = "en"
	}
	c := draft.New(r, locale.NewPlace(r, opt.Language))
	switch opt.DocumentType {
	case result.TypeReceipt:
		receipt.Compose(c)
	case result.TypeBankStatement:
		statement.Compose(c)
	case result.TypeGeneric, result.TypeAuto:
		negative.Compose(c)
	case result.TypeInvoice, result.TypeCreditNote, result.TypePurchaseOrder:
		if opt.Design == DesignRandom {
			randomlayout.Compose(c, opt.DocumentType)
		} else {
			fixedlayout.Compose(c, opt.DocumentType, opt.Items)
		}
	}
	return &Sample{DocumentType: opt.DocumentType, Language: opt.Language, Layout: c.Layout,
		Vendor: c.Truth.Scalars["vendorName"], Truth: c.Truth, Sheets: c.Sheets}
}

// designOf returns the design by the options, or by the seed, independently of the other draws.
func designOf(seed uint64, opt Options) Design {
	trade := schema.Of(opt.DocumentType).IsTrade()
	if !trade || opt.Items != "" {
		return DesignFixed
	}
	if opt.Language != "" && !slices.Contains(Languages(), opt.Language) {
		return DesignRandom
	}
	if opt.Design != "" {
		return opt.Design
	}
	r := rand.New(rand.NewPCG(seed, 0x77696c64)) //nolint:gosec // documents, not secrets
	if r.IntN(4) == 0 {
		return DesignFixed
	}
	return DesignRandom
}

func languagesOf(d Design) []string {
	if d == DesignRandom {
		return TradeLanguages()
	}
	return Languages()
}

// Types returns the types of the documents that New makes, for training; the last is generic.
func Types() []result.DocumentType {
	return []result.DocumentType{
		result.TypeInvoice, result.TypeReceipt, result.TypeCreditNote, result.TypePurchaseOrder, result.TypeBankStatement,
		result.TypeGeneric,
	}
}

// pickDocumentType draws mostly invoices and receipts.
func pickDocumentType(r *rand.Rand) result.DocumentType {
	switch n := r.IntN(100); {
	case n < 42:
		return result.TypeInvoice
	case n < 72:
		return result.TypeReceipt
	case n < 79:
		return result.TypeCreditNote
	case n < 86:
		return result.TypePurchaseOrder
	case n < 92:
		return result.TypeBankStatement
	}
	return result.TypeGeneric
}
