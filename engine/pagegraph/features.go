package pagegraph

import (
	"hash/fnv"
	"math"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

type vector []float32

func (v *vector) add(x float64) { *v = append(*v, float32(x)) }

func (v *vector) flag(b bool) {
	if b {
		*v = append(*v, 1)
	} else {
		*v = append(*v, 0)
	}
}

// share adds n divided by most, at most 1.
func (v *vector) share(n int, most float64) { v.add(min(1, float64(n)/most)) }

// near adds a distance in heights of print, squashed to between -1 and 1.
func (v *vector) near(d float64) { v.add(soft(d / nearby)) }

const nearby = 3

func soft(x float64) float64 { return x / (1 + math.Abs(x)) }

// Graph describes units and their neighbors.
type Graph struct {
	Units []Unit
	// Features are a vector per unit; see Features.
	Features [][]float32
	// Near are each unit's nearest units, Pairs their PairFeatures.
	Near    [][]int
	Pairs   [][]float32
	Boxes   []layout.Box
	Heights []float64 // of print
	placing

	doc    *annotate.Document
	texts  []string // compact
	counts map[string]int
}

// New describes units of a document, which are in reading order.
func New(doc *annotate.Document, units []Unit) *Graph {
	p := &Graph{doc: doc, Units: units, counts: map[string]int{}, Features: make([][]float32, len(units))}
	for i := range units {
		u := &units[i]
		b := u.Box()
		text := recognize.Compact(u.Text())
		p.Boxes, p.texts = append(p.Boxes, b), append(p.texts, text)
		p.Heights = append(p.Heights, max(1e-3, tokenHeight(u.Part)))
		p.counts[text]++
	}
	p.placing = place(p)
	for i := range units {
		v := make(vector, 0, features)
		p.words(&v, i)
		p.form(&v, i)
		p.typed(&v, i)
		p.position(&v, i)
		p.relations(&v, i)
		p.Features[i] = v
	}
	p.addNeighbors()
	return p
}

// WordHashes returns a hash of the words of each unit, for training.
func (p *Graph) WordHashes() []uint16 {
	out := make([]uint16, len(p.texts))
	for i, text := range p.texts {
		h := fnv.New32a()
		_, _ = h.Write([]byte(text))
		out[i] = uint16(h.Sum32()) //nolint:gosec // the lower half
	}
	return out
}

// wordFeatures is the number of leading lexicon features. Training hides them from some units, because lexicons are
// incomplete.
const wordFeatures = roles + 4 + 14

// roles is the number of label roles among the features.
const roles = 32

const features = wordFeatures + 35 + 17 + 33 + 6

func rolesOf() [roles]lexicon.Role {
	return [roles]lexicon.Role{
		lexicon.InvoiceNumber, lexicon.IssueDate, lexicon.DueDate, lexicon.DeliveryDate, lexicon.Period, lexicon.OrderNumber,
		lexicon.CustomerID, lexicon.ReceiptNumber, lexicon.AccountNumber, lexicon.TaxID, lexicon.CustomerTaxID, lexicon.IBAN,
		lexicon.BIC, lexicon.PaymentReference, lexicon.PaymentTerms, lexicon.Phone, lexicon.Subtotal, lexicon.Tax,
		lexicon.TaxTotal, lexicon.Total, lexicon.AmountDue, lexicon.AmountPaid, lexicon.Discount, lexicon.Shipping,
		lexicon.VendorName, lexicon.CustomerName, lexicon.BankName, lexicon.Holder, lexicon.OtherNumber, lexicon.OtherDate,
		lexicon.OtherAmount, lexicon.Currency,
	}
}

func (p *Graph) words(v *vector, i int) {
	u := &p.Units[i]
	s := u.Segment
	known, at := rolesOf(), len(*v)
	*v = append(*v, make([]float32, roles)...)
	for _, l := range p.doc.LabelsIn[s] {
		if l.First > u.Last || l.Last < u.First || !l.Opens && l.First != u.First {
			continue
		}
		for _, t := range l.Terms {
			for k, r := range known {
				if r == t.Role {
					(*v)[at+k] = max((*v)[at+k], float32(t.Weight))
				}
			}
		}
	}
	words := s.Words[u.First : u.Last+1]
	folded := recognize.FoldWords(strings.Join(words, " "))
	meanings, _, n := lexicon.PartyHeadings().Longest(folded, nil)
	for _, name := range [...]string{"vendor", "customer", "shipping", "other"} {
		v.flag(contains(meanings, name) && n == len(folded))
	}
	v.flag(n > 0 && n < len(folded))
	first, line := "", strings.Join(folded, " ")
	if len(folded) > 0 {
		first = folded[0]
	}
	_, column := layout.ColumnNamed(line)
	v.flag(column)
	v.flag(textshape.TitleLine(words))
	v.flag(lexicon.NoName.Has(line))
	v.flag(lexicon.NameLabel.Has(line))
	v.flag(lexicon.Salutation.Has(first))
	v.flag(len(folded) > 1 && lexicon.CareOf.Has(folded[0]+" "+folded[1]))
	v.flag(lexicon.PartyAside.Has(first))
	v.flag(lexicon.WebLabel.Has(first))
	v.flag(lexicon.Registration.Has(strings.ToLower(words[0])))
	v.flag(lexicon.BeforeName.Has(first))
	v.flag(lexicon.BankPhrase.Has(line) || lexicon.BankFirst.Has(first) || lexicon.BankPart.Has(first))
	v.flag(hasStreetWord(folded))
	v.flag(hasFunctionWord(folded))
}

func contains(names []string, name string) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}

func hasStreetWord(folded []string) bool {
	for _, w := range folded {
		if len(w) > 2 && lexicon.Street.Has(w) {
			return true
		}
	}
	return false
}

// hasFunctionWord reports whether there is a connecting word, as in sentences.
func hasFunctionWord(folded []string) bool {
	for _, w := range folded {
		if lexicon.Connective.Has(w) || lexicon.Paying.Has(w) {
			return true
		}
	}
	return false
}

// Features returns the number of features of a unit, and how many of them are lexicon features, which come first.
func Features() (all, ofWords int) { return features, wordFeatures }
