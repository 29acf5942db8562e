package eval

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/docmill/docmill/engine/template"
)

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
