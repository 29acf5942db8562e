// Package tagging makes the training data of the engine's tagger: documents as its network sees them, and the allowed
// classes of each unit.
package tagging

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/pagegraph"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/docmill/docmill/lab/synth/sheet"
	"github.com/docmill/docmill/lab/train"
)

// Mask is the set of allowed classes of a unit, with a bit per class.
type Mask uint32

func maskOf(classes ...tag.Class) Mask {
	m := Mask(0)
	for _, c := range classes {
		m |= 1 << c
	}
	return m
}

type aligner struct {
	doc   *annotate.Document
	o     *pagegraph.Graph
	l     *train.Labeled
	texts []string
	masks []Mask
	fixed []bool
	// recognized reports that letters may be misread.
	recognized bool
}

// Align returns the classes of each unit that the document's truth allows.
func Align(doc *annotate.Document, o *pagegraph.Graph, l *train.Labeled) []Mask {
	a := &aligner{doc: doc, o: o, l: l, masks: make([]Mask, len(o.Units)), fixed: make([]bool, len(o.Units))}
	for _, p := range o.Units {
		a.texts = append(a.texts, recognize.Compact(p.Text()))
		a.recognized = a.recognized || p.Segment.Tokens[p.First].Source == document.SourceOCR
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
	if t := schema.Of(l.DocumentType); t.IsTrade() {
		number = t.Number
	}
	if number != "purchaseOrderNumber" {
		a.code("purchaseOrderNumber", tag.OrderNumber)
	}
	a.code(number, tag.Number)
	a.dates()
	a.sums()
	return a.masks
}

// unknown returns the classes of a unit without a known truth.
func (a *aligner) unknown() Mask {
	m := maskOf(tag.Other)
	if a.l.Complete {
		return m
	}
	m |= maskOf(tag.ShippingName, tag.ShippingAddress, tag.OtherParty)
	for field, classes := range map[string][]tag.Class{
		"vendorName": {tag.VendorName}, "vendorAddress": {tag.VendorAddress}, "vendorTaxId": {tag.VendorTaxID},
		"customerName": {tag.CustomerName}, "customerAddress": {tag.CustomerAddress},
		"customerTaxId": {tag.CustomerTaxID}, "issueDate": {tag.IssueDate}, "dueDate": {tag.DueDate},
		"invoiceNumber": {tag.Number}, "purchaseOrderNumber": {tag.OrderNumber}, "subtotal": {tag.Subtotal},
		"taxTotal": {tag.TaxTotal}, "total": {tag.Total},
	} {
		if a.l.Truth.Scalars[field] == "" {
			m |= maskOf(classes...)
		}
	}
	return m
}

// set gives a unit a class. If two parts of the truth claim it, it may be either.
func (a *aligner) set(i int, c tag.Class) {
	if a.fixed[i] {
		a.masks[i] |= maskOf(c)
		return
	}
	a.masks[i], a.fixed[i] = maskOf(c), true
}

// loosen also allows the class for a unit.
func (a *aligner) loosen(i int, c tag.Class) {
	a.masks[i] |= maskOf(c)
	if !a.fixed[i] {
		a.masks[i] |= maskOf(tag.Other)
	}
}

// values returns the true values of a field. Alternatives are first, because they are longer.
func (a *aligner) values(field string) []string {
	out := slices.Clone(a.l.Any[field])
	if v := a.l.Truth.Scalars[field]; v != "" {
		out = append(out, strings.Split(v, "\n")...)
	}
	return out
}

// party marks a name and its address. A name counts if its address follows. If it occurs alone, it is optional, unless
// it is the only one.
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
		a.give(address) // it exists in a form that is not recognized here
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

// give allows the class for every unit without a fixed class.
func (a *aligner) give(c tag.Class) {
	for i := range a.masks {
		if !a.fixed[i] {
			a.masks[i] |= maskOf(c)
		}
	}
}

// truths returns the true values of a field, one per line.
func (a *aligner) truths(field string) []string {
	if v := a.l.Truth.Scalars[field]; v != "" {
		return strings.Split(v, "\n")
	}
	return nil
}

// around loosens the units that contain a name and other words.
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
	if inAddress[last+1] && a.o.Units[last+1].Segment == a.o.Units[last].Segment {
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

// Drawn returns the class of each unit of a synthetic document from the fields of its words, or nil if they are
// unknown.
func Drawn(doc *document.Document, fields sheet.Fields, kind result.DocumentType, o *pagegraph.Graph) []Mask {
	type place struct {
		page int
		box  document.Box
	}
	fieldAt := map[place]string{}
	told := false
	for p := range doc.Pages {
		for l := range doc.Pages[p].Lines {
			for w := range doc.Pages[p].Lines[l].Words {
				fieldAt[place{doc.Pages[p].Number, doc.Pages[p].Lines[l].Words[w].Box}] = fields[p][l][w]
				told = told || fields[p][l][w] != ""
			}
		}
	}
	if !told {
		return nil
	}
	masks := make([]Mask, len(o.Units))
	for i, part := range o.Units {
		for k := part.First; k <= part.Last; k++ {
			t := &part.Segment.Tokens[k]
			masks[i] |= maskOf(classOf(fieldAt[place{part.Segment.Page.Number, t.Place}], kind))
		}
	}
	return masks
}

func classOf(field string, kind result.DocumentType) tag.Class {
	switch field {
	case "invoiceNumber", "receiptNumber":
		return tag.Number
	case "purchaseOrderNumber":
		if schema.Of(kind).FromCustomer {
			return tag.Number
		}
		return tag.OrderNumber
	case "issueDate", "date":
		return tag.IssueDate
	case "otherName", "otherAddress":
		return tag.OtherParty
	case "":
		return tag.Other
	}
	for c := tag.Other; c < tag.Classes; c++ {
		if c.String() == field {
			return c
		}
	}
	return tag.Other
}
