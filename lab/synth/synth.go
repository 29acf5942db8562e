// Package synth makes documents with known truth: invoices, credit notes, orders,
// receipts, statements and what looks like them, in the languages of TradeLanguages. Models are
// trained and measured on them beside real documents.
//
// Everything comes from a seed: the same seed and options give the same
// specimen. Names, streets and goods are put together from syllables and lists
// that were written for this package; account and tax numbers have right check
// digits and belong to nobody.
package synth

import (
	"math/rand/v2"

	"github.com/docmill/docmill/engine/result"
)

// Specimen is a made document with its truth.
type Specimen struct {
	Kind     result.DocumentType
	Language string // BCP 47, one of TradeLanguages
	Layout   string // family of layouts, for splits that keep a family together
	Vendor   string
	Truth    Truth
	Sheets   []*Sheet
}

// Truth holds what the sheets show, in the record's names and normal forms:
// dates as ISO 8601, amounts as decimals. A field that is absent is not on the
// page. Names of line items' members are those of the record.
type Truth struct {
	Scalars   map[string]string
	LineItems []map[string]string
}

// Options choose what is made; a zero member leaves it to the seed.
type Options struct {
	Kind     result.DocumentType
	Language string
	// Items is the form of the item table, one of ItemForms, for invoices, credit
	// notes and orders; without one the seed draws a common table.
	Items string
}

// Languages that documents of every type are made in.
func Languages() []string { return []string{"en", "de", "fr", "es", "it", "nl", "pt", "pl"} }

// TradeLanguages are those that invoices, credit notes and orders are made in.
func TradeLanguages() []string { return append(Languages(), "nb", "fi", "hu") }

// New makes a specimen.
func New(seed uint64, opt Options) *Specimen {
	r := rand.New(rand.NewPCG(seed, 0x646f636d696c6c)) //nolint:gosec // documents, not secrets
	if opt.Kind == "" {
		opt.Kind = pickKind(r)
	}
	if opt.Language == "" {
		opt.Language = Languages()[r.IntN(len(Languages()))]
	}
	c := &composer{r: r, place: placeIn(r, opt.Language), truth: Truth{Scalars: map[string]string{}}, form: opt.Items}
	s := &Specimen{Kind: opt.Kind, Language: opt.Language}
	switch opt.Kind {
	case result.TypeReceipt:
		c.receipt()
	case result.TypeBankStatement:
		c.statement()
	case result.TypeGeneric, result.TypeAuto:
		c.lookAlike()
	case result.TypeInvoice, result.TypeCreditNote, result.TypePurchaseOrder:
		c.trade(opt.Kind)
	}
	s.Layout, s.Vendor, s.Truth, s.Sheets = c.layout, c.truth.Scalars["vendorName"], c.truth, c.sheets
	return s
}

// pickKind gives invoices and receipts most of the documents.
func pickKind(r *rand.Rand) result.DocumentType {
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

// composer builds one specimen.
type composer struct {
	r      *rand.Rand
	place  *place // language, country, currency and their habits
	truth  Truth
	layout string
	sheets []*Sheet
	form   string // of the item table
}

// pick gives one of the choices.
func pick[T any](r *rand.Rand, choices ...T) T { return choices[r.IntN(len(choices))] }

// chance is true with the given probability.
func (c *composer) chance(p float64) bool { return c.r.Float64() < p }

// know sets a scalar of the truth; empty values are not known.
func (c *composer) know(field, value string) {
	if value != "" {
		c.truth.Scalars[field] = value
	}
}
