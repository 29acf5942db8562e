package synth

import (
	"slices"
	"strconv"
	"strings"
)

// finish sets foot and page numbers on all pages, and the truth about the whole document.
func (t *designDoc) finish() {
	pages := t.sheets
	every := t.chance(0.8)
	switch t.style.close {
	case "footer":
		t.footColumns(pages[:t.footed(every)])
	case "line":
		t.footLine(pages[:t.footed(every)])
	}
	if len(pages) > 1 && t.chance(0.85) || t.chance(0.2) {
		form := t.place.label("page")
		atRight := t.chance(0.5)
		for i, s := range pages {
			text := strings.NewReplacer("{n}", strconv.Itoa(i+1), "{m}", strconv.Itoa(len(pages))).Replace(form)
			if atRight {
				s.end(t.right, s.Height-20, 7.5, false, text)
			} else {
				s.middle(s.Width/2, s.Height-20, 7.5, false, text)
			}
		}
	}
	t.knowCurrency()
}

func (t *designDoc) footed(every bool) int {
	if every {
		return len(t.sheets)
	}
	return 1
}

// footColumns sets columns of small print at the foot: name and address, contacts, bank, registration.
func (t *designDoc) footColumns(pages []*Sheet) {
	columns := [][]string{t.footAddress()}
	if lines := t.footContacts(); len(lines) > 0 {
		columns = append(columns, lines)
	}
	if !t.told["bank"] && !t.order() && t.chance(0.85) {
		columns = append(columns, t.bankLines())
	}
	if t.chance(0.6) || len(columns) < 3 {
		columns = append(columns, t.footRegister())
	}
	size, starts := t.footStarts(columns, pick(t.r, 6.0, 6.5, 7))
	ruled := t.chance(0.6)
	for _, s := range pages {
		top := s.Height - 86
		if ruled {
			s.rule(t.left, top-9, t.right, top-9)
		}
		for i, lines := range columns {
			for k, l := range lines[:min(len(lines), 7)] {
				s.put(starts[i], top+float64(k)*size*1.25, size, l)
			}
		}
	}
}

// footStarts divides the width among columns by need. It returns the size at which all fit and the start of each.
func (t *designDoc) footStarts(columns [][]string, size float64) (float64, []float64) {
	const gap = 12.0
	need := each(columns, func(lines []string) float64 {
		return slices.Max(each(lines, func(l string) float64 { return width(l, size, false) }))
	})
	sum := gap * float64(len(columns)-1)
	for _, w := range need {
		sum += w
	}
	spare, shrink := 0.0, 1.0
	if all := t.right - t.left; sum > all {
		shrink = all / sum
		size *= shrink
		need = each(need, func(w float64) float64 { return w * shrink })
	} else if len(columns) > 1 {
		spare = (all - sum) / float64(len(columns)-1)
	}
	x := t.left
	starts := make([]float64, len(columns))
	for i, w := range need {
		starts[i] = x
		x += w + spare + gap*shrink
	}
	return size, starts
}

func (t *designDoc) footAddress() []string {
	t.know(t.ours("Name"), t.issuer.name)
	if t.told["address"] && t.chance(0.3) {
		return []string{t.issuer.name}
	}
	t.know(t.ours("Address"), t.issuer.address())
	return append([]string{t.issuer.name}, append(t.issuer.lines(), t.issuer.country)...)
}

func (t *designDoc) footContacts() []string {
	lines := t.contacts(0.65)
	if !t.told["tax"] && t.chance(0.85) || t.chance(0.2) {
		lines = append(lines, t.taxLine())
	}
	return lines
}

func (t *designDoc) footRegister() []string {
	lines := []string{t.label("registration") + t.colonAlways() + " " +
		t.place.pattern(t.place.label("registration.form"))}
	if t.chance(0.6) {
		lines = append(lines, t.label("director")+t.colonAlways()+" "+t.place.person())
	}
	if t.chance(0.3) {
		town, _, _ := strings.Cut(pick(t.r, t.place.land.towns...), "/")
		lines = append([]string{t.label("registered") + t.colonAlways() + " " + town}, lines...)
	}
	if !t.told["tax"] && t.chance(0.7) {
		lines = append(lines, t.taxLine())
	}
	return lines
}

// footLine sets one centered line with as many parts as fit.
func (t *designDoc) footLine(pages []*Sheet) {
	sep := pick(t.r, " · ", " | ", " - ", ", ", "   ")
	text := strings.Join(append([]string{t.issuer.name}, t.issuer.lines()...), sep)
	t.know(t.ours("Name"), t.issuer.name)
	t.know(t.ours("Address"), t.issuer.address())
	if !t.told["tax"] && t.chance(0.8) {
		text += sep + t.taxLine()
	}
	size := fitted(text, pick(t.r, 6.5, 7, 8), false, t.right-t.left)
	for _, s := range pages {
		s.middle((t.left+t.right)/2, s.Height-34, size, false, text)
	}
}

func each[T, U any](in []T, f func(T) U) []U {
	out := make([]U, len(in))
	for i, v := range in {
		out[i] = f(v)
	}
	return out
}
