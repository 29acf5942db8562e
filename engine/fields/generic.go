package fields

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Limits that keep a large document's record readable.
const (
	maxKeyValues = 500
)

// generic reads the fields of any document: a title, pairs of key and value, tables.
func generic(r *annotate.Document, language string) *value.Set {
	set := value.New()
	putTitle(r, set)
	if language != "" {
		set.Put("language", value.Value{Value: language, Source: document.SourceDerived, Score: 0.9, Legibility: 1})
	}
	for _, s := range r.Layout.Segments {
		if len(set.Lists["keyValues"]) >= maxKeyValues {
			break
		}
		kv := keyValue(s)
		if kv == nil {
			kv = labeled(r, s)
		}
		if kv != nil {
			set.Lists["keyValues"] = append(set.Lists["keyValues"], kv)
		}
	}
	for _, p := range r.Layout.Pages {
		set.Tables = append(set.Tables, grids(p)...)
	}
	return set
}

// putTitle stores the largest of the first lines of the first page.
func putTitle(r *annotate.Document, set *value.Set) {
	if len(r.Layout.Pages) == 0 {
		return
	}
	page := r.Layout.Pages[0]
	var top *layout.Segment
	for _, row := range page.Rows[:min(8, len(page.Rows))] {
		s := row.Segments[0]
		if annotate.HasLetters(s.Words) && len(s.Words) <= 20 && (top == nil || s.Height() > 1.15*top.Height()) {
			top = s
		}
	}
	if top != nil {
		set.Put("title", value.CiteParts(top.Text(), []layout.Part{annotate.Whole(top)}, " ", 0.6))
	}
}

// keyValue reads "Key: value" in one segment, or a key with a colon and the value to its right.
func keyValue(s *layout.Segment) value.Row {
	for i, w := range s.Words[:min(annotate.MaxKeyWords, len(s.Words))] {
		if !strings.HasSuffix(w, ":") || len(w) == 1 && i == 0 {
			continue
		}
		key := strings.TrimRight(strings.Join(s.Words[:i+1], " "), " :")
		if i+1 < len(s.Words) {
			return pair(key, s, i, s, i+1)
		}
		if next := s.Right(); len(next) > 0 {
			return pair(key, s, i, next[0], 0)
		}
		return nil
	}
	return nil
}

// labeled reads a known label and the value after it or to its right, without a colon: "Total  119.00".
func labeled(r *annotate.Document, s *layout.Segment) value.Row {
	labels := r.LabelsIn[s]
	if len(labels) == 0 || labels[0].First > 0 {
		return nil
	}
	end := labels[0].Last
	key := strings.Join(s.Words[:end+1], " ")
	if end+1 < len(s.Words) {
		if recognize.CountDigits(s.Words[end+1]) == 0 && recognize.CountDigits(s.Words[len(s.Words)-1]) == 0 {
			return nil // words of a sentence
		}
		return pair(key, s, end, s, end+1)
	}
	if next := s.Right(); len(next) > 0 && len(r.LabelsIn[next[0]]) == 0 {
		return pair(key, s, end, next[0], 0)
	}
	return nil
}

func pair(key string, s *layout.Segment, end int, t *layout.Segment, start int) value.Row {
	if !annotate.HasLetters([]string{key}) {
		return nil
	}
	last := len(t.Words) - 1
	return value.Row{
		"key":   value.Cite(key, s, 0, end, 0.8),
		"value": value.Cite(strings.Join(t.Words[start:], " "), t, start, last, 0.7),
	}
}

// grids finds tables by shape: three or more successive rows of at least three aligned segments.
func grids(p *layout.Page) []value.Grid {
	var out []value.Grid
	for i := 0; i < len(p.Rows); {
		j := i
		for j < len(p.Rows) && len(p.Rows[j].Segments) >= 3 && (j == i || follows(p.Rows[j-1], p.Rows[j])) {
			j++
		}
		if j-i >= 3 {
			out = append(out, gridOf(p, p.Rows[i:j]))
		}
		i = max(j, i+1)
	}
	return out
}

func follows(a, b *layout.Row) bool {
	return b.Box.Y0-a.Box.Y1 < 2.5*a.Box.Height()
}

// gridOf sorts the segments into the columns of the row with the most segments.
func gridOf(p *layout.Page, rows []*layout.Row) value.Grid {
	widest := rows[0]
	for _, r := range rows {
		if len(r.Segments) > len(widest.Segments) {
			widest = r
		}
	}
	g := value.Grid{}
	if !p.Nominal {
		g.Page = p.Number
	}
	for _, r := range rows {
		cells := make([]string, len(widest.Segments))
		for _, s := range r.Segments {
			k := nearestColumn(widest.Segments, s)
			cells[k] = strings.TrimSpace(cells[k] + " " + s.Text())
		}
		g.Rows = append(g.Rows, cells)
	}
	return g
}

func nearestColumn(columns []*layout.Segment, s *layout.Segment) int {
	best, top := 0, columns[0].Box.OverlapX(s.Box)
	for k, c := range columns[1:] {
		if o := c.Box.OverlapX(s.Box); o > top {
			best, top = k+1, o
		}
	}
	return best
}
