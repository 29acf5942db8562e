package form

import (
	"slices"
	"strconv"
	"strings"

	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/sheet"
)

// look holds the properties that are constant within a document.
type look struct {
	width, height, left, right, top, bottom float64 // of the page and its margins

	base, filled ink     // of labels and of answers
	dx, dy       float64 // of answers from their place, as typewriters and form fillers move them

	upper, capitals                bool    // labels, answers
	wholeAmounts, numericDates     bool    // amounts without fraction
	abbreviated, long, hints       float64 // shares of labels
	asking                         float64 // share of labels that are sentences or whole questions
	combs, symbols, paired         float64 // shares of answers, of amounts with a currency, and of paired questions
	unitFirst                      bool    // units are before answers
	dense                          int     // 1: many questions and much prose
	colon, dateMark, dot           string
	references                     float64 // share of notices and labels with numbers that answer nothing
	unmarked, marked               string  // glyphs of check boxes
	boxedMarks, marksAfter, titled bool
	headings                       string // form of headings
	numbering                      string // of questions
	style                          style
}

// style is the layout of the questions of a group.
type style struct {
	family    string
	columns   int
	free      bool    // rows have different numbers of questions
	down      bool    // questions run down the columns
	tab       float64 // where answers begin, as a share of the width; 0 for right after the label
	rule      string  // under or around answers
	labels    float64 // alignment
	labelInk  ink
	atEdge    bool // answers end at the right edge
	underside bool // hints and second languages are below the label
	pad, gap  float64
	ruled     bool // grids have rules
}

// families are the layouts of questions; see cell.
func families() []string {
	return []string{"left", "left", "left", "above", "above", "below", "box", "box", "cells", "grid",
		"lines", "lines", "lines", "inline", "inline"}
}

func (f *form) drawLook() {
	page := sheet.A4()
	if slices.Contains([]string{"US", "CA", "MX"}, f.place.Country.Code) {
		page = sheet.Letter()
	}
	if f.Chance(0.06) {
		page.Width, page.Height = page.Height, page.Width
	}
	side := random.Pick(f.Rand, 24.0, 30, 36, 45, 57, 70)
	f.look = look{width: page.Width, height: page.Height, left: side, right: page.Width - side,
		top: random.Pick(f.Rand, 24.0, 36, 50, 70), bottom: random.Pick(f.Rand, 40.0, 50, 64),
		upper: f.Chance(0.12), capitals: f.Chance(0.15), wholeAmounts: f.Chance(0.2), numericDates: f.Chance(0.5),
		abbreviated: random.Pick(f.Rand, 0, 0, 0, 0.1, 0.5), long: random.Pick(f.Rand, 0, 0, 0, 0.1, 0.3),
		paired: random.Pick(f.Rand, 0, 0, 0, 0.1, 0.3), unitFirst: f.Chance(0.2),
		asking: random.Pick(f.Rand, 0, 0, 0, 0, 0.3, 0.9), hints: random.Pick(f.Rand, 0, 0, 0, 0.1, 0.3),
		combs:   random.Pick(f.Rand, 0, 0, 0, 0, 0, 0, 0, 0.1, 0.3, 0.8),
		symbols: random.Pick(f.Rand, 0, 0.3, 1), colon: random.Pick(f.Rand, ":", ":", ":", "", "", "", " :"),
		dateMark: random.Pick(f.Rand, ".", "/", "-"), marksAfter: f.Chance(0.15), titled: f.Chance(0.9),
		headings:  random.Pick(f.Rand, "plain", "plain", "boxed", "under", "center", "side", "none"),
		numbering: random.Pick(f.Rand, "", "", "", "", "1.", "1", "1a", "1a", "(a)", "01"),
	}
	glyphs := random.Pick(f.Rand, "☐☒", "☐☑", "□■", "□☒", "○●", "[ ]|[x]", "[ ]|[X]", "( )|(x)", "|X", "|X", "|x",
		"|✓", "|✗", "|3", "|4", "|8", "_|X", "o|x") // Zapf Dingbats has its marks at digits
	unmarked, marked, ok := strings.Cut(glyphs, "|")
	if !ok {
		letters := []rune(glyphs)
		unmarked, marked = string(letters[0]), string(letters[1])
	}
	f.dot, f.references = random.Pick(f.Rand, ".", ".", ". ", ". ", "  . ", "…"), random.Pick(f.Rand, 0, 0, 0.2, 0.4, 0.7)
	f.unmarked, f.marked, f.boxedMarks = unmarked, marked, unmarked == "" || f.Chance(0.05)
	f.base = ink{size: random.Pick(f.Rand, 6.5, 7, 7.5, 8, 8.5, 9, 9.5, 10, 11),
		lead: random.Pick(f.Rand, 1.15, 1.2, 1.25, 1.35),
		wide: random.Pick(f.Rand, 0, 0, 0.86, 0.92, 0.96, 1.05)}
	if f.Chance(0.35) {
		f.dense = 1
		f.base.size = min(f.base.size, 8.5)
	}
	f.filled = f.base
	f.filled.size *= random.Pick(f.Rand, 1, 1, 1, 1.1, 1.2, 0.95)
	f.filled.bold, f.filled.wide = f.Chance(0.15), random.Pick(f.Rand, f.base.wide, f.base.wide, 0, 1.15)
	if f.Chance(0.3) {
		f.dx, f.dy = 6*f.Float64(), 4*f.Float64()-2
	}
	if other := random.Pick(f.Rand, Languages()...); f.Chance(0.14) && other != f.place.Language {
		f.second = glossaries()[random.Pick(f.Rand, "en", other, other)]
		if f.second == f.g {
			f.second = nil
		}
	}
	f.style = f.drawStyle()
}

func (f *form) drawStyle() style {
	st := style{family: random.Pick(f.Rand, families()...), columns: random.Pick(f.Rand, 1, 1, 2, 2, 3, 4),
		free: f.Chance(0.4), down: f.Chance(0.25), tab: random.Pick(f.Rand, 0, 0.25, 0.35, 0.4, 0.5, 0.6),
		rule:   random.Pick(f.Rand, "", "", "line", "line", "dots", "box", "blank"),
		labels: random.Pick(f.Rand, 0, 0, 0, 0, 1.0), atEdge: f.Chance(0.2), underside: f.Chance(0.5),
		pad: 1.5 + 3.5*f.Float64(), gap: random.Pick(f.Rand, 0, 1, 2, 4, 7, 12.0), ruled: f.Chance(0.6)}
	if f.dense > 0 {
		st.gap = min(st.gap, 3)
	}
	st.labelInk = f.base
	st.labelInk.bold = f.Chance(0.25)
	if st.family != "left" && f.Chance(0.8) {
		st.labels = 0
	}
	switch st.family {
	case "box", "below":
		st.labelInk.size = max(4.5, f.base.size*random.Pick(f.Rand, 0.65, 0.7, 0.8, 0.9))
		st.columns = random.Pick(f.Rand, 1, 2, 3, 3, 4)
	case "above", "grid":
		st.labelInk.size = max(5, f.base.size*random.Pick(f.Rand, 0.75, 0.9, 1, 1))
	case "left", "cells", "lines":
		st.columns = random.Pick(f.Rand, 1, 1, 1, 2, 2, 3)
	}
	if st.family == "lines" {
		st.columns = 1
	}
	return st
}

// need returns the width of a question relative to others of its row.
func (q *question) need() float64 {
	switch {
	case q.form == comb:
		return 2
	case len(q.label)+len(q.hint) > 45, q.kind == "address", q.form == ticked:
		return 1.8
	case q.canBreak(), q.kind == "email", q.kind == "iban":
		return 1.4
	case q.kind == "house", q.kind == "postcode", q.kind == "time", q.kind == "integer":
		return 0.7
	}
	return 1
}

// numberQuestions gives questions numbers in the order of the form.
func (f *form) numberQuestions() {
	if f.numbering == "" {
		return
	}
	n, first := 0, 1+f.IntN(30)*f.IntN(2)
	for i := range f.groups {
		if strings.Contains(f.numbering, "a") {
			n = 0
		}
		for _, q := range f.groups[i].questions {
			letter := string(rune('a' + n%26))
			switch f.numbering {
			case "1a":
				q.number = strconv.Itoa(first+i) + letter
			case "(a)":
				q.number = "(" + letter + ")"
			case "01":
				q.number = ("0" + strconv.Itoa(first+n))[max(0, len(strconv.Itoa(first+n))-1):]
			default:
				q.number = strconv.Itoa(first+n) + strings.TrimPrefix(f.numbering, "1")
			}
			n++
		}
	}
}
