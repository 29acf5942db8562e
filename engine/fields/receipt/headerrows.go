package receipt

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
)

// Scorers classify the rows of a receipt's head as the shop's name or address.
type Scorers struct {
	Name    *boost.Ensemble
	Address *boost.Ensemble
}

func (h *Scorers) ready() bool {
	return h != nil && h.Name != nil && h.Address != nil && len(h.Name.Trees) > 0 && len(h.Address.Trees) > 0
}

// putHeader stores the shop's name and address by the trained scorers.
func (r *finder) putHeader(set *value.Set, scorers *Scorers) {
	lines := r.header()
	for _, l := range lines {
		l.name, l.address = scorers.Name.Margin(l.x), scorers.Address.Margin(l.x)
	}
	first, last := nameRun(lines)
	if last < 0 {
		return
	}
	r.putHeaderName(set, lines, first, last)
	from, to := addressRun(lines, first, last)
	if to < 0 {
		return
	}
	var parts []layout.Part
	var rows []string
	odds := 0.0
	for i := from; i <= to; i++ {
		if lines[i].address > aside {
			parts = append(parts, lines[i].parts()...)
			rows = append(rows, strings.Trim(strings.Join(lines[i].words, " "), " ,;:|"))
			odds += lines[i].address
		}
	}
	mean := odds / float64(to-from+1)
	set.Put("vendorAddress", value.CiteParts(strings.Join(rows, ", "), parts, " ", boost.Probability(mean)))
}

// aside is the log-odds below which a line within an address is excluded.
const aside = -1.0

// nameRun returns the rows of the name: the most likely row, with the one before or after it if the name takes two.
func nameRun(lines []*headerLine) (first, last int) {
	top := -1
	for i, l := range lines {
		if top < 0 || l.name > lines[top].name {
			top = i
		}
	}
	if top < 0 {
		return 0, -1
	}
	first, last = top, top
	l := lines[top]
	switch {
	case top > 0 && textshape.HasLegalForm(l.words) && continuesName(l.words) && len(l.words) <= 4 &&
		lines[top-1].name > 0:
		first--
	case top+1 < len(lines) && !textshape.HasLegalForm(l.words) && lines[top+1].name > 0 &&
		(onlyLegalForm(lines[top+1].words) || textshape.HasLegalForm(lines[top+1].words) &&
			continuesName(lines[top+1].words)):
		last++
	}
	return first, last
}

// addressRun returns the rows with the largest sum of log-odds (Bentley, "Algorithm design techniques", 1984).
func addressRun(lines []*headerLine, nameFirst, nameLast int) (from, to int) {
	best, sum, start := 0.0, 0.0, 0
	from, to = 0, -1
	for i, l := range lines {
		if i >= nameFirst && i <= nameLast {
			sum, start = 0, i+1
			continue
		}
		if sum <= 0 {
			sum, start = 0, i
		}
		sum += l.address
		if sum > best {
			best, from, to = sum, start, i
		}
	}
	return from, to
}

// putHeaderName stores the name without a registration number after it.
func (r *finder) putHeaderName(set *value.Set, lines []*headerLine, first, last int) {
	var parts []layout.Part
	odds := lines[first].name
	for i := first; i <= last; i++ {
		own := lines[i].parts()
		end := nameEnd(lines[i].words)
		for k := range own {
			n := own[k].Last + 1
			own[k].Last = min(own[k].Last, end)
			end -= n
			if own[k].Last < 0 {
				own = own[:k]
				break
			}
		}
		if i == first {
			if rest := withoutWords(own, nameStart(lines[i].words)); len(rest) > 0 {
				own = rest
			}
		}
		parts = append(parts, own...)
		odds = max(odds, lines[i].name)
	}
	text := nameText(parts)
	set.Put("vendorName", value.CiteParts(text, parts, " ", boost.Probability(odds)))
}

// withoutWords returns parts, which it may change, without their first n words.
func withoutWords(parts []layout.Part, n int) []layout.Part {
	for n > 0 && len(parts) > 0 {
		p := &parts[0]
		if had := p.Last - p.First + 1; had <= n {
			parts, n = parts[1:], n-had
			continue
		}
		p.First += n
		n = 0
	}
	return parts
}
