package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema/custom"
)

type key struct {
	group string // collection or layout
	k     int    // corrected documents
}

// row has the figures of a group.
type row struct {
	documents, known int
	values, cells    counts
	absent, invented int
	repaired, broken int
	confident        [2]counts // values with at least the confidence of confidences()
	newlyWrong       int       // values with a confidence of at least .8 that were right without templates
}

type counts struct{ right, found, true int }

func (c counts) f1() float64 { return 2 * float64(c.right) / float64(max(1, c.found+c.true)) }

func confidences() []float64 { return []float64{.8, .9} }

// score counts the values of a document.
func (b *bench) score(s *sample, found *result.Result, k int) {
	rows := []*row{b.row(key{s.Collection, k}), b.row(key{s.Collection + " " + s.Cluster, k})}
	before := s.wrong
	if k == 0 {
		s.wrong = map[string]bool{}
	}
	each := func(count func(r *row)) {
		for _, r := range rows {
			count(r)
		}
	}
	each(func(r *row) {
		if r.documents++; s.isOwn(found) {
			r.known++
		}
	})
	for _, name := range slices.Sorted(maps.Keys(s.Truth)) {
		p, ok := s.schema.Property(name)
		switch {
		case !ok:
		case p.Members != nil:
			b.scoreRows(s, found, p, k, each)
		default:
			v, truth := s.judge(p, found)
			if k == 0 {
				s.wrong[name] = !v.right
			}
			each(func(r *row) { r.add(v, truth != nil, before != nil && before[name], before != nil && !before[name]) })
			b.miss(s, found, k, name, truth, v)
		}
	}
}

type verdict struct {
	text       string
	confidence float64
	right      bool
}

func (s *sample) judge(p *custom.Property, found *result.Result) (verdict, any) {
	truth := s.Truth[p.Name]
	got, _ := found.Data[p.Name].(string)
	v := verdict{text: got, confidence: found.Fields[p.Name].Confidence}
	v.right = got == "" && truth == nil || got != "" && truth != nil && same(p, truth, got)
	return v, truth
}

func (r *row) add(v verdict, has, wasWrong, wasRight bool) {
	if has {
		r.values.true++
	} else {
		r.absent++
	}
	if v.text != "" {
		r.values.found++
		if !has {
			r.invented++
		}
		for i, least := range confidences() {
			if v.confidence >= least {
				if r.confident[i].found++; v.right {
					r.confident[i].right++
				}
			}
		}
	}
	if v.right && has {
		r.values.right++
	}
	switch {
	case wasWrong && v.right:
		r.repaired++
	case wasRight && !v.right:
		if r.broken++; v.confidence >= confidences()[0] {
			r.newlyWrong++
		}
	}
}

// scoreRows pairs found rows with true ones, the most equal first.
func (b *bench) scoreRows(s *sample, found *result.Result, p *custom.Property, k int, each func(func(*row))) {
	truth, got := rowsOf(p, s.Truth[p.Name]), foundRows(found.Data[p.Name])
	var c counts
	type pair struct{ n, distance, i, j int }
	var pairs []pair
	for i := range truth {
		c.true += len(truth[i])
		for j := range got {
			n := 0
			for m := range p.Members {
				if name := p.Members[m].Name; truth[i][name] != "" && got[j][name] != "" &&
					same(&p.Members[m], truth[i][name], got[j][name]) {
					n++
				}
			}
			pairs = append(pairs, pair{n, max(i-j, j-i), i, j})
		}
	}
	for j := range got {
		c.found += len(got[j])
	}
	slices.SortStableFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.distance, b.distance))
	})
	usedTrue, usedFound := map[int]bool{}, map[int]bool{}
	for _, o := range pairs {
		if o.n > 0 && !usedTrue[o.i] && !usedFound[o.j] {
			usedTrue[o.i], usedFound[o.j] = true, true
			c.right += o.n
		}
	}
	each(func(r *row) {
		r.cells = counts{r.cells.right + c.right, r.cells.found + c.found, r.cells.true + c.true}
	})
	if c.right < c.true || c.found > c.true {
		b.miss(s, found, k, p.Name, truth, verdict{text: fmt.Sprint(got)})
	}
}

func foundRows(list any) []map[string]string {
	rows, _ := list.([]map[string]any)
	all := make([]map[string]string, len(rows))
	for i := range rows {
		all[i] = map[string]string{}
		for name, v := range rows[i] {
			if t, ok := v.(string); ok && t != "" {
				all[i][name] = t
			}
		}
	}
	return all
}

// miss writes a value that is not right.
func (b *bench) miss(s *sample, found *result.Result, k int, name string, truth any, v verdict) {
	if v.right || b.misses == nil {
		return
	}
	_ = b.misses.Encode(map[string]any{"file": s.File, "cluster": s.Cluster, "taught": k, "field": name, "true": truth,
		"found": v.text, "confidence": v.confidence, "known": s.isOwn(found), "source": found.Fields[name].Source,
		"type": found.DocumentType, "before": !s.wrong[name]})
}

func (b *bench) row(k key) *row {
	if b.rows[k] == nil {
		b.rows[k] = &row{}
	}
	return b.rows[k]
}

func (b *bench) print() {
	fmt.Println("| group | corrected | documents | known | F1 | cells F1 | repaired | broken | broken >= .8 | absent |" +
		" invented | right >= .8 | of | right >= .9 | of |")
	keys := slices.SortedFunc(maps.Keys(b.rows), func(a, b key) int {
		return cmp.Or(strings.Compare(a.group, b.group), cmp.Compare(a.k, b.k))
	})
	for _, k := range keys {
		r := b.rows[k]
		fmt.Printf("| %s | %d | %d | %d | %.3f | %.3f | %d | %d | %d | %d | %d |", k.group, k.k, r.documents, r.known,
			r.values.f1(), r.cells.f1(), r.repaired, r.broken, r.newlyWrong, r.absent, r.invented)
		for _, c := range r.confident {
			fmt.Printf(" %.3f | %d |", float64(c.right)/float64(max(1, c.found)), c.found)
		}
		fmt.Println()
	}
}

// same reports whether a found value is one of the true ones: numbers by value, text by letters and digits, without a
// code in brackets behind it.
func same(p *custom.Property, truth any, found string) bool {
	if choice, ok := truth.(map[string]any); ok {
		all, _ := choice["any"].([]any)
		return slices.ContainsFunc(all, func(t any) bool { return same(p, t, found) })
	}
	want := text(truth)
	switch p.Type {
	case custom.TypeNumber, custom.TypeInteger:
		a, err1 := strconv.ParseFloat(want, 64)
		b, err2 := strconv.ParseFloat(found, 64)
		const near = .005
		return err1 == nil && err2 == nil && math.Abs(a-b) < near
	case custom.TypeBoolean:
		return want == found
	}
	code := regexp.MustCompile(`\s*\(\d+\)\s*$`)
	plain := func(s string) string { return letters(code.ReplaceAllString(s, "")) }
	return letters(want) == letters(found) || plain(want) == plain(found)
}

func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// text is a true value as the API writes it.
func text(truth any) string {
	switch t := truth.(type) {
	case nil:
		return ""
	case map[string]any:
		if all, ok := t["any"].([]any); ok && len(all) > 0 {
			return text(all[0])
		}
	case float64:
		return strconv.FormatFloat(t, 'f', -1, 64)
	}
	if s, ok := truth.(string); ok {
		return s
	}
	b, _ := json.Marshal(truth)
	return string(b)
}
