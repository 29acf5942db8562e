package header

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Limits of references whose owner is unknown.
const (
	referenceWeight = 0.65 // as a label of the customer's reference
	minReference    = 0.3
	dataRows        = 4 // maximum rows from the document's number or dates
)

// putReference stores the value of a bare "Reference" as the customer's reference if no order number is labeled,
// because accounting programs print it so among number and dates. A reference without a letter, or with the invoice
// number in it, is the payment reference.
func (r *finder) putReference(set *value.Set) {
	if set.Has("purchaseOrderNumber") {
		return
	}
	for _, s := range r.Layout.Segments {
		h := r.bareReference(s)
		if h == nil || !r.amongData(h) {
			continue
		}
		f := link.Evidence{Label: referenceWeight, Start: true, Colon: h.Colon, Heading: r.InHeading(h), Last: true}
		found := r.LinksBeside(h, f, r.IdentifierValues)
		if len(found) == 0 {
			found = r.LinksBelow(h, f, r.IdentifierValues)
		}
		if len(found) != 1 || boost.Probability(found[0].LogOdds) < minReference || !r.customers(found[0].Value, set) {
			continue
		}
		v := found[0].AsValue()
		if o := set.Scalars["paymentReference"]; o.Page == v.Page && o.Box == v.Box {
			delete(set.Scalars, "paymentReference")
		}
		set.Put("purchaseOrderNumber", v)
		return
	}
}

// bareReference returns the word for a reference that a segment consists of, or opens with before a colon, or nil.
func (r *finder) bareReference(s *layout.Segment) *annotate.Label {
	colon := strings.HasSuffix(s.Words[0], ":")
	if s.Page.Number > 1 || !colon && len(s.Words) > 1 || !lexicon.ReferenceWord.Has(lexicon.Fold(s.Words[0])) ||
		r.ItemRows[s.Page.Rows[s.Row]] {
		return nil
	}
	return &annotate.Label{Segment: s, Phrase: "reference", Opens: true, Colon: colon}
}

// amongData reports whether a label is in a row or column with that of the document's number or a date.
func (r *finder) amongData(h *annotate.Label) bool {
	return slices.ContainsFunc(r.Labels, func(o *annotate.Label) bool {
		rows := o.Segment.Row - h.Segment.Row
		if o.Segment.Page != h.Segment.Page || rows < -dataRows || rows > dataRows ||
			rows != 0 && o.Segment.Box.OverlapX(h.Segment.Box) <= 0 {
			return false
		}
		return slices.ContainsFunc(o.Terms, func(t lexicon.Term) bool {
			return t.Role == lexicon.InvoiceNumber || t.Role == lexicon.IssueDate || t.Role == lexicon.DueDate
		})
	})
}

// customers reports whether a reference may be one of the customer's order.
func (r *finder) customers(c link.Candidate, set *value.Set) bool {
	text, own := lexicon.Compact(c.Text), lexicon.Compact(set.Text("invoiceNumber"))
	_, letters, _ := link.Composition(c.Text)
	item := r.ItemRows[c.Segment.Page.Rows[c.Segment.Row]]
	return !item && letters > 0 && recognize.CountDigits(c.Text) > 0 && !strings.HasPrefix(text, "rf") &&
		(own == "" || !strings.Contains(text, own)) && text != lexicon.Compact(set.Text("customerId"))
}
