package tagging

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/text/recognize"
)

// maxSkipped limits the unrelated units that a run may skip.
const maxSkipped = 2

// runs finds the runs of units whose joined text equals the text.
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
		if run := a.extend([]int{i}, rest, maxSkipped); run != nil {
			out = append(out, run)
		}
	}
	return out
}

// cut removes a unit's text from the front of a key. In recognized text one letter in six may differ.
func (a *aligner) cut(key, text string) (rest string, ok bool) {
	if text == "" {
		return "", false
	}
	if rest, ok = strings.CutPrefix(key, text); ok || !a.recognized || len(text) < 5 {
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

// distance is the edit distance (Levenshtein 1966).
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

// extend completes a run with units that may follow its last one: the next of the segment, or one under it.
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
		if skips > 0 && k != run[len(run)-1] && a.o.Units[k].Segment != a.o.Units[run[len(run)-1]].Segment {
			if full := a.extend(append(slices.Clone(run), k), rest, skips-1); full != nil {
				return slices.DeleteFunc(full, func(i int) bool { return i == k })
			}
		}
	}
	return nil
}

// following returns the units that may continue a run: the next in reading order, the nearest under its last, and the
// nearest under its first of the same row.
func (a *aligner) following(run []int) []int {
	last := run[len(run)-1]
	var out []int
	add := func(i int) {
		if i >= 0 && i < len(a.texts) && !slices.Contains(run, i) && !slices.Contains(out, i) {
			out = append(out, i)
		}
	}
	if last+1 < len(a.texts) && a.o.Units[last+1].Segment == a.o.Units[last].Segment {
		add(last + 1)
	}
	add(a.o.Below[last])
	for _, i := range run {
		if a.o.Units[i].Segment.Row == a.o.Units[last].Segment.Row {
			add(a.o.Below[i])
		}
	}
	add(last + 1)
	return out
}
