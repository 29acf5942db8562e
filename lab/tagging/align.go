// Package tagging makes what the engine's tagger is trained on: documents as its
// network sees them, each unit with the classes that it may be given.
package tagging

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/tag"
	"github.com/docmill/docmill/engine/tagger"
	"github.com/docmill/docmill/lab/train"
	"github.com/shopspring/decimal"
)

// Mask is a set of classes: those that a unit may be given, bit by class.
type Mask uint32

func of(classes ...tag.Class) Mask {
	m := Mask(0)
	for _, c := range classes {
		m |= 1 << c
	}
	return m
}

// aligner finds the units that show what is true of a document.
type aligner struct {
	doc   *annotate.Document
	o     *tagger.Observation
	l     *train.Labelled
	texts []string
	masks []Mask
	fixed []bool
	// recognised says that letters of the words may be misread.
	recognised bool
}

// Align gives each unit of an observed document the classes that its truth allows.
func Align(doc *annotate.Document, o *tagger.Observation, l *train.Labelled) []Mask {
	a := &aligner{doc: doc, o: o, l: l, masks: make([]Mask, len(o.Parts)), fixed: make([]bool, len(o.Parts))}
	for _, p := range o.Parts {
		a.texts = append(a.texts, recognize.Compact(p.Text()))
		a.recognised = a.recognised || p.Segment.Tokens[p.First].Source == document.SourceOCR
	}
	free := a.unknown()
	for i := range a.masks {
		a.masks[i] = free
	}
	a.party("vendorName", "vendorAddress", tag.VendorName, tag.VendorAddress)
	a.party("customerName", "customerAddress", tag.CustomerName, tag.CustomerAddress)
	a.party("shippingName", "shippingAddress", tag.ShippingName, tag.ShippingAddress)
	a.party("otherName", "otherAddress", tag.OtherParty, tag.OtherParty)
	a.code("vendorTaxId", tag.VendorTaxID)
	a.code("customerTaxId", tag.CustomerTaxID)
	number := "invoiceNumber"
	if l.Kind == result.TypePurchaseOrder {
		number = "purchaseOrderNumber"
	} else {
		a.code("purchaseOrderNumber", tag.OrderNumber)
	}
	a.code(number, tag.Number)
	a.dates()
	a.sums()
	return a.masks
}

// unknown are the classes that a unit may have of which the truth says nothing.
func (a *aligner) unknown() Mask {
	m := of(tag.Other)
	if a.l.Complete {
		return m
	}
	m |= of(tag.ShippingName, tag.ShippingAddress, tag.OtherParty)
	for field, classes := range map[string][]tag.Class{
		"vendorName": {tag.VendorName}, "vendorAddress": {tag.VendorAddress}, "vendorTaxId": {tag.VendorTaxID},
		"customerName": {tag.CustomerName}, "customerAddress": {tag.CustomerAddress},
		"customerTaxId": {tag.CustomerTaxID}, "issueDate": {tag.IssueDate}, "dueDate": {tag.DueDate},
		"invoiceNumber": {tag.Number}, "purchaseOrderNumber": {tag.OrderNumber}, "subtotal": {tag.Subtotal},
		"taxTotal": {tag.TaxTotal}, "total": {tag.Total},
	} {
		if a.l.Truth.Scalars[field] == "" {
			m |= of(classes...)
		}
	}
	return m
}

// set gives a unit a class; one that two parts of the truth claim may be either.
func (a *aligner) set(i int, c tag.Class) {
	if a.fixed[i] {
		a.masks[i] |= of(c)
		return
	}
	a.masks[i], a.fixed[i] = of(c), true
}

// loosen lets a unit be the class, too.
func (a *aligner) loosen(i int, c tag.Class) {
	a.masks[i] |= of(c)
	if !a.fixed[i] {
		a.masks[i] |= of(tag.Other)
	}
}

// values gives what is true of a field, further ways to write it first: they are
// longer.
func (a *aligner) values(field string) []string {
	out := slices.Clone(a.l.Any[field])
	if v := a.l.Truth.Scalars[field]; v != "" {
		out = append(out, strings.Split(v, "\n")...)
	}
	return out
}

// party marks a name and its address: the name wherever its address follows; where
// it stands alone it may count or not, unless it is the only one.
func (a *aligner) party(nameField, addressField string, name, address tag.Class) {
	inAddress := map[int]bool{}
	for _, v := range a.truths(addressField) {
		for _, run := range a.runs(v) {
			for _, i := range run {
				inAddress[i] = true
			}
		}
	}
	for i := range inAddress {
		a.set(i, address)
	}
	for _, v := range a.l.Any[addressField] { // longer: with the country
		for _, run := range a.runs(v) {
			for _, i := range run {
				if !inAddress[i] {
					inAddress[i] = true
					a.loosen(i, address)
				}
			}
		}
	}
	if len(inAddress) == 0 && a.l.Truth.Scalars[addressField] != "" {
		a.give(address) // it is there in some way that this does not see
	}
	for _, v := range a.values(nameField) {
		found := a.runs(v)
		beside := slices.ContainsFunc(found, func(run []int) bool { return a.leads(run, inAddress) })
		for k, run := range found {
			for _, i := range run {
				if beside && a.leads(run, inAddress) || !beside && k == 0 {
					a.set(i, name)
				} else {
					a.loosen(i, name)
				}
			}
		}
		a.around(v, name)
		if len(found) == 0 {
			a.give(name)
		}
	}
}

// give lets every unit of which nothing else is known be of the class.
func (a *aligner) give(c tag.Class) {
	for i := range a.masks {
		if !a.fixed[i] {
			a.masks[i] |= of(c)
		}
	}
}

// truths gives what is true of a field, several by lines.
func (a *aligner) truths(field string) []string {
	if v := a.l.Truth.Scalars[field]; v != "" {
		return strings.Split(v, "\n")
	}
	return nil
}

// around loosens the units that hold a name with other words.
func (a *aligner) around(v string, name tag.Class) {
	key := recognize.Compact(v)
	for i, text := range a.texts {
		if len(key) >= 5 && len(text) > len(key) && strings.Contains(text, key) {
			a.loosen(i, name)
		}
	}
}

// leads reports whether an address begins within a few units under a name.
func (a *aligner) leads(run []int, inAddress map[int]bool) bool {
	last := run[len(run)-1]
	if inAddress[last+1] && a.o.Parts[last+1].Segment == a.o.Parts[last].Segment {
		return true
	}
	for range 4 {
		if last = a.o.Below[last]; last < 0 {
			return false
		}
		if inAddress[last] {
			return true
		}
	}
	return false
}

// mostSkipped is how many units that are no part of it a run may pass over.
const mostSkipped = 2

// runs finds the runs of units that together read as the text.
func (a *aligner) runs(text string) [][]int {
	key := recognize.Compact(text)
	var out [][]int
	if len(key) < 2 {
		return nil
	}
	for i, t := range a.texts {
		rest, ok := a.cut(key, t)
		if !ok || len(t) < 2 && t != key {
			continue
		}
		if run := a.extend([]int{i}, rest, mostSkipped); run != nil {
			out = append(out, run)
		}
	}
	return out
}

// cut takes a unit's text off the front of a key. Of recognised text one letter in
// six may be another.
func (a *aligner) cut(key, text string) (rest string, ok bool) {
	if text == "" {
		return "", false
	}
	if rest, ok = strings.CutPrefix(key, text); ok || !a.recognised || len(text) < 5 {
		return rest, ok
	}
	best, most := -1, len(text)/6+1
	for n := max(1, len(text)-2); n <= min(len(key), len(text)+2); n++ {
		if d := distance(key[:n], text); d < most || d == most && best >= 0 && n == len(key) {
			best, most = n, d
		}
	}
	if best < 0 {
		return "", false
	}
	return key[best:], true
}

// distance is the number of letters to change, add or leave out (Levenshtein 1966).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for k := range row {
		row[k] = k
	}
	for i := range len(a) {
		last := row[0]
		row[0] = i + 1
		for k := range len(b) {
			d := last
			if a[i] != b[k] {
				d++
			}
			last = row[k+1]
			row[k+1] = min(d, row[k]+1, row[k+1]+1)
		}
	}
	return row[len(b)]
}

// extend completes a run by what may follow its last unit: the next of the segment,
// or one under it.
func (a *aligner) extend(run []int, rest string, skips int) []int {
	if rest == "" {
		return run
	}
	for _, k := range a.following(run) {
		if left, ok := a.cut(rest, a.texts[k]); ok {
			if full := a.extend(append(slices.Clone(run), k), left, skips); full != nil {
				return full
			}
		}
		if skips > 0 && k != run[len(run)-1] && a.o.Parts[k].Segment != a.o.Parts[run[len(run)-1]].Segment {
			if full := a.extend(append(slices.Clone(run), k), rest, skips-1); full != nil {
				return slices.DeleteFunc(full, func(i int) bool { return i == k })
			}
		}
	}
	return nil
}

// following are the units that may continue a run: the next in reading order, and
// the nearest under its last, and under its first of the same row.
func (a *aligner) following(run []int) []int {
	last := run[len(run)-1]
	var out []int
	add := func(i int) {
		if i >= 0 && i < len(a.texts) && !slices.Contains(run, i) && !slices.Contains(out, i) {
			out = append(out, i)
		}
	}
	if last+1 < len(a.texts) && a.o.Parts[last+1].Segment == a.o.Parts[last].Segment {
		add(last + 1)
	}
	add(a.o.Below[last])
	for _, i := range run {
		if a.o.Parts[i].Segment.Row == a.o.Parts[last].Segment.Row {
			add(a.o.Below[i])
		}
	}
	add(last + 1)
	return out
}

// code marks the units that hold a number.
func (a *aligner) code(field string, c tag.Class) {
	for _, v := range a.values(field) {
		key := recognize.Compact(v)
		if len(key) < 2 {
			continue
		}
		bare := strings.TrimLeft(key, "abcdefghijklmnopqrstuvwxyz")
		for i, t := range a.texts {
			switch {
			case a.o.Table[i]:
			case t == key, len(bare) >= 7 && t == bare, len(key) >= 6 && strings.HasSuffix(t, key):
				a.set(i, c)
			case len(key) >= 5 && strings.Contains(t, key):
				a.loosen(i, c)
			}
		}
	}
}

// dates marks the units that hold the issue or the due date.
func (a *aligner) dates() {
	issue, due := a.l.Truth.Scalars["issueDate"], a.l.Truth.Scalars["dueDate"]
	if issue == "" {
		issue = a.l.Truth.Scalars["date"]
	}
	for i, p := range a.o.Parts {
		for _, d := range a.doc.Spans[p.Segment].Dates {
			if d.First < p.First || d.Last > p.Last || a.o.Table[i] {
				continue
			}
			switch day := d.ISO(a.doc.Order); {
			case day == "":
			case day == issue && day == due:
				a.masks[i] |= of(tag.IssueDate, tag.DueDate, tag.Other)
			case day == issue && len(p.Segment.Words[p.First:p.Last+1]) < 10:
				a.loosen(i, tag.IssueDate)
			case day == due:
				a.loosen(i, tag.DueDate)
			}
			a.labelled(i, issue, due, d.ISO(a.doc.Order))
		}
	}
}

// labelled holds a date to its class where the label beside it says so.
func (a *aligner) labelled(i int, issue, due, day string) {
	p := a.o.Parts[i]
	left := p.Segment.Left()
	segments := append(a.doc.LabelsIn[p.Segment], a.doc.LabelsIn[left]...)
	for _, l := range segments {
		if _, ok := l.As(lexicon.IssueDate); ok && day == issue && issue != due {
			a.masks[i] = of(tag.IssueDate)
		}
		if _, ok := l.As(lexicon.DueDate); ok && day == due && issue != due {
			a.masks[i] = of(tag.DueDate)
		}
	}
}

// sums marks the units that hold one of the sums: the only one for sure, of several
// each may be it or not.
func (a *aligner) sums() {
	classes := []tag.Class{tag.Subtotal, tag.TaxTotal, tag.Total}
	found := map[int][]tag.Class{}
	count := map[tag.Class]int{}
	for k, field := range []string{"subtotal", "taxTotal", "total"} {
		want, err := decimal.NewFromString(a.l.Truth.Scalars[field])
		if err != nil {
			continue
		}
		for i, p := range a.o.Parts {
			for _, x := range a.doc.Spans[p.Segment].Amounts {
				if x.First < p.First || x.Last > p.Last || a.o.Table[i] || x.Percent ||
					!x.Value(a.doc.Style).Abs().Equal(want.Abs()) {
					continue
				}
				found[i] = append(found[i], classes[k])
				count[classes[k]]++
				break
			}
		}
	}
	for i, classes := range found {
		for _, c := range classes {
			if len(classes) == 1 && count[c] == 1 {
				a.set(i, c)
			} else {
				a.loosen(i, c)
			}
		}
	}
}
