package header

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// putOrder stores the number of the order that an invoice is for. It prefers a number with "your order" or "your
// reference" over one with "order number" alone, which may be the vendor's.
func (r *finder) putOrder(set *value.Set, numbers *link.Set) {
	const field = "purchaseOrderNumber"
	best, ok := numbers.Best(lexicon.OrderNumber)
	if !ok || !r.Type.IsBill {
		return
	}
	if theirs, ok := customers(numbers, best); ok {
		best = theirs
		v := best.AsValue()
		v.Score = max(v.Score, minCustomers)
		set.Put(field, v)
	}
	if v := set.Scalars[field]; set.Has(field) && v.Value == best.Value.Text {
		if text, first, last := r.wholeCell(best); text != v.Value {
			set.Put(field, value.Cite(text, best.Value.Segment, first, last, v.Score))
		}
	}
}

// minCustomers is the minimum certainty of a number whose label calls it the customer's.
const minCustomers = 0.5

// customers returns the strongest link with a label of the customer's number, unless that of best is one.
func customers(numbers *link.Set, best link.Link) (link.Link, bool) {
	var top link.Link
	found := false
	if yours(best.Label) {
		return top, false
	}
	for _, l := range numbers.Links[lexicon.OrderNumber] {
		// a reference next to the order in a sentence is another number
		if l.LabelWeight() < clearLabel && !best.Label.Opens {
			continue
		}
		// the trained scorer has seen few references next to an order number
		if yours(l.Label) && l.Untrained().LogOdds > 0 && (!found || l.LogOdds > top.LogOdds) {
			top, found = l, true
		}
	}
	return top, found
}

// yours reports whether a label calls its value the customer's.
func yours(h *annotate.Label) bool {
	words := recognize.FoldWords(strings.Join(h.Segment.Words[h.First:h.Last+1], " "))
	for i, w := range words {
		if lexicon.Yours.Has(w) || i > 0 && lexicon.Yours.Has(words[i-1]+" "+w) {
			return true
		}
	}
	return false
}

// maxOrderWords is the maximum number of words of an order number.
const maxOrderWords = 4

// wholeCell returns an order number with the other words in its cell or after the colon of its label: "Resolution
// TC 2031-77", because the customer uses them. Words for "number", dates and sentences are excluded.
func (r *finder) wholeCell(l link.Link) (text string, first, last int) {
	s, c := l.Value.Segment, l.Value
	from, to := 0, len(s.Words)-1
	switch {
	case s == l.Label.Segment && r.mark(l.Label):
		from = l.Label.First
	case s == l.Label.Segment:
		from = l.Label.Last + 1
		if !l.Label.Opens || !l.Label.Colon && l.LabelWeight() < clearLabel {
			return c.Text, c.First, c.Last
		}
	}
	for from < c.First && strings.Trim(s.Words[from], ":#") == "" {
		from++
	}
	if to-from >= maxOrderWords || len(r.Spans[s].Dates) > 0 || r.labelInside(l, from) {
		return c.Text, c.First, c.Last
	}
	first, last = c.First, c.Last
	if !slices.ContainsFunc(s.Words[from:c.First], noCode) {
		first = from
	}
	if ends := strings.ContainsAny(s.Words[c.Last], ",;"); !ends && goesOn(s.Words[c.Last+1:]) {
		last = to
	}
	if first == c.First && last == c.Last {
		return c.Text, first, last
	}
	return strings.Trim(strings.Join(s.Words[first:last+1], " "), " .,;:"), first, last
}

// goesOn reports whether words after a number continue it: capitals, or initials after a slash.
func goesOn(behind []string) bool {
	return len(behind) > 1 && behind[0] == "/" || !slices.ContainsFunc(behind, func(w string) bool {
		return noCode(w) || strings.ToUpper(w) != w
	})
}

// labelInside reports whether the cell of a number has another label. "PO" before a number is not one.
func (r *finder) labelInside(l link.Link, from int) bool {
	return slices.ContainsFunc(r.LabelsIn[l.Value.Segment], func(h *annotate.Label) bool {
		return h.First >= from && (h.Opens || h.Colon) && !r.mark(h)
	})
}

// mark reports whether a label is the "PO" before an order number, next to the label of the order.
func (r *finder) mark(h *annotate.Label) bool {
	const most = 4 // letters
	word := h.Segment.Words[h.First]
	_, order := h.As(lexicon.OrderNumber)
	if !order || h.First < h.Last || h.Colon || strings.ToUpper(word) != word || len(word) > most {
		return false
	}
	if h.First > 0 {
		return r.announcesOrder(h.Segment, h.First)
	}
	announces := func(o *layout.Segment) bool {
		return o.Box.OverlapX(h.Segment.Box) > 0 && r.announcesOrder(o, len(o.Words))
	}
	caption := func(o *layout.Segment) bool { return slices.ContainsFunc(r.LabelsIn[o], r.IsCaption) && announces(o) }
	left, rows, row := h.Segment.Left(), h.Segment.Page.Rows, h.Segment.Row
	return left != nil && r.announcesOrder(left, len(left.Words)) ||
		row > 0 && slices.ContainsFunc(rows[row-1].Segments, announces) ||
		row+1 < len(rows) && slices.ContainsFunc(rows[row+1].Segments, caption)
}

// announcesOrder reports whether a segment has the label of an order or reference before an index.
func (r *finder) announcesOrder(s *layout.Segment, before int) bool {
	return before == 1 && lexicon.ReferenceWord.Has(lexicon.Fold(s.Words[0])) ||
		slices.ContainsFunc(r.LabelsIn[s], func(o *annotate.Label) bool {
			_, known := o.As(lexicon.OrderNumber)
			return known && o.Last == before-1
		})
}

// noCode reports whether a word cannot be part of an order number: "number", lower case, or part of an aside.
func noCode(w string) bool {
	c, _ := utf8.DecodeRuneInString(w)
	return lexicon.NumberWord.Has(recognize.Fold(w)) || unicode.IsLower(c) || strings.ContainsAny(w, ",;()@:")
}

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
