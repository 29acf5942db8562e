// Package synth makes synthetic documents with known truth for training and measuring models: invoices, credit notes,
// orders, receipts, statements and similar-looking papers.
//
// Invoices, credit notes and orders exist in all languages of the lexicon that have lands, in two designs: from a list
// of designs, or wild with a layout drawn from a random grammar. Other types exist in the languages with a vocabulary
// of receipts.
//
// The same seed and options give the same sample. Names, streets and goods are combined from syllables and lists
// written for this package. Account and tax numbers have valid check digits and are random.
package synth

import (
	"math/rand/v2"
	"slices"

	"github.com/docmill/docmill/engine/result"
)

// Sample is a synthetic document with its truth.
type Sample struct {
	DocumentType result.DocumentType
	Language     string // BCP 47
	Layout       string // family of layouts, for splits that keep a family together
	Vendor       string
	Truth        Truth
	Sheets       []*Sheet
}

// Truth holds the values that the sheets show, in the names and normal forms of the record: dates as ISO 8601, amounts
// as decimals. A missing field is not on the page. Members of line items have the record's names.
type Truth struct {
	Scalars   map[string]string
	LineItems []map[string]string
}

// Options selects what is made. The seed decides zero members.
type Options struct {
	DocumentType result.DocumentType
	// Language is one of Languages. For invoices, credit notes and orders it is one of TradeLanguages; those missing
	// in Languages always get wild designs. Documents in other languages are English.
	Language string
	// Items is the form of the item table, one of ItemForms, for invoices, credit notes and orders. If it is empty,
	// the seed draws a common table.
	Items string
	// Design is the layout of invoices, credit notes and orders. If it is empty, the seed makes three quarters of them
	// wild, but none with a form of Items.
	Design Design
}

// Design is a method of layout.
type Design string

// Designs.
const (
	DesignListed Design = "listed" // one of a list of designs
	DesignWild   Design = "wild"   // drawn from a random grammar
)

// TradeLanguages returns the languages of invoices, credit notes and orders.
func TradeLanguages() []string { return tradeLanguages() }

// Languages returns the languages of all document types: those of TradeLanguages that have a vocabulary of receipts.
func Languages() []string {
	all := []string{"en", "de", "fr", "es", "it", "nl", "pt", "pl"} // the order determines the documents of a seed
	for _, language := range tradeLanguages() {
		if !slices.Contains(all, language) && hasReceipts(language) {
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
	c := &composer{r: r, place: placeIn(r, opt.Language), truth: Truth{Scalars: map[string]string{}}, form: opt.Items}
	s := &Sample{DocumentType: opt.DocumentType, Language: opt.Language}
	switch opt.DocumentType {
	case result.TypeReceipt:
		c.receipt()
	case result.TypeBankStatement:
		c.statement()
	case result.TypeGeneric, result.TypeAuto:
		c.lookAlike()
	case result.TypeInvoice, result.TypeCreditNote, result.TypePurchaseOrder:
		if opt.Design == DesignWild {
			c.wild(opt.DocumentType)
		} else {
			c.trade(opt.DocumentType)
		}
	}
	s.Layout, s.Vendor, s.Truth, s.Sheets = c.layout, c.truth.Scalars["vendorName"], c.truth, c.sheets
	return s
}

// designOf returns the design by the options, or by the seed, independently of the other draws.
func designOf(seed uint64, opt Options) Design {
	trade := opt.DocumentType == result.TypeInvoice || opt.DocumentType == result.TypeCreditNote ||
		opt.DocumentType == result.TypePurchaseOrder
	if !trade || opt.Items != "" {
		return DesignListed
	}
	if opt.Language != "" && !slices.Contains(Languages(), opt.Language) {
		return DesignWild
	}
	if opt.Design != "" {
		return opt.Design
	}
	r := rand.New(rand.NewPCG(seed, 0x77696c64)) //nolint:gosec // documents, not secrets
	if r.IntN(4) == 0 {
		return DesignListed
	}
	return DesignWild
}

func languagesOf(d Design) []string {
	if d == DesignWild {
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

type composer struct {
	r      *rand.Rand
	place  *place // language, country, currency and conventions
	truth  Truth
	layout string
	sheets []*Sheet
	form   string // of the item table
}

func pick[T any](r *rand.Rand, choices ...T) T { return choices[r.IntN(len(choices))] }

func (c *composer) chance(p float64) bool { return c.r.Float64() < p }

// know sets a scalar of the truth. It ignores empty values.
func (c *composer) know(field, value string) {
	if value != "" {
		c.truth.Scalars[field] = value
	}
}
