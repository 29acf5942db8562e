package eval

import (
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"time"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/text/recognize"
)

// pupil is a document with what it teaches.
type pupil struct {
	c       *Case
	doc     *document.Document
	models  extract.Models
	channel string
	lesson  template.Lesson
	plain   Document // without a memory
	words   *pageIndex
}

func (p *pupil) measure(read func() *result.Result) Document {
	d := Document{Case: p.c, Found: read(), Channel: p.channel}
	d.score(p.words)
	return d
}

// teaching is what a person would have left of the record: the truth, but for the
// share of wrong values.
func (p *pupil) teaching(wrong float64, number int) extract.LearnRequest {
	req := extract.LearnRequest{
		Request: extract.Request{DocumentType: p.c.Kind()}, Data: map[string]any{}, Document: p.c.File,
		At: time.Unix(int64(number), 0).UTC(),
	}
	for _, field := range slices.Sorted(maps.Keys(p.c.Truth.Scalars)) {
		if !p.c.Shown(field) {
			continue
		}
		name, text := p.c.name(field), p.c.Truth.Scalars[field]
		if chance(p.c.File, field) < wrong {
			text = p.another(field)
		}
		req.Data[name], req.Touched = text, append(req.Touched, name)
	}
	if len(p.c.Truth.LineItems) > 0 && p.c.Shown(lineItems) {
		req.Data[lineItems], req.Touched = p.items(wrong), append(req.Touched, lineItems)
	}
	return req
}

// lineItems is the list of which the rows teach, too.
const lineItems = "lineItems"

// items are the true line items; of the share wrong with prices and amounts taken
// for each other.
func (p *pupil) items(wrong float64) []map[string]string {
	rows := make([]map[string]string, len(p.c.Truth.LineItems))
	for i, row := range p.c.Truth.LineItems {
		if rows[i] = maps.Clone(row); chance(p.c.File, lineItems) < wrong {
			rows[i]["unitPrice"], rows[i]["amount"] = row["amount"], row["unitPrice"]
		}
	}
	return rows
}

// another is a value of the page that has the form of a field's value.
func (p *pupil) another(field string) string {
	f, _ := schema.ByName(field)
	for _, other := range slices.Sorted(maps.Keys(p.c.Truth.Scalars)) {
		g, _ := schema.ByName(other)
		if value := p.c.Truth.Scalars[other]; g.Form == f.Form && value != p.c.Truth.Scalars[field] {
			return value
		}
	}
	return "stands nowhere"
}

// chance is a number from 0 to 1 that hangs on the texts alone.
func chance(texts ...string) float64 {
	h := fnv.New32a()
	_, _ = fmt.Fprint(h, texts)
	const parts = 1000
	return float64(h.Sum32()%parts) / parts
}

func (p *pupil) sameVendor(o *pupil) bool {
	a, b := p.c.Truth.Scalars["vendorName"], o.c.Truth.Scalars["vendorName"]
	return a != "" && recognize.Compact(a) == recognize.Compact(b)
}

// knows reports whether the document's vendor taught the layout.
func (p *pupil) knows(l template.Layout) bool {
	name := recognize.Compact(p.c.Truth.Scalars["vendorName"])
	return name != "" && slices.ContainsFunc(l.Lessons, func(l template.Lesson) bool {
		return recognize.Compact(l.Vendor) == name || l.Fingerprint.SharesVendor(p.lesson.Fingerprint)
	})
}

// by reads the document with a memory.
func (s *school) by(p *pupil, known []template.Layout) *result.Result {
	return p.models.DocumentByTemplates(p.doc, result.TypeAuto, nearest(p.lesson.Fingerprint, known, s.sizes))
}
