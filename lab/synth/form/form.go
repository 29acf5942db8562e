// Package form generates forms and contracts with known truth: questions with answers in many layouts, tables of
// items and sentences. Every word on the pages has its role in the sheets' fields:
//
//	question:ID, answer:ID      a printed question and its answer; ID is a concept of the glossary, or
//	                            "concept@group" if several groups ask for it
//	option:CHOICE.OPTION, mark  a text to tick, and the mark of a check box
//	heading, prose, other
//	header:TABLE.COLUMN, cell:TABLE.ROW.COLUMN (in table toDate, sums of the year next to answers)
//
// An empty check box that is drawn of rules has no mark.
package form

import (
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/lab/synth/locale"
	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/sheet"
)

// Options choose a form. The seed draws everything that is empty.
type Options struct {
	Language string // one of Languages
	Theme    string // one of Themes
}

// Sample is a form with its truth and a schema that asks for some of it.
type Sample struct {
	sheet.Sheets
	Language string
	Theme    string // "" if the concepts were drawn at random
	Layout   string // family of layouts
	Truth    Truth
	Asked    Asked
}

// Truth holds the answers of the form.
type Truth struct {
	// Values holds the normal form of each question's answer, by ID, or "" without an answer: an ISO date or time, a
	// decimal, "true" or "false", the concept of an option, or the text as printed, lines joined by ", ".
	Values map[string]string
	// Printed holds the answers as printed. An answer of check boxes has its option's text.
	Printed map[string]string
	// Tables holds the rows of tables by name, with the values of columns in normal form.
	Tables map[string][]map[string]string
}

// New makes a form.
func New(seed uint64, opt Options) *Sample {
	r := rand.New(rand.NewPCG(seed, 0x666f726d73)) //nolint:gosec // documents, not secrets
	if !slices.Contains(Languages(), opt.Language) {
		opt.Language = random.Pick(r, append(Languages(), "en", "en", "de", "fr")...)
	}
	f := &form{Rand: r, place: locale.NewPlace(r, opt.Language), g: glossaries()[opt.Language],
		idForms: map[string]string{}, labels: map[string]string{}, shown: map[string]bool{},
		truth: Truth{map[string]string{}, map[string]string{}, map[string][]map[string]string{}}}
	f.drawTheme(opt.Theme)
	f.drawLook()
	if len(sentences()[opt.Language]) > 0 && f.Chance(0.12) {
		f.composeProse()
	} else {
		f.drawGroups()
		f.compose()
	}
	f.finishPages()
	return &Sample{Sheets: f.sheets, Language: opt.Language, Theme: f.theme.name, Layout: f.layout, Truth: f.truth,
		Asked: f.ask()}
}

// form is a form under construction.
type form struct {
	*rand.Rand
	place  *locale.Place
	g      *glossary
	second *glossary // of bilingual labels, or nil
	theme  theme
	look
	groups    []group
	questions []*question // all on the form
	tables    []*table

	idForms map[string]string // by concept
	labels  map[string]string // printed phrases, folded, and their concepts
	shown   map[string]bool   // concepts that letterheads show
	truth   Truth
	sheets  sheet.Sheets
	layout  string
	y       float64 // on the last page
}

// group is questions under a heading.
type group struct {
	role      string // its heading's concept without "h."
	heading   string
	questions []*question
}

// question is a question with its answer.
type question struct {
	*concept
	id, role string
	phrase   string // of the glossary
	label    string // as printed
	second   string // in another language, or ""
	hint     string
	number   string // printed before the label
	value    value
	form     answerForm
	pair     *question // printed in the same place, as in "Contract / Revision: 1528945 / 2"
}

// answerForm is how an answer is written.
type answerForm int

const (
	written     answerForm = iota
	comb                   // a box for each letter
	ticked                 // a check box for each option, or for yes and no
	tickedLabel            // a check box before or after the question itself
)

// Chance returns true with probability p.
func (f *form) Chance(p float64) bool { return f.Float64() < p }

// phrase returns a random phrase of a concept.
func (f *form) phrase(name string) string { return random.Pick(f.Rand, f.g.concepts[name].phrases...) }

// drawTheme draws a theme, and groups that many forms have.
func (f *form) drawTheme(name string) {
	all := themes()
	if i := slices.IndexFunc(all, func(t theme) bool { return t.name == name }); i >= 0 {
		f.theme = all[i]
	} else if f.theme = random.Pick(f.Rand, all...); f.Chance(0.3) {
		f.theme = f.randomTheme(f.theme.tables)
	}
	f.theme.groups = slices.Clone(f.theme.groups)
	for _, g := range []themeGroup{
		{"h.signature", []string{"placeAndDate", "signatureDate", "signature", "signerName"}},
		{"h.officialUse", []string{"date", "number", "receivedBy", "status", "remarks", "fee", "time"}},
	} {
		if f.Chance(0.2) && !slices.ContainsFunc(f.theme.groups, func(o themeGroup) bool { return o.name == g.name }) {
			f.theme.groups = append(f.theme.groups, g)
		}
	}
}

// randomTheme draws concepts and headings that need not fit.
func (f *form) randomTheme(tables []themeGroup) theme {
	var headings, titles []string
	for _, n := range f.g.names {
		if strings.HasPrefix(n, "h.") {
			headings = append(headings, n)
		} else if strings.HasPrefix(n, "t.") {
			titles = append(titles, n)
		}
	}
	f.Shuffle(len(headings), func(i, k int) { headings[i], headings[k] = headings[k], headings[i] })
	out := theme{title: random.Pick(f.Rand, titles...), tables: tables}
	for _, h := range headings[:2+f.IntN(5)] {
		g := themeGroup{name: h}
		for range 2 + f.IntN(9) {
			if c := random.Pick(f.Rand, f.g.asked...); !slices.Contains(g.concepts, c) {
				g.concepts = append(g.concepts, c)
			}
		}
		out.groups = append(out.groups, g)
	}
	return out
}

// drawGroups draws groups of questions with answers.
func (f *form) drawGroups() {
	empty := random.Pick(f.Rand, 0, 0, 0, 0.05, 0.1, 0.2, 0.3, 0.45, 0.6)
	if f.Chance(0.05) {
		empty = 1
	}
	drawn, count := f.drawConcepts()
	for _, t := range drawn {
		g := group{role: strings.TrimPrefix(t.name, "h."), heading: f.phrase(t.name)}
		rare := empty
		if g.role == "officialUse" {
			rare = max(empty, 0.7)
		}
		for _, name := range t.concepts {
			q := f.newQuestion(name)
			if q == nil {
				continue
			}
			q.id, q.role = name, g.role
			if count[name] > 1 {
				q.id += "@" + g.role
			}
			f.answer(q, rare)
			f.questions = append(f.questions, q)
			if n := len(g.questions) - 1; n >= 0 && f.Chance(f.paired) && g.questions[n].canPair(q) {
				g.questions[n].pair = q
			} else {
				g.questions = append(g.questions, q)
			}
		}
		if len(g.questions) > 0 {
			f.groups = append(f.groups, g)
		}
	}
}

// drawConcepts draws the concepts of each group, some of which are not the theme's, and counts the groups of each.
func (f *form) drawConcepts() (drawn []themeGroup, count map[string]int) {
	share, most := 0.5+0.5*f.Float64(), 6+f.IntN(35)
	if f.dense > 0 {
		share, most = 0.9, 25+f.IntN(45)
	} else if f.Chance(0.12) {
		most = 3 + f.IntN(6)
	}
	count = map[string]int{}
	for _, t := range f.theme.groups {
		var names []string
		for _, c := range t.concepts {
			if f.Chance(share) {
				names = append(names, c)
			}
		}
		for f.Chance(0.25 + 0.5*float64(f.dense)) {
			if c := random.Pick(f.Rand, f.g.asked...); !slices.Contains(names, c) {
				names = slices.Insert(names, f.IntN(len(names)+1), c)
			}
		}
		names = slices.DeleteFunc(names, func(c string) bool { return !f.g.isQuestion(c) })
		names = names[:min(len(names), most)]
		most -= len(names)
		drawn = append(drawn, themeGroup{t.name, names})
		for _, c := range names {
			count[c]++
		}
	}
	return drawn, count
}

// canPair reports whether another question can be printed in the same place.
func (q *question) canPair(o *question) bool {
	return q.pair == nil && q.form == written && o.form == written && len(q.value.lines) == 1 && len(o.value.lines) < 2 &&
		len(q.value.printed()+o.value.printed()) < 40
}

// newQuestion returns a question without an answer, or nil if other questions have all its phrases.
func (f *form) newQuestion(name string) *question {
	q := &question{concept: f.g.concepts[name]}
	for _, k := range f.Perm(len(q.phrases)) {
		if owner := f.labels[fold(q.phrases[k])]; owner == "" || owner == name {
			q.phrase = q.phrases[k]
			break
		}
	}
	if q.phrase == "" {
		return nil
	}
	f.labels[fold(q.phrase)] = name
	f.drawLabel(q)
	return q
}

// answer draws an answer and how it is written. Empty is the share of questions without one.
func (f *form) answer(q *question, empty float64) {
	q.value = f.makeValue(q.concept)
	letters := len([]rune(q.value.printed()))
	switch {
	case q.kind == "choice" && f.Chance(0.8):
		q.form = ticked
	case q.kind == "boolean":
		q.form = random.Pick(f.Rand, ticked, tickedLabel, tickedLabel, tickedLabel, written)
	case len(q.value.lines) == 1 && letters < 24 && q.kind != "amount" && f.Chance(f.combs):
		q.form = comb
	}
	if f.capitals && (q.form == written || q.form == comb) {
		f.capitalize(q)
	}
	if f.Chance(empty) {
		q.value = value{unit: q.value.unit}
		if q.form == tickedLabel && empty < 1 {
			q.value.normal = "false"
		}
	}
	if q.form == tickedLabel {
		q.value.lines = nil
	}
	if len(q.value.lines) == 1 && q.form == written && f.Chance(f.long) {
		f.addAddress(q)
	}
	f.truth.Values[q.id], f.truth.Printed[q.id] = q.value.normal, q.value.printed()
}

// addAddress adds an address to a name, as in "Employer's name, address, and ZIP code".
func (f *form) addAddress(q *question) {
	if q.kind != "person" && q.kind != "organization" {
		return
	}
	a := f.makeAddress()
	q.label = q.phrase + ", " + random.Pick(f.Rand, f.phrase("address"), f.phrase("street")+", "+f.phrase("city"))
	q.value.name = q.value.normal
	q.value.lines = append(q.value.lines, a.lines...)
	q.value.normal = q.value.printed()
}

// capitalize sets an answer in capitals. A text is then its own normal form.
func (f *form) capitalize(q *question) {
	if q.kind == "email" || q.kind == "url" {
		return
	}
	isText := q.value.normal == q.value.printed()
	for i, l := range q.value.lines {
		q.value.lines[i] = strings.ToUpper(l)
	}
	if isText {
		q.value.normal = q.value.printed()
	}
}

// drawLabel draws the printed form of a question.
func (f *form) drawLabel(q *question) {
	q.label = q.phrase
	words := strings.Fields(q.label)
	switch {
	case f.Chance(f.abbreviated) && len(words) > 0:
		for i, w := range words {
			if letters := []rune(w); len(letters) > 6 && f.Chance(0.7) {
				words[i] = string(letters[:3+f.IntN(2)]) + "."
			}
		}
		q.label = strings.Join(words, " ")
	case q.kind != "boolean" && f.Chance(f.asking):
		first, size := utf8.DecodeRuneInString(q.phrase)
		lower := q.phrase
		if second, _ := utf8.DecodeRuneInString(q.phrase[size:]); unicode.IsLower(second) {
			lower = string(unicode.ToLower(first)) + q.phrase[size:]
		}
		form := random.Pick(f.Rand, wordLists()[f.place.Language]["label"]...)
		q.label = strings.NewReplacer("{phrase}", lower, "{Phrase}", q.phrase).Replace(form)
	case f.Chance(f.long):
		other := f.phrase(random.Pick(f.Rand, f.g.asked...))
		q.label += random.Pick(f.Rand, ", "+other, " / "+other, " "+f.word("and")+" "+other, " ("+other+")", "; "+other)
	}
	if len(q.label) > 12 && f.Chance(f.references) {
		q.label = f.withReference(q.label)
	}
	if f.upper {
		q.label = strings.ToUpper(q.label)
	}
	if f.second != nil && f.second.concepts[q.name] != nil && f.Chance(0.9) {
		q.second = random.Pick(f.Rand, f.second.concepts[q.name].phrases...)
	}
	switch {
	case q.kind == "date" && f.Chance(2*f.hints):
		q.hint = f.word("dateHint")
	case f.Chance(f.hints):
		q.hint = "(" + strings.Trim(f.word("hint"), "()") + ")"
	case f.Chance(f.hints / 3):
		q.hint = "(" + strings.ToLower(f.phrase(random.Pick(f.Rand, f.g.asked...))) + ")"
	}
}
