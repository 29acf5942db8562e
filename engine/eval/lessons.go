package eval

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/docmill/docmill/engine/template"
)

// layouts groups similar lessons in the same way as the gateway.
func layouts(name string, taught []*pupil) []template.Layout {
	var all []template.Layout
	for _, p := range taught {
		if p.lesson.Empty() {
			continue
		}
		best, most := -1, template.MinLikeness
		for i := range all {
			if s := all[i].Likeness(p.lesson.Fingerprint); s >= most {
				best, most = i, s
			}
		}
		if best < 0 {
			best = len(all)
			all = append(all, template.Layout{ID: fmt.Sprintf("%s %d", name, best+1)})
		}
		all[best] = template.Fold(all[best].ID, 1, append(slices.Clone(all[best].Lessons), p.lesson))
	}
	return all
}

// nearest returns the layouts that the gateway would return. sizes has the size of each lesson in bytes of JSON, by
// document.
func nearest(f template.Fingerprint, all []template.Layout, sizes map[string]int) []template.Layout {
	const overhead = 3 << 10 // of a layout's JSON
	near := slices.DeleteFunc(slices.Clone(all), func(l template.Layout) bool {
		return f.Similarity(l.Fingerprint) < template.MinSimilarity
	})
	slices.SortStableFunc(near, func(a, b template.Layout) int {
		return cmp.Compare(f.Similarity(b.Fingerprint), f.Similarity(a.Fingerprint))
	})
	near = near[:min(len(near), template.MaxCandidates)]
	slices.SortStableFunc(near, func(a, b template.Layout) int { return cmp.Compare(b.Likeness(f), a.Likeness(f)) })
	answer, size := []template.Layout{}, len("[]")
	for _, l := range near[:min(len(near), template.MaxLayouts)] {
		for i := range l.Lessons {
			size += sizes[l.Lessons[i].Document]
		}
		if size += overhead; size <= template.MaxAnswer {
			answer = append(answer, l)
		}
	}
	return answer
}
