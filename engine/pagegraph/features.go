package pagegraph

import (
	"hash/fnv"
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Vector is the features of a unit or pair, between -1 and 1.
type Vector []float32

// Add appends a number.
func (v *Vector) Add(x float64) { *v = append(*v, float32(x)) }

// Flags appends 1 for each true and 0 for each false.
func (v *Vector) Flags(all ...bool) {
	for _, b := range all {
		n := float32(0)
		if b {
			n = 1
		}
		*v = append(*v, n)
	}
}

// Share appends n divided by most, at most 1.
func (v *Vector) Share(n int, most float64) { v.Add(min(1, float64(n)/most)) }

// near adds a distance in heights of print, squashed to between -1 and 1.
func (v *Vector) near(d float64) { v.Add(Soft(d / nearby)) }

const nearby = 3

// Soft squashes a number to between -1 and 1.
func Soft(x float64) float64 { return x / (1 + math.Abs(x)) }

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

	doc     *annotate.Document
	texts   []string // compact
	letters []uint64 // a bit for each byte of the text
	counts  map[string]int
}

// New describes units of a document, which are in reading order.
func New(doc *annotate.Document, units []Unit) *Graph {
	p := &Graph{doc: doc, Units: units, counts: map[string]int{}, Features: make([][]float32, len(units)),
		letters: make([]uint64, len(units))}
	for i := range units {
		u := &units[i]
		b := u.Box()
		text := recognize.Compact(u.Text())
		p.Boxes, p.texts = append(p.Boxes, b), append(p.texts, text)
		p.Heights = append(p.Heights, max(1e-3, tokenHeight(u.Part)))
		p.counts[text]++
		for k := range len(text) {
			p.letters[i] |= 1 << (text[k] % 64)
		}
	}
	p.placing = place(p)
	for i := range units {
		v := make(Vector, 0, features)
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

func (p *Graph) words(v *Vector, i int) {
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
		v.Flags(slices.Contains(meanings, name) && n == len(folded))
	}
	v.Flags(n > 0 && n < len(folded))
	first, line := "", strings.Join(folded, " ")
	if len(folded) > 0 {
		first = folded[0]
	}
	_, column := layout.ColumnNamed(line)
	v.Flags(column, textshape.TitleLine(words), lexicon.NoName.Has(line), lexicon.NameLabel.Has(line))
	v.Flags(lexicon.Salutation.Has(first), len(folded) > 1 && lexicon.CareOf.Has(folded[0]+" "+folded[1]))
	v.Flags(lexicon.PartyAside.Has(first), lexicon.WebLabel.Has(first))
	v.Flags(lexicon.Registration.Has(strings.ToLower(words[0])), lexicon.BeforeName.Has(first))
	v.Flags(lexicon.BankPhrase.Has(line) || lexicon.BankFirst.Has(first) || lexicon.BankPart.Has(first))
	isStreet := func(w string) bool { return len(w) > 2 && lexicon.Street.Has(w) }
	isFunctionWord := func(w string) bool { return lexicon.Connective.Has(w) || lexicon.Paying.Has(w) }
	v.Flags(slices.ContainsFunc(folded, isStreet), slices.ContainsFunc(folded, isFunctionWord))
}

// Features returns the number of features of a unit, and how many of them are lexicon features, which come first.
func Features() (all, ofWords int) { return features, wordFeatures }
