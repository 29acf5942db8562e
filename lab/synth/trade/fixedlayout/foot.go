package fixedlayout

import (
	"strconv"
	"strings"

	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/sheet"
)

// finish sets foot and page numbers on all pages, and the truth about the whole document.
func (t *layout) finish() {
	pages := t.Sheets
	every := t.Chance(0.8)
	switch t.forms.close {
	case "footer":
		t.footColumns(pages[:t.footPages(every)])
	case "line":
		t.footLine(pages[:t.footPages(every)])
	}
	if len(pages) > 1 && t.Chance(0.85) || t.Chance(0.2) {
		form := t.Place.Label("page")
		atRight := t.Chance(0.5)
		for i, s := range pages {
			text := strings.NewReplacer("{n}", strconv.Itoa(i+1), "{m}", strconv.Itoa(len(pages))).Replace(form)
			if atRight {
				s.SetRight(t.right, s.Height-20, 7.5, false, text)
			} else {
				s.SetCentered(s.Width/2, s.Height-20, 7.5, false, text)
			}
		}
	}
	t.SetCurrency()
}

func (t *layout) footPages(every bool) int {
	if every {
		return len(t.Sheets)
	}
	return 1
}

func (t *layout) footColumns(pages []*sheet.Sheet) {
	columns := [][]string{t.footAddress()}
	if lines := t.footContacts(); len(lines) > 0 {
		columns = append(columns, lines)
	}
	if !t.Printed["bank"] && !t.IsOrder() && t.Chance(0.85) {
		columns = append(columns, t.bankLines())
	}
	if t.Chance(0.6) || len(columns) < 3 {
		columns = append(columns, t.footRegister())
	}
	size, starts := t.footStarts(columns, random.Pick(t.Rand, 6.0, 6.5, 7))
	ruled := t.Chance(0.6)
	for _, s := range pages {
		top := s.Height - 86
		if ruled {
			s.AddRule(t.left, top-9, t.right, top-9)
		}
		for i, lines := range columns {
			for k, l := range lines[:min(len(lines), 7)] {
				s.Put(starts[i], top+float64(k)*size*1.25, size, l)
			}
		}
	}
}

// footStarts divides the width among columns by need. It returns the size at which all fit and the start of each.
func (t *layout) footStarts(columns [][]string, size float64) (float64, []float64) {
	const gap = 12.0
	need := make([]float64, len(columns))
	sum := gap * float64(len(columns)-1)
	for i, lines := range columns {
		for _, l := range lines {
			need[i] = max(need[i], sheet.TextWidth(l, size, false))
		}
		sum += need[i]
	}
	spare, shrink := 0.0, 1.0
	if all := t.right - t.left; sum > all {
		shrink = all / sum
		size *= shrink
	} else if len(columns) > 1 {
		spare = (all - sum) / float64(len(columns)-1)
	}
	x := t.left
	starts := make([]float64, len(columns))
	for i, w := range need {
		starts[i] = x
		x += w*shrink + spare + gap*shrink
	}
	return size, starts
}

func (t *layout) footAddress() []string {
	t.SetTruth(t.IssuerField("Name"), t.Issuer.Name)
	if t.Printed["address"] && t.Chance(0.3) {
		return []string{t.Issuer.Name}
	}
	t.SetTruth(t.IssuerField("Address"), t.Issuer.NormalizedAddress())
	return append([]string{t.Issuer.Name}, append(t.Issuer.AddressLines(), t.Issuer.Country)...)
}

func (t *layout) footContacts() []string {
	lines := t.contacts(0.65)
	if !t.Printed["tax"] && t.Chance(0.85) || t.Chance(0.2) {
		lines = append(lines, t.taxLine())
	}
	return lines
}

func (t *layout) footRegister() []string {
	lines := []string{t.Label("registration") + t.Colon() + " " +
		random.Fill(t.Rand, t.Place.Label("registration.form"))}
	if t.Chance(0.6) {
		lines = append(lines, t.Label("director")+t.Colon()+" "+t.Place.PersonName())
	}
	if t.Chance(0.3) {
		town, _, _ := strings.Cut(random.Pick(t.Rand, t.Place.Country.Towns...), "/")
		lines = append([]string{t.Label("registered") + t.Colon() + " " + town}, lines...)
	}
	if !t.Printed["tax"] && t.Chance(0.7) {
		lines = append(lines, t.taxLine())
	}
	return lines
}

func (t *layout) footLine(pages []*sheet.Sheet) {
	sep := random.Pick(t.Rand, " · ", " | ", " - ", ", ", "   ")
	text := strings.Join(append([]string{t.Issuer.Name}, t.Issuer.AddressLines()...), sep)
	t.SetTruth(t.IssuerField("Name"), t.Issuer.Name)
	t.SetTruth(t.IssuerField("Address"), t.Issuer.NormalizedAddress())
	if !t.Printed["tax"] && t.Chance(0.8) {
		text += sep + t.taxLine()
	}
	size := sheet.FitSize(text, random.Pick(t.Rand, 6.5, 7, 8), false, t.right-t.left)
	for _, s := range pages {
		s.SetCentered((t.left+t.right)/2, s.Height-34, size, false, text)
	}
}
