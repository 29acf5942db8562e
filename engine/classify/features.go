package classify

import (
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sync"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
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

//go:embed kinds.bin
var kindsBin []byte

// Trained returns the embedded scorers, which package train makes.
//
//nolint:gochecknoglobals // read once, never changed
var Trained = sync.OnceValues(func() (Scorers, error) { return ParseScorers(kindsBin) })

// Scorers hold one scorer per type, which separates it from all others. Without scorers, only votes classify.
type Scorers struct {
	// Types are the types that the scorers know, in the order that breaks ties; the last is generic. Votes for other
	// types count for generic, and only titles name these types. Without types, those of the embedded scorers count.
	Types []result.DocumentType
	Trees map[result.DocumentType]*boost.Ensemble
}

// errTypes is returned for scorers whose types do not match each other or this program.
var errTypes = errors.New("classify: wrong types")

// ParseScorers decodes the output of Bytes. It returns an error if the data is invalid, has other features, or has no
// scorer for one of its types.
func ParseScorers(data []byte) (Scorers, error) {
	named, err := boost.Parse(data)
	if err != nil {
		return Scorers{}, fmt.Errorf("classify: %w", err)
	}
	s := Scorers{Trees: map[result.DocumentType]*boost.Ensemble{}}
	for _, name := range slices.Sorted(maps.Keys(named)) {
		if e := named[name]; s.Types == nil {
			for _, t := range e.Categories[featureTitled] {
				s.Types = append(s.Types, result.DocumentType(t))
			}
		}
	}
	if err := s.checkTypes(len(named)); err != nil {
		return Scorers{}, err
	}
	features, categories := Features(s.Types), Categories(s.Types)
	for _, t := range s.Types {
		e := named[string(t)]
		switch {
		case e == nil:
			return Scorers{}, fmt.Errorf("%w: %s has no scorer", errTypes, t)
		case !slices.Equal(e.Features, features):
			return Scorers{}, fmt.Errorf("%w: %s has other features than those of %q", errTypes, t, s.Types)
		case !reflect.DeepEqual(e.Categories, categories):
			return Scorers{}, fmt.Errorf("%w: %s has the categories %q, not %q", errTypes, t, e.Categories, categories)
		}
		s.Trees[t] = e
	}
	return s, nil
}

func (s Scorers) checkTypes(scorers int) error {
	if len(s.Types) != scorers || scorers == 0 || s.Types[scorers-1] != result.TypeGeneric {
		return fmt.Errorf("%w: %d scorers for %q", errTypes, scorers, s.Types)
	}
	for _, t := range s.Types {
		if len(schema.Of(t).Fields) == 0 {
			return fmt.Errorf("%w: %s is no document type", errTypes, t)
		}
	}
	return nil
}

// Bytes encodes the scorers for ParseScorers; see boost.Encode.
func (s Scorers) Bytes() []byte {
	named := map[string]*boost.Ensemble{}
	for t, e := range s.Trees {
		named[string(t)] = e
	}
	return boost.Encode(named)
}

// types returns Types, or those of the embedded scorers.
func (s Scorers) types() types {
	if s.Types == nil {
		s, _ = Trained() // an error comes from EmbeddedModels
	}
	return s.Types
}

// types are those that scorers know; the last is generic.
type types []result.DocumentType

// count returns the type for which a phrase of a type counts: generic for an unknown one.
func (t types) count(kind result.DocumentType) result.DocumentType {
	if slices.Contains(t, kind) {
		return kind
	}
	return result.TypeGeneric
}

// named returns all types but generic.
func (t types) named() types { return t[:max(0, len(t)-1)] }
