// Package draft is a document while it is generated: its pages, its truth and the random source.
package draft

import (
	"math/rand/v2"
	"strings"

	"github.com/docmill/docmill/lab/synth/locale"
	"github.com/docmill/docmill/lab/synth/sheet"
)

// Truth holds the values that the sheets show, in the names and normal forms of the record: dates as ISO 8601, amounts
// as decimals. A missing field is not on the page. Members of line items have the record's names.
type Truth struct {
	Scalars   map[string]string
	LineItems []map[string]string
	// Transactions are the bookings of a bank statement.
	Transactions []map[string]string
}

// Draft is a document under construction.
type Draft struct {
	*rand.Rand
	Place  *locale.Place
	Truth  Truth
	Layout string // family of layouts
	Sheets sheet.Sheets
}

// New returns an empty draft.
func New(r *rand.Rand, place *locale.Place) *Draft {
	return &Draft{Rand: r, Place: place, Truth: Truth{Scalars: map[string]string{}}}
}

// Chance returns true with probability p.
func (d *Draft) Chance(p float64) bool { return d.Float64() < p }

// SetTruth sets a scalar of the truth. It ignores empty values.
func (d *Draft) SetTruth(field, value string) {
	if value != "" {
		d.Truth.Scalars[field] = value
	}
}

// SetCurrency adds the currency to the truth if some text of the sheets shows it. A lone dollar sign means US
// dollars.
func (d *Draft) SetCurrency() {
	code, symbol := d.Place.Country.Currency, strings.Trim(d.Place.Symbol, ".")
	if symbol == "$" && code != "USD" {
		return
	}
	for _, s := range d.Sheets {
		for _, m := range s.Marks {
			for w := range strings.FieldsSeq(m.Text) {
				bare := strings.Trim(w, "0123456789.,()-:/'+")
				euro := code == "EUR" && (strings.Contains(w, "€") || strings.EqualFold(bare, "euro"))
				if euro || bare == code || bare == symbol || bare == strings.ToUpper(symbol) {
					d.SetTruth("currency", code)
					return
				}
			}
		}
	}
}
