package link

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Names of the features that number names.
const (
	featureRole = "role"
	featureType = "type"
)

// Categories returns the names of the values of the features that number names, for training: the roles whose links
// are trained, and the document types.
func Categories() map[string][]string {
	return map[string][]string{featureRole: trainedRoles(), featureType: schema.TypeNames()}
}

// trainedRoles lists the roles whose links are trained. Similar roles are neighbors.
func trainedRoles() []string {
	roles := []lexicon.Role{
		lexicon.InvoiceNumber, lexicon.OrderNumber, lexicon.CustomerID, lexicon.PaymentReference, lexicon.ReceiptNumber,
		lexicon.AccountNumber,
		lexicon.IssueDate, lexicon.DueDate, lexicon.DeliveryDate,
		lexicon.Total, lexicon.AmountDue, lexicon.Subtotal, lexicon.TaxTotal, lexicon.Tax, lexicon.AmountPaid,
		lexicon.Discount, lexicon.Shipping, lexicon.Tip,
		lexicon.Opening, lexicon.Closing, lexicon.TaxID, lexicon.CustomerTaxID, lexicon.IBAN, lexicon.BIC, lexicon.Phone,
	}
	names := make([]string, len(roles))
	for i, role := range roles {
		names[i] = string(role)
	}
	return names
}

// FeatureNames returns the names of the scorer's features, in the order of a vector: role and document type as
// numbers, the label, the geometry between label and value, the value's print and position, and a comparison with
// the other links of the role. Lengths are in page widths or label heights.
func FeatureNames() []string {
	return []string{
		featureRole, featureType, "label", "direction", "distance", "start", "colon", "heading", "last", "later", "fit",
		"prior", "rival", "links", "better", "lead", "repeats", "magnitude",
		"x", "y", "size", "bold", "labelBold", "labelWords", "alone", "segmentWords",
		"length", "digits", "letters", "marks", "fraction", "currency", "negative",
		"left", "right", "down", "pages", "recognised", "legibility", "tag", "tagOther",
	}
}

// view is the context of a set's links.
type view struct {
	r       *Linker
	m       *Set
	sorted  []string        // distinct dates
	largest float64         // amount
	texts   map[string]bool // of all candidates
}

func (r *Linker) viewOf(m *Set) *view {
	s := &view{r: r, m: m, texts: map[string]bool{}}
	for _, links := range m.Links {
		for i := range links {
			c := links[i].Value
			if c.Text != "" {
				s.texts[c.Text] = true
			} else {
				s.largest = max(s.largest, math.Abs(r.worth(c)))
			}
		}
	}
	for text := range s.texts {
		s.sorted = append(s.sorted, text)
	}
	slices.Sort(s.sorted)
	return s
}

// worth returns the amount of a candidate, or 0 if it is not an amount.
func (r *Linker) worth(c Candidate) float64 {
	if a := r.Spans[c.Segment].Amounts; c.Text == "" && c.Index < len(a) {
		return a[c.Index].Value(r.Style).InexactFloat64()
	}
	return 0
}

// vector appends the features of a role's i-th link. role and kind are the numbers of the role and the document type.
func (s *view) vector(x []float32, role, kind float32, want lexicon.Role, i int) []float32 {
	links := s.m.Links[want]
	l := &links[i]
	f := l.Evidence
	x = append(x, role, kind, float32(f.Label), float32(f.Direction), float32(f.distance),
		Flag(f.Start), Flag(f.Colon), Flag(f.Heading), Flag(f.Last), Flag(f.Later), float32(f.kind))
	x = s.amongOthers(x, links, i)
	x = s.print(x, l)
	return s.tags(s.way(x, l), want, l.Value)
}

// minTag is the lower limit of the log-odds of tags.
const minTag = -12

// tags appends the log-odds of the role's class and of no class at the value. They are NaN without tags, and on
// receipts and statements, because the tagger was trained on too few.
func (s *view) tags(x []float32, want lexicon.Role, c Candidate) []float32 {
	unknown := float32(math.NaN())
	u, f := s.r.Tags.At(c.Segment, c.First), s.r.Type.Family
	if u == nil || f == schema.FamilyReceipt || f == schema.FamilyStatement {
		return append(x, unknown, unknown)
	}
	named := unknown
	if class := s.r.ClassOf(want); class != tag.Other {
		named = max(minTag, u.Odds[class])
	}
	return append(x, named, max(minTag, u.Odds[tag.Other]))
}

// ClassOf returns the class of units that hold values of a role, or tag.Other if no class does.
func (r *Linker) ClassOf(want lexicon.Role) tag.Class {
	if r.Type.IsTrade() && string(want) == r.Type.Number {
		return tag.Number
	}
	switch want {
	case lexicon.InvoiceNumber:
		return tag.Number
	case lexicon.OrderNumber:
		return tag.OrderNumber
	case lexicon.IssueDate:
		return tag.IssueDate
	case lexicon.DueDate:
		return tag.DueDate
	case lexicon.Subtotal:
		return tag.Subtotal
	case lexicon.TaxTotal:
		return tag.TaxTotal
	case lexicon.Total:
		return tag.Total
	case lexicon.TaxID:
		return tag.VendorTaxID
	case lexicon.CustomerTaxID:
		return tag.CustomerTaxID
	}
	return tag.Other
}

// amongOthers appends features that compare a link with the others of its role.
func (s *view) amongOthers(x []float32, links []Link, i int) []float32 {
	l := &links[i]
	better, repeats, lead := 0, 0, float64(8)
	for k := range links {
		if k == i {
			continue
		}
		if links[k].Value.SameAs(l.Value) || s.hasSameValue(links[k].Value, l.Value) {
			repeats++
			continue
		}
		lead = min(lead, l.LogOdds-links[k].LogOdds)
		if links[k].LogOdds > l.LogOdds {
			better++
		}
	}
	return append(x, float32(l.LogOdds), float32(l.rival), float32(len(links)), float32(better), float32(lead),
		float32(repeats),
		s.magnitude(l.Value))
}

// hasSameValue reports whether two candidates have the same value.
func (s *view) hasSameValue(a, b Candidate) bool {
	if a.Text != "" || b.Text != "" {
		return a.Text == b.Text
	}
	return s.r.worth(a) == s.r.worth(b)
}

// magnitude returns an amount's share of the largest, or the rank of a date among all dates, from 0 to 1.
func (s *view) magnitude(c Candidate) float32 {
	switch {
	case c.Text == "" && s.largest > 0:
		return float32(s.r.worth(c) / s.largest)
	case c.Text != "" && len(s.sorted) > 1:
		i, _ := slices.BinarySearch(s.sorted, c.Text)
		return float32(i) / float32(len(s.sorted)-1)
	}
	return float32(math.NaN())
}

// print appends features of the position and print of the value.
func (s *view) print(x []float32, l *Link) []float32 {
	c, seg := l.Value, l.Value.Segment
	box := seg.SpanBox(c.First, c.Last)
	height := s.r.TypicalHeight(seg.Page)
	size := float32(1)
	if height > 0 {
		size = float32(box.Height() / height)
	}
	x = append(x, float32(box.CenterX()/seg.Page.Width), float32(seg.RelativeY()), size,
		Flag(seg.Tokens[c.First].Bold), Flag(l.Label.Segment.Tokens[l.Label.First].Bold),
		float32(l.Label.Last-l.Label.First+1),
		Flag(c.Last-c.First+1 == len(seg.Words)), float32(len(seg.Words)))
	text := strings.Join(seg.Words[c.First:c.Last+1], "")
	digits, letters, marks := Composition(text)
	fraction, currency, negative := float32(math.NaN()), float32(0), float32(0)
	if a := s.r.Spans[seg].Amounts; c.Text == "" && c.Index < len(a) {
		fraction, currency, negative = float32(a[c.Index].Number.Fraction), Flag(a[c.Index].Currency != ""),
			Flag(a[c.Index].Negative)
	}
	n := max(1, float32(len(text)))
	return append(x, float32(len(text)), digits/n, letters/n, marks/n, fraction, currency, negative)
}

// way appends features of the geometry between value and label, and of the page.
func (s *view) way(x []float32, l *Link) []float32 {
	c, seg := l.Value, l.Value.Segment
	value, label := seg.SpanBox(c.First, c.Last), l.Label.Box()
	width, height := float32(seg.Page.Width), float32(max(1e-6, label.Height()))
	legibility := 1.0
	for t := c.First; t <= c.Last; t++ {
		legibility = min(legibility, seg.Tokens[t].Confidence)
	}
	return append(x, float32(value.X0-label.X0)/width, float32(value.X1-label.X1)/width, float32(value.Y0-label.Y0)/height,
		float32(len(s.r.Layout.Pages)), Flag(seg.Tokens[c.First].Source == document.SourceOCR), float32(legibility))
}

// Composition counts digits, letters and other marks.
func Composition(text string) (digits, letters, marks float32) {
	digits = float32(recognize.CountDigits(text))
	length := len(text)
	for _, c := range recognize.Fold(text) {
		switch {
		case c >= '0' && c <= '9':
		case c >= 'a' && c <= 'z':
			letters++
		case unicode.IsLetter(c): // of another script
			letters++
			length -= utf8.RuneLen(c) - 1
		}
	}
	return digits, letters, max(0, float32(length)-digits-letters)
}

// Flag returns 1 or 0 for a boolean feature.
func Flag(b bool) float32 {
	if b {
		return 1
	}
	return 0
}
