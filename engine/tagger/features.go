package tagger

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

// page holds the data for the features of all units.
type page struct {
	doc    *annotate.Document
	units  []unit
	boxes  []layout.Box
	texts  []string // compact
	height []float64
	counts map[string]int
	order  placing
}

// describe returns the feature vector of each unit, of length features.
func describe(doc *annotate.Document, units []unit) ([][]float32, *page) {
	p := &page{doc: doc, units: units, counts: map[string]int{}}
	for i := range units {
		u := &units[i]
		b := u.Box()
		text := recognize.Compact(u.Text())
		p.boxes, p.texts = append(p.boxes, b), append(p.texts, text)
		p.height = append(p.height, max(1e-3, tokenHeight(u.Part)))
		p.counts[text]++
	}
	p.order = place(p)
	out := make([][]float32, len(units))
	for i := range units {
		v := make(vector, 0, features)
		p.words(&v, i)
		p.form(&v, i)
		p.typed(&v, i)
		p.position(&v, i)
		p.relations(&v, i)
		out[i] = v
	}
	return out, p
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

func (p *page) words(v *vector, i int) {
	u := &p.units[i]
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

// Observation is the network's input for a document, for training.
type Observation struct {
	Parts []layout.Part
	// Features are a vector per unit; see Features.
	Features [][]float32
	// Near are each unit's nearest units, Pairs their PairFeatures.
	Near  [][]int
	Pairs [][]float32
	// Words is a hash of each unit's words.
	Words []uint16
	Table []bool
	// Below is the nearest unit below each, -1 for none.
	Below []int
}

// Observe returns the network's input for a document.
func Observe(doc *annotate.Document) *Observation {
	units := unitsOf(doc)
	x, p := describe(doc, units)
	g := p.neighbours()
	o := &Observation{Features: x, Near: g.near, Pairs: g.pairs, Below: p.order.below}
	for i := range units {
		h := fnv.New32a()
		_, _ = h.Write([]byte(p.texts[i]))
		o.Parts = append(o.Parts, units[i].Part)
		o.Words = append(o.Words, uint16(h.Sum32())) //nolint:gosec // the lower half
		o.Table = append(o.Table, units[i].table)
	}
	return o
}
