// Package synth makes documents with known truth: invoices, credit notes, orders,
// receipts, statements and what looks like them. Models are trained and measured on
// them beside real documents.
//
// Invoices, credit notes and orders are made in all languages of the lexicon that
// lands are known of, in one of two ways: after a list of designs, or wild, their
// layout drawn from a random grammar. All else is made in those that have
// a vocabulary of receipts.
//
// Everything comes from a seed: the same seed and options give the same
// specimen. Names, streets and goods are put together from syllables and lists
// that were written for this package; account and tax numbers have right check
// digits and belong to nobody.
package synth

import (
	"math/rand/v2"
	"slices"

	"github.com/docmill/docmill/engine/result"
)

// Specimen is a made document with its truth.
type Specimen struct {
	Kind     result.DocumentType
	Language string // BCP 47
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
	Kind result.DocumentType
	// Language is one of Languages; of TradeLanguages for invoices, credit notes and
	// orders, which are wild in those that Languages lacks. In any other the document
	// is English.
	Language string
	// Items is the form of the item table, one of ItemForms, for invoices, credit
	// notes and orders; without one the seed draws a common table.
	Items string
	// Design is how invoices, credit notes and orders are laid out; without one the
	// seed makes three quarters of them wild, those with a form of Items never.
	Design Design
}

// Design is how a document is laid out.
type Design string

// The designs.
const (
	DesignListed Design = "listed" // one of a list of designs
	DesignWild   Design = "wild"   // drawn from a random grammar
)

// TradeLanguages are those that invoices, credit notes and orders are made in.
func TradeLanguages() []string { return tradeLanguages() }

// Languages that documents of every type are made in: those of TradeLanguages whose
// vocabulary has the words of receipts.
func Languages() []string {
	all := []string{"en", "de", "fr", "es", "it", "nl", "pt", "pl"} // in the order that seeds know
	for _, language := range tradeLanguages() {
		if !slices.Contains(all, language) && hasReceipts(language) {
			all = append(all, language)
		}
	}
	return all
}

// New makes a specimen.
func New(seed uint64, opt Options) *Specimen {
	r := rand.New(rand.NewPCG(seed, 0x646f636d696c6c)) //nolint:gosec // documents, not secrets
	if opt.Kind == "" {
		opt.Kind = pickKind(r)
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
	s := &Specimen{Kind: opt.Kind, Language: opt.Language}
	switch opt.Kind {
	case result.TypeReceipt:
		c.receipt()
	case result.TypeBankStatement:
		c.statement()
	case result.TypeGeneric, result.TypeAuto:
		c.lookAlike()
	case result.TypeInvoice, result.TypeCreditNote, result.TypePurchaseOrder:
		if opt.Design == DesignWild {
			c.wild(opt.Kind)
		} else {
			c.trade(opt.Kind)
		}
	}
	s.Layout, s.Vendor, s.Truth, s.Sheets = c.layout, c.truth.Scalars["vendorName"], c.truth, c.sheets
	return s
}

// designOf is how a document is laid out: as the options say, else as the seed does,
// apart from what else it draws.
func designOf(seed uint64, opt Options) Design {
	trade := opt.Kind == result.TypeInvoice || opt.Kind == result.TypeCreditNote || opt.Kind == result.TypePurchaseOrder
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

// languagesOf are those that documents of a design are made in.
func languagesOf(d Design) []string {
	if d == DesignWild {
		return TradeLanguages()
	}
	return Languages()
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
