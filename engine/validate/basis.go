package validate

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/result"
	"github.com/shopspring/decimal"
)

// Basis is the information about a document that is not among the values of its record.
type Basis = result.Basis

const maxDigits = 40

var errNoNumber = errors.New("not a plain decimal number")

// parseDecimal rejects exponents, because adding a number with a huge one could exhaust the memory.
func parseDecimal(text string) (decimal.Decimal, error) {
	if len(text) > maxDigits || strings.ContainsAny(text, "eE") {
		return decimal.Zero, errNoNumber
	}
	return decimal.NewFromString(text)
}

func parseOrZero(text string) decimal.Decimal {
	d, err := parseDecimal(text)
	if err != nil {
		return decimal.Zero
	}
	return d
}

func rounding(b *Basis) decimal.Decimal {
	if b == nil {
		return decimal.Zero
	}
	return parseOrZero(b.Rounding)
}

// printedDifference is the difference between the total and its net amount and tax that the document prints.
func printedDifference(b *Basis) decimal.Decimal {
	if b == nil {
		return decimal.Zero
	}
	return parseOrZero(b.Between)
}

func linePlus(b *Basis, row int) (d decimal.Decimal, stated bool) {
	if b == nil {
		return decimal.Zero, false
	}
	text, stated := b.Plus[row]
	return parseOrZero(text), stated
}

const unitDigits = 8

// counts returns the factor of the value at path in quantity × unit price.
func counts(b *Basis, path, value string) string {
	if b == nil || value == "" {
		return value
	}
	if agreed, ok := b.Agreed[path]; ok {
		return agreed
	}
	price, err := parseDecimal(value)
	per := parseOrZero(b.Per[path])
	if err != nil || per.IsZero() {
		return value
	}
	return price.DivRound(per, unitDigits).String()
}

// itemSum checks Σ items + charges − allowances = subtotal for documents that state how their items add up.
func itemSum(v Values, items *result.Items) *CheckResult {
	e, paths, ok := column(v, "lineItems", items.Apart)
	subtotal, known := amount(v, "subtotal")
	if !ok || !known {
		return nil
	}
	if plus := parseOrZero(items.Plus); !plus.IsZero() {
		e.add(plus, plus.StringFixed(centDigits))
	}
	if v.Text("discountTotal") != "" {
		paths = append(paths, "discountTotal")
	}
	passed, detail := e.result(subtotal, v.Text("subtotal"))
	return newResult(LineItems, passed, detail, slices.Concat(paths, []string{"subtotal"})...)
}

// DocumentType makes the check TypeMatches: a document has the requested type.
func DocumentType(asked, found result.DocumentType) CheckResult {
	return CheckResult{Check: result.Check{
		Name: TypeMatches, Passed: asked == found, Detail: fmt.Sprintf("asked for %s, looks like %s", asked, found),
	}}
}

// Bank makes the check BankDetailsChanged for an account (ISO 13616). It passes if the vendor had the account before.
func Bank(account string, known bool) CheckResult {
	detail := account + " is not an account that this vendor had before"
	if known {
		detail = account + " is an account that this vendor had before"
	}
	return *newResult(BankDetailsChanged, known, detail, "iban")
}

// Record implements Values for the data of a record.
type Record struct {
	scalars map[string]string
	lists   map[string][]map[string]string
	basis   *Basis
}

// Parse parses the data of a record: a JSON object of strings and of arrays of objects of strings. Values of other
// types are ignored. basis may be nil. It returns an error if data is not a JSON object.
func Parse(data json.RawMessage, basis *Basis) (*Record, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return nil, fmt.Errorf("data of a record: %w", err)
	}
	p := &Record{scalars: map[string]string{}, lists: map[string][]map[string]string{}, basis: basis}
	for name, raw := range members {
		var text string
		var rows []map[string]string
		switch {
		case json.Unmarshal(raw, &text) == nil:
			p.scalars[name] = text
		case json.Unmarshal(raw, &rows) == nil:
			p.lists[name] = rows
		}
	}
	return p, nil
}

// Text implements Values.
func (p *Record) Text(name string) string { return p.scalars[name] }

// Rows implements Values.
func (p *Record) Rows(list string) int { return len(p.lists[list]) }

// Member implements Values.
func (p *Record) Member(list string, row int, member string) string {
	return p.lists[list][row][member]
}

// Counts implements Values.
func (p *Record) Counts(list string, row int, member string) string {
	return counts(p.basis, Path(list, row, member), p.Member(list, row, member))
}

// Basis implements Values.
func (p *Record) Basis() *Basis { return p.basis }
