package itemname

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/recognize"
)

// shortDay matches a day without a year. A leading zero distinguishes it from a fraction of an inch.
var shortDay = regexp.MustCompile(`^(?:0\d|[12]\d|3[01])[./-](?:0\d|1[0-2])\.?$|^\d[./-]0\d\.?$`)

// WithoutDays returns several names without the service date that each begins with, or nil if one has no date.
func WithoutDays(names [][]layout.Part) [][]layout.Part {
	if len(names) < 2 {
		return nil
	}
	out := make([][]layout.Part, len(names))
	for i, name := range names {
		if len(name) == 0 {
			return nil
		}
		out[i] = slices.Clone(name)
		if out[i][0].First += dayWords(name[0]); out[i][0].First > out[i][0].Last {
			out[i] = out[i][1:]
		}
		if dayWords(name[0]) == 0 || !Worded(out[i]) {
			return nil
		}
	}
	return out
}

// WithoutNumbers returns several names without the running number that each begins with, or nil if one has none.
func WithoutNumbers(names [][]layout.Part) [][]layout.Part {
	if len(names) < 2 {
		return nil
	}
	out := make([][]layout.Part, len(names))
	for i, name := range names {
		if len(name) == 0 || name[0].First == name[0].Last && len(name) == 1 {
			return nil
		}
		first := name[0].Segment.Words[name[0].First]
		if strings.TrimLeft(strings.TrimRight(first, ".)"), "0") != strconv.Itoa(i+1) {
			return nil
		}
		out[i] = slices.Clone(name)
		if out[i][0].First++; out[i][0].First > out[i][0].Last {
			out[i] = out[i][1:]
		}
	}
	return out
}

// dayWords returns the number of words of the date that a part begins with.
func dayWords(p layout.Part) int {
	words := p.Words()
	if shortDay.MatchString(words[0]) {
		return 1
	}
	if days := recognize.Dates(words); len(days) > 0 && days[0].First == 0 {
		return days[0].Last + 1
	}
	return 0
}
