package classify

import (
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
)

func labels() []string {
	return []string{
		"invoiceNumber", "purchaseOrderNumber", "customerId", "dueDate", "deliveryDate", "periodStart", "paymentReference",
		"paymentTerms",
		"iban", "bic", "taxId", "subtotal", "tax", "taxTotal", "total", "amountDue", "amountPaid", "discountTotal",
		"shippingTotal", "tip",
		"receiptNumber", "accountNumber", "openingBalance", "closingBalance", "vendorName", "customerName", "bankName",
		"accountHolder",
		"-cash", "-change", "-rounding", "-amount", "-number",
	}
}

// Names of the features that number types.
const (
	featureTitle  = "title"
	featureTitled = "titled"
)

// Categories returns the names of the values of the features that number types.
func Categories(types []result.DocumentType) map[string][]string {
	names := make([]string, len(types))
	for i, t := range types {
		names[i] = string(t)
	}
	return map[string][]string{featureTitle: append([]string{""}, names[:max(0, len(names)-1)]...), featureTitled: names}
}

// Features names the features of scorers that know the given types, of which the last is generic: votes and phrases
// for each type, the type in the title, counts of labels, and the shape of the pages.
func Features(types []result.DocumentType) []string {
	names := []string{featureTitle}
	for _, k := range types {
		names = append(names, "votes."+string(k), "phrases."+string(k))
	}
	for _, l := range labels() {
		names = append(names, "label."+l)
	}
	return append(names, "rows", "words", "perRow", "prose", "priced", "pricedShare", "dated", "amounts", "percents",
		"dates", "ibans",
		"contacts", "width", "aspect", "pages", "tables", "columns", "recognised", "nominal", "letters",
		featureTitled, "otherKind")
}

// Observe returns the features of a document in the order of Features(known).
func Observe(doc *annotate.Document, known []result.DocumentType) []float32 {
	lay, types := doc.Layout, types(known)
	votes, phrases := wordVotes(lay, types)
	x := []float32{titleKind(lay, types)}
	for _, k := range types {
		x = append(x, float32(votes[k]), float32(phrases[k]))
	}
	counts := doc.CountLabels()
	for _, l := range labels() {
		x = append(x, float32(min(counts[l], 9)))
	}
	x = append(x, shape(lay)...)
	named, title := titled(lay, types), float32(boost.Uncategorized)
	if named != "" {
		title = float32(slices.Index(types, types.count(named)))
	}
	return append(x, title, float32(otherKind(lay, named, types)))
}

// titleKind is the number, from 1, of the known type on a separate line of the upper half, in the largest print, or 0.
func titleKind(lay *layout.Layout, known types) float32 {
	size, found := 0.0, float32(0)
	for _, s := range lay.Segments {
		if s.Page.Number > 1 || s.RelativeY() > 0.5 {
			break
		}
		words, _ := s.Folded()
		for at := range words {
			p, n := phraseAt(words[at:])
			if n == 0 || len(words) > n+3 || s.Height() <= size {
				continue
			}
			best := p[0]
			for _, v := range p {
				if v.Weight > best.Weight {
					best = v
				}
			}
			if best.Weight < 2 {
				continue
			}
			if i := slices.Index(known.named(), result.DocumentType(best.Type)); i >= 0 {
				size, found = s.Height(), float32(i+1)
			}
		}
	}
	return found
}

const maxPages = 3

func shape(lay *layout.Layout) []float32 {
	var rows, words, prose, priced, dated, amounts, percents, dates, ibans, contacts, letters, tables, columns float32
	for _, p := range lay.Pages[:min(maxPages, len(lay.Pages))] {
		for _, row := range p.Rows {
			rows++
			money, date := rowShape(row)
			if money {
				priced++
			}
			if money && date {
				dated++
			}
			n := 0
			for _, s := range row.Segments {
				n += len(s.Words)
				for _, w := range s.Words {
					letters += float32(len(w))
				}
				for _, a := range s.Amounts() {
					if a.Percent {
						percents++
					} else if a.Number.Fraction == 2 {
						amounts++
					}
				}
				dates += float32(len(s.Dates()))
				ibans += float32(len(s.IBANs()))
				contacts += float32(len(s.Emails()))
			}
			words += float32(n)
			if n > 9 {
				prose++
			}
		}
		for _, t := range p.Tables() {
			tables++
			columns = max(columns, float32(len(t.Headings)))
		}
	}
	width, aspect, nominal, pixels := float32(0), float32(0), float32(0), float32(0)
	if len(lay.Pages) > 0 {
		first := lay.Pages[0]
		width = float32(mostRows(first))
		if first.Width > 0 {
			aspect = float32(first.Height / first.Width)
		}
		nominal, pixels = flag(first.Nominal), flag(isRecognized(first))
	}
	per := func(v float32) float32 { return v / max(1, rows) }
	return []float32{
		rows, words, per(words), per(prose), priced, per(priced), dated, amounts, percents, dates, ibans, contacts,
		width, aspect, float32(len(lay.Pages)), tables, columns, pixels, nominal, letters / max(1, words),
	}
}

func flag(b bool) float32 {
	if b {
		return 1
	}
	return 0
}
