package einvoicefields

import (
	"fmt"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/docmill/docmill/engine/validate"
)

const (
	// minWords is the minimum number of words of a page for a comparison.
	minWords = 25
	// sure is the minimum certainty of a value read from the page that contradicts the structured data.
	sure = 0.85
)

// Compare checks the structured data against the page. A value that the page shows anywhere agrees. A value that it
// does not show contradicts if the page has another value with high certainty. The check passes if number, date and
// total are all shown. It is nil if nothing contradicts and not all of them are shown.
func (p *Page) Compare(set *value.Set) *validate.CheckResult {
	if p.words < minWords {
		return nil
	}
	var shown, differing, details []string
	for _, f := range schema.XMLFields() {
		name := f.Name
		v, ok := set.Scalars[name]
		read := p.read.Scalars[name]
		switch {
		case !ok:
		case equalCompact(read.Value, v.Value), len(p.scalar(name, v.Value)) > 0:
			shown = append(shown, name)
		case read.Value != "" && p.certainty(name) >= sure && !isVague(name, read.Raw):
			differing = append(differing, name)
			details = append(details, fmt.Sprintf("%s: page %s, XML %s", name, read.Value, v.Value))
		}
	}
	if len(differing) > 0 {
		return outcome(false, strings.Join(details, "; "), differing)
	}
	if !allShown(set, shown) {
		return nil
	}
	return outcome(true, "the page shows "+strings.Join(shown, ", ")+" of the XML", shown)
}

func outcome(passed bool, detail string, paths []string) *validate.CheckResult {
	return &validate.CheckResult{Check: result.Check{Name: validate.XMLMatchesPage, Passed: passed, Detail: detail},
		Paths: paths}
}

// allShown reports whether the page shows number, date and total, as far as the data has them, but at least two.
func allShown(set *value.Set, shown []string) bool {
	number := "invoiceNumber"
	if _, ok := set.Scalars[number]; !ok {
		number = "purchaseOrderNumber"
	}
	n := 0
	for _, name := range []string{number, "issueDate", "total"} {
		if _, ok := set.Scalars[name]; !ok {
			continue
		}
		if !slices.Contains(shown, name) {
			return false
		}
		n++
	}
	return n >= 2
}

// isVague reports whether the page's value is ambiguous: "$" and "kr" are signs of several currencies.
func isVague(name, raw string) bool {
	if name != "currency" {
		return false
	}
	for _, w := range strings.Fields(raw) {
		if c, ok := recognize.Currency(w); ok && (c == w || w == "€" || w == "£") {
			return false
		}
	}
	return true
}
