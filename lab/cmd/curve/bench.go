package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/read"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/template"
)

// sample is a line of the manifest with its document.
type sample struct {
	File       string         `json:"file"`
	Collection string         `json:"collection"`
	Cluster    string         `json:"cluster"`
	Schema     string         `json:"schema"`
	Source     string         `json:"source"`
	Truth      map[string]any `json:"truth"`

	doc     *document.Document
	schema  *custom.Schema
	number  int
	learned bool
	example template.Example // of the corrected document
	wrong   map[string]bool  // fields that are wrong without templates
}

type bench struct {
	models   extract.Models
	reader   *read.Reader
	folder   string
	clusters map[string][]*sample
	rows     map[key]*row
	misses   *json.Encoder // nil for none
	blank    bool
}

// load reads the documents. Part a has every other document of a layout, part b the rest.
func (b *bench) load(ctx context.Context, collections, sources []string, part string) error {
	f, err := os.Open(filepath.Join(b.folder, "manifest.jsonl"))
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	lines := bufio.NewScanner(f)
	const longest = 1 << 20
	lines.Buffer(nil, longest)
	seen := map[string]int{}
	for number := 0; lines.Scan(); number++ {
		s := &sample{}
		if err := json.Unmarshal(lines.Bytes(), s); err != nil {
			return err
		}
		wanted := len(collections) == 0 || slices.Contains(collections, s.Collection)
		if !wanted || s.Cluster == "" || !slices.Contains(sources, s.Source) {
			continue
		}
		if seen[s.Cluster]++; part != "" && part != []string{"b", "a"}[seen[s.Cluster]%2] {
			continue
		}
		s.number = number
		if err := b.read(ctx, s); err != nil {
			return fmt.Errorf("%s: %w", s.File, err)
		}
		b.clusters[s.Cluster] = append(b.clusters[s.Cluster], s)
		if b.blank {
			b.clusters[s.Cluster] = append(b.clusters[s.Cluster], s.emptied())
		}
	}
	return lines.Err()
}

func (b *bench) read(ctx context.Context, s *sample) error {
	schema, err := os.ReadFile(filepath.Join(b.folder, s.Schema))
	if err != nil {
		return err
	}
	if s.schema, err = custom.Parse(schema); err != nil {
		return err
	}
	data, err := os.ReadFile(filepath.Join(b.folder, s.File))
	if err != nil {
		return err
	}
	s.doc, err = b.reader.ReadWatched(ctx, data, read.Watch{})
	return err
}

// emptied returns the sample without form values, words with digits and words of the true texts. Nothing is to be found
// in it.
func (s *sample) emptied() *sample {
	e, values := *s, map[string]bool{}
	e.Collection, e.Truth = s.Collection+"-blank", map[string]any{}
	for name, truth := range s.Truth {
		if p, ok := s.schema.Property(name); ok && p.Members == nil {
			e.Truth[name] = nil
			for _, word := range strings.Fields(text(truth)) {
				values[letters(word)] = true
			}
		}
	}
	doc := *s.doc
	doc.Pages = slices.Clone(doc.Pages)
	for i := range doc.Pages {
		page := &doc.Pages[i]
		page.Fields, page.Lines = nil, slices.Clone(page.Lines)
		for l := range page.Lines {
			page.Lines[l].Words = slices.DeleteFunc(slices.Clone(page.Lines[l].Words), func(w document.Word) bool {
				return values[letters(w.Text)] || strings.ContainsFunc(w.Text, unicode.IsDigit)
			})
		}
		page.Lines = slices.DeleteFunc(page.Lines, func(l document.Line) bool { return len(l.Words) == 0 })
	}
	e.doc = &doc
	return &e
}

// lists counts the lists among the true values.
func (s *sample) lists() int {
	n := 0
	for _, v := range s.Truth {
		if _, ok := v.([]any); ok {
			n++
		}
	}
	return n
}

// teaches reports whether the document has any true value.
func (s *sample) teaches() bool {
	for _, v := range s.Truth {
		if v != nil {
			return true
		}
	}
	return false
}

// correction returns what a person makes of the record: right values stay as they were extracted.
func (b *bench) correction(ctx context.Context, s *sample) extract.LearnRequest {
	read := b.models.Extract(ctx, s.doc, extract.Request{Schema: s.schema})
	req := extract.LearnRequest{
		Request: extract.Request{Schema: s.schema, DocumentType: read.DocumentType}, Data: map[string]any{},
		Document: s.File, At: time.Unix(int64(s.number), 0).UTC(), Touched: slices.Sorted(maps.Keys(s.Truth)),
	}
	for name, truth := range s.Truth {
		p, known := s.schema.Property(name)
		switch found, _ := read.Data[name].(string); {
		case !known || truth == nil:
		case p.Members != nil:
			req.Data[name] = rowsOf(p, truth)
		case found != "" && same(p, truth, found):
			req.Data[name] = found
		default:
			req.Data[name] = text(truth)
		}
	}
	return req
}

func rowsOf(p *custom.Property, truth any) []map[string]string {
	all, _ := truth.([]any)
	rows := make([]map[string]string, len(all))
	for i := range all {
		members, _ := all[i].(map[string]any)
		rows[i] = map[string]string{}
		for name, v := range members {
			if slices.ContainsFunc(p.Members, func(m custom.Property) bool { return m.Name == name }) && v != nil {
				rows[i][name] = text(v)
			}
		}
	}
	return rows
}

// measure reads each document after k others of its layout were corrected.
func (b *bench) measure(ctx context.Context, k int) {
	for _, cluster := range slices.Sorted(maps.Keys(b.clusters)) {
		var others []template.Template
		for _, other := range slices.Sorted(maps.Keys(b.clusters)) {
			if other != cluster {
				group := b.clusters[other]
				others = append(others, b.templates(ctx, other, group[:min(k, len(group))])...)
			}
		}
		for _, s := range b.clusters[cluster] {
			taught := learnedFrom(b.clusters[cluster], s, k)
			if len(taught) < k {
				continue
			}
			known := append(b.templates(ctx, cluster, taught), others...)
			found := b.models.Extract(ctx, s.doc, extract.Request{Schema: s.schema,
				FindTemplates: func(_ context.Context, f template.Fingerprint) []template.Template { return nearest(f, known) }})
			b.score(s, found, k)
		}
	}
}

// learnedFrom returns k documents that follow one in its cluster, without its copies and without two of one kind. For a
// document with a known list it prefers others with one.
func learnedFrom(group []*sample, of *sample, k int) []*sample {
	if of.lists() > 0 {
		group = slices.Clone(group)
		slices.SortStableFunc(group, func(a, b *sample) int { return b.lists() - a.lists() })
	}
	start := slices.Index(group, of)
	var chosen []*sample
	for i := 1; i < len(group) && len(chosen) < k; i++ {
		p := group[(start+i)%len(group)]
		copied := func(o *sample) bool { return reflect.DeepEqual(o.Truth, p.Truth) }
		if p.teaches() && !copied(of) && !slices.ContainsFunc(chosen, copied) {
			chosen = append(chosen, p)
		}
	}
	return chosen
}

// templates groups similar examples in the same way as the gateway.
func (b *bench) templates(ctx context.Context, cluster string, taught []*sample) []template.Template {
	var all []template.Template
	for _, s := range taught {
		if !s.learned {
			s.example, s.learned = b.models.Learn(ctx, s.doc, b.correction(ctx, s)), true
		}
		if s.example.Empty() {
			continue
		}
		best, most := -1, template.MinLikeness
		for i := range all {
			if l := all[i].Likeness(s.example.Fingerprint); l >= most {
				best, most = i, l
			}
		}
		if best < 0 {
			best = len(all)
			all = append(all, template.Template{ID: fmt.Sprintf("%s %d", cluster, best+1)})
		}
		all[best] = template.New(all[best].ID, 1, append(slices.Clone(all[best].Examples), s.example))
	}
	return all
}

// nearest returns the templates that the gateway would return.
func nearest(f template.Fingerprint, all []template.Template) []template.Template {
	near := slices.DeleteFunc(slices.Clone(all), func(l template.Template) bool {
		return f.Similarity(l.Fingerprint) < template.MinSimilarity
	})
	slices.SortStableFunc(near, func(a, b template.Template) int {
		return cmp.Compare(f.Similarity(b.Fingerprint), f.Similarity(a.Fingerprint))
	})
	near = near[:min(len(near), template.MaxCandidates)]
	slices.SortStableFunc(near, func(a, b template.Template) int { return cmp.Compare(b.Likeness(f), a.Likeness(f)) })
	return near[:min(len(near), template.MaxTemplates)]
}

// isOwn reports whether the document was read with a template of the layout of the document.
func (s *sample) isOwn(found *result.Result) bool {
	return found.Memory != nil && strings.HasPrefix(found.Memory.Layout, s.Cluster+" ")
}
