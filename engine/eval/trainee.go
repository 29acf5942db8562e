package eval

import (
	"cmp"
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

type trainee struct {
	c       *Case
	doc     *document.Document
	models  extract.Models
	channel string
	example template.Example
	plain   Document // without learned layouts
	words   *pageIndex
}

func (p *trainee) measure(read func() *result.Result) Document {
	d := Document{Case: p.c, Found: read(), Channel: p.channel}
	d.score(p.words)
	return d
}

// correction returns a person's correction of the record: the truth, with a share of wrong values.
func (p *trainee) correction(wrong float64, number int) extract.LearnRequest {
	req := extract.LearnRequest{
		Request: extract.Request{DocumentType: p.c.EngineType()}, Data: map[string]any{}, Document: p.c.File,
		At: time.Unix(int64(number), 0).UTC(),
	}
	for _, field := range slices.Sorted(maps.Keys(p.c.Truth.Scalars)) {
		if !p.c.Shown(field) {
			continue
		}
		name, text := p.c.name(field), p.c.Truth.Scalars[field]
		if chance(p.c.File, field) < wrong {
			text = p.otherValue(field)
		}
		req.Data[name], req.Touched = text, append(req.Touched, name)
	}
	if len(p.c.Truth.LineItems) > 0 && p.c.Shown(lineItems) {
		req.Data[lineItems], req.Touched = p.items(wrong), append(req.Touched, lineItems)
	}
	return req
}

// lineItems is the list whose rows are also learned from.
const lineItems = "lineItems"

// items returns the true line items, with price and amount swapped in the given share of documents.
func (p *trainee) items(wrong float64) []map[string]string {
	rows := make([]map[string]string, len(p.c.Truth.LineItems))
	for i, row := range p.c.Truth.LineItems {
		if rows[i] = maps.Clone(row); chance(p.c.File, lineItems) < wrong {
			rows[i]["unitPrice"], rows[i]["amount"] = row["amount"], row["unitPrice"]
		}
	}
	return rows
}

// otherValue returns another value of the page that fits the form of a field.
func (p *trainee) otherValue(field string) string {
	f, _ := schema.ByName(field)
	for _, other := range slices.Sorted(maps.Keys(p.c.Truth.Scalars)) {
		g, _ := schema.ByName(other)
		if value := p.c.Truth.Scalars[other]; g.Form == f.Form && value != p.c.Truth.Scalars[field] {
			return value
		}
	}
	return "stands nowhere"
}

// chance returns a number from 0 to 1 that depends only on the texts.
func chance(texts ...string) float64 {
	h := fnv.New32a()
	_, _ = fmt.Fprint(h, texts)
	const parts = 1000
	return float64(h.Sum32()%parts) / parts
}

func (p *trainee) sameVendor(o *trainee) bool {
	a, b := p.c.Truth.Scalars["vendorName"], o.c.Truth.Scalars["vendorName"]
	return a != "" && recognize.Compact(a) == recognize.Compact(b)
}

// isFromVendor reports whether the layout was learned from the document's vendor.
func (p *trainee) isFromVendor(l template.Template) bool {
	name := recognize.Compact(p.c.Truth.Scalars["vendorName"])
	return name != "" && slices.ContainsFunc(l.Examples, func(l template.Example) bool {
		return recognize.Compact(l.Vendor) == name || l.Fingerprint.SharesVendor(p.example.Fingerprint)
	})
}

func (s *trainingSet) extractWith(p *trainee, known []template.Template) *result.Result {
	return p.models.DocumentByTemplates(p.doc, result.TypeAuto, nearest(p.example.Fingerprint, known, s.sizes))
}

// templatesOf groups similar examples in the same way as the gateway.
func templatesOf(name string, taught []*trainee) []template.Template {
	var all []template.Template
	for _, p := range taught {
		if p.example.Empty() {
			continue
		}
		best, most := -1, template.MinLikeness
		for i := range all {
			if s := all[i].Likeness(p.example.Fingerprint); s >= most {
				best, most = i, s
			}
		}
		if best < 0 {
			best = len(all)
			all = append(all, template.Template{ID: fmt.Sprintf("%s %d", name, best+1)})
		}
		all[best] = template.New(all[best].ID, 1, append(slices.Clone(all[best].Examples), p.example))
	}
	return all
}

// nearest returns the layouts that the gateway would return. sizes has the size of each example in bytes of JSON, by
// document.
func nearest(f template.Fingerprint, all []template.Template, sizes map[string]int) []template.Template {
	const overhead = 3 << 10 // of a layout's JSON
	near := slices.DeleteFunc(slices.Clone(all), func(l template.Template) bool {
		return f.Similarity(l.Fingerprint) < template.MinSimilarity
	})
	slices.SortStableFunc(near, func(a, b template.Template) int {
		return cmp.Compare(f.Similarity(b.Fingerprint), f.Similarity(a.Fingerprint))
	})
	near = near[:min(len(near), template.MaxCandidates)]
	slices.SortStableFunc(near, func(a, b template.Template) int { return cmp.Compare(b.Likeness(f), a.Likeness(f)) })
	answer, size := []template.Template{}, len("[]")
	for _, l := range near[:min(len(near), template.MaxTemplates)] {
		for i := range l.Examples {
			size += sizes[l.Examples[i].Document]
		}
		if size += overhead; size <= template.MaxAnswerBytes {
			answer = append(answer, l)
		}
	}
	return answer
}
