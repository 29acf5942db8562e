package formrole

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/pagegraph"
	"github.com/docmill/docmill/engine/text/phrase"
)

// maxUnits is the maximum number of units of a page. Words of later units have no role.
const maxUnits = 1000

// Numbers of features that this package adds before and after those of pagegraph.
const (
	phraseFeatures = 80
	formFeatures   = 21 + ruleFeatures
)

// Features returns the number of features of a unit, and how many of them are features of its words, which come first.
func Features() (all, ofWords int) {
	all, ofWords = pagegraph.Features()
	return all + phraseFeatures + formFeatures, ofWords + phraseFeatures
}

// Observe returns the network's input for a page.
func Observe(doc *annotate.Document, page *layout.Page) *pagegraph.Graph {
	var units []pagegraph.Unit
	for _, row := range page.Rows {
		for _, s := range row.Segments {
			if s.Text() != "." { // of a row of dots
				units = append(units, pagegraph.CutFine(doc, s)...)
			}
		}
	}
	g := pagegraph.New(doc, units[:min(len(units), maxUnits)])
	print, drawn := countPrint(g), rulingOf(page)
	for i := range g.Units {
		x := make(pagegraph.Vector, 0, phraseFeatures+len(g.Features[i])+formFeatures)
		x = append(appendPhrase(x, &g.Units[i]), g.Features[i]...)
		print.describe(&x, g, i)
		drawn.describe(&x, g, i)
		g.Features[i] = x
	}
	return g
}

// appendPhrase appends the vector of the unit's meaning, scaled to a range that training data can hold.
func appendPhrase(x pagegraph.Vector, u *pagegraph.Unit) pagegraph.Vector {
	const scale = 3
	v := make(phrase.Vector, phraseFeatures)
	if m, err := phrase.Embedded(); err == nil {
		copy(v, m.Embed(u.Text()))
	}
	for _, n := range v {
		x = append(x, max(-1, min(1, scale*n)))
	}
	return x
}

// typeface is a size and weight of print.
type typeface struct {
	size float64
	bold bool
}

func typefaceOf(g *pagegraph.Graph, i int) typeface {
	t := &g.Units[i].Segment.Tokens[g.Units[i].First]
	size := t.Size
	if size == 0 {
		size = g.Heights[i]
	}
	return typeface{math.Round(4*size) / 4, t.Bold}
}

// printing is the print of a page.
type printing struct {
	letters map[typeface]float64
	all     float64
	common  typeface
}

func countPrint(g *pagegraph.Graph) *printing {
	p := &printing{letters: map[typeface]float64{}}
	for i := range g.Units {
		t, n := typefaceOf(g, i), float64(len(g.Units[i].Text()))
		p.letters[t] += n
		p.all += n
		if p.letters[t] > p.letters[p.common] {
			p.common = t
		}
	}
	return p
}

// describe appends the features of a unit that matter on forms.
func (p *printing) describe(v *pagegraph.Vector, g *pagegraph.Graph, i int) {
	u, t := &g.Units[i], typefaceOf(g, i)
	words, text := u.Words(), u.Text()
	letters, lower := 0, 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
		}
		if unicode.IsLower(r) {
			lower++
		}
	}
	first, last := words[0], words[len(words)-1]
	v.Flags(pagegraph.IsLeader(text), pagegraph.IsLeader(last) || strings.Contains(text, "__"),
		isOrdinal(first) && len(words) == 1, isOrdinal(first) && len(words) > 1,
		len(words) == 1 && isCheckMark(text), isCheckMark(first),
		strings.HasPrefix(text, "(") && strings.HasSuffix(strings.TrimSuffix(text, ":"), ")"),
		strings.HasSuffix(text, "?"), strings.HasSuffix(text, ".") && len(words) > 3,
		strings.HasSuffix(text, ":") || strings.HasPrefix(text, ":"))
	runes := utf8.RuneCountInString(text)
	v.Share(len(words), 25)
	v.Add(min(1, float64(runes)/float64(len(words))/12))
	v.Share(letters, float64(runes))
	v.Share(lower, float64(runes))
	v.Share(paragraph(g, i, g.Above), 60)
	v.Share(paragraph(g, i, g.Below), 60)
	v.Add(pagegraph.Soft(4 * math.Log(max(1e-3, t.size)/max(1e-3, p.common.size))))
	v.Flags(t == p.common)
	v.Add(p.letters[t] / max(1, p.all))
	offset := 0.0
	if k := g.Left[i]; k >= 0 {
		offset = (g.Boxes[i].CenterY() - g.Boxes[k].CenterY()) / g.Heights[i]
	}
	v.Add(pagegraph.Soft(3 * offset))
	v.Flags(u.Segment.Tokens[u.First].Space > 0)
}

// paragraph counts the words of lines that follow a unit without a gap, with the same left edge.
func paragraph(g *pagegraph.Graph, i int, next []int) int {
	const maxLines = 6
	words := 0
	for range maxLines {
		k := next[i]
		if k < 0 || math.Abs(g.Boxes[k].X0-g.Boxes[i].X0) > g.Heights[i] ||
			math.Abs(g.Boxes[k].CenterY()-g.Boxes[i].CenterY()) > 2*g.Heights[i] {
			break
		}
		i = k
		words += len(g.Units[k].Words())
	}
	return words
}

// isOrdinal reports whether a word numbers a question: "2", "3a.", "(c)", "IV)".
func isOrdinal(word string) bool {
	const maxRunes = 3
	core := strings.Trim(word, "().:")
	if core == "" || utf8.RuneCountInString(core) > maxRunes {
		return false
	}
	if strings.Trim(core, "IVX") == "" {
		return true
	}
	letters := strings.TrimLeft(core, "0123456789.")
	return utf8.RuneCountInString(letters) < 2 && (letters != core || word != core)
}

// isCheckMark reports whether a word is a check box or a mark in one.
func isCheckMark(word string) bool {
	return strings.Trim(word, "☐☑☒□■✓✔✗✘●○◯[]()xXþ¨ýo") == "" && utf8.RuneCountInString(word) <= 3
}
