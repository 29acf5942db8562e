package form

import (
	"fmt"
	"slices"
	"strings"

	"github.com/docmill/docmill/lab/synth/random"
)

// composeProse composes a contract or letter: sentences with answers in them, in sections.
func (f *form) composeProse() {
	f.second, f.abbreviated, f.hints, f.long, f.upper, f.symbols, f.wholeAmounts = nil, 0, 0, 0, false, 1, false
	f.newPage()
	f.composeHead()
	var headings []string
	for _, g := range f.theme.groups {
		headings = append(headings, f.phrase(g.name))
	}
	w := f.right - f.left
	lead := f.base
	lead.lead = random.Pick(f.Rand, 1.2, 1.35, 1.5)
	section := random.Pick(f.Rand, "§ %d %s", "%d. %s", "Art. %d %s", "", "")
	drawn := f.drawSentences()
	for n := 1; len(drawn) > 0; n++ {
		k := min(1+f.IntN(4), len(drawn))
		var runs []run
		for _, s := range drawn[:k] {
			if f.Chance(0.25) {
				runs = append(runs, run{ink: lead, text: f.noticeSentence(), field: fieldProse})
			}
			runs = append(runs, f.sentenceRuns(s, lead)...)
		}
		drawn = drawn[k:]
		p := piece{w: w}
		if section != "" {
			text := fmt.Sprintf(section, n, headings[n%len(headings)])
			p.flow(0, 0, w, run{ink: f.headingInk(1.1), text: text, field: fieldHeading})
			p.h += 2
		}
		p.flow(0, p.h, w, glue(runs)...)
		f.put(p, random.Pick(f.Rand, 4, 8, 12.0))
	}
	f.layout = "prose"
}

// drawSentences draws sentences that answer different questions, first those of the theme.
func (f *form) drawSentences() []string {
	inTheme := map[string]bool{}
	for _, g := range f.theme.groups {
		for _, c := range g.concepts {
			inTheme[c] = true
		}
	}
	all := slices.Clone(sentences()[f.place.Language])
	f.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	slices.SortStableFunc(all, func(a, b string) int { return count(b, inTheme) - count(a, inTheme) })
	most := 4 + f.IntN(16)
	var out []string
	for _, s := range all {
		ok := len(out) < most
		for _, name := range placeholders(s) {
			if _, isUsed := f.truth.Values[name]; isUsed || !f.g.isQuestion(name) {
				ok = false
			}
		}
		if !ok {
			continue
		}
		out = append(out, s)
		for _, name := range placeholders(s) {
			q := &question{concept: f.g.concepts[name], id: name, phrase: f.phrase(name), label: f.phrase(name)}
			q.value = f.makeValue(q.concept)
			if _, fixed, ok := strings.Cut(s, "{"+name+"="); ok {
				fixed, _, _ = strings.Cut(fixed, "}")
				normal, text, _ := strings.Cut(fixed, "|")
				q.value = value{lines: []string{text}, normal: normal}
			}
			f.truth.Values[name], f.truth.Printed[name] = q.value.normal, q.value.printed()
			f.questions = append(f.questions, q)
		}
	}
	return out
}

func count(sentence string, concepts map[string]bool) int {
	for _, name := range placeholders(sentence) {
		if concepts[name] {
			return 1
		}
	}
	return 0
}

// placeholders returns the concepts in a sentence.
func placeholders(sentence string) []string {
	var out []string
	for part := range strings.SplitSeq(sentence, "{") {
		if name, _, ok := strings.Cut(part, "}"); ok {
			name, _, _ = strings.Cut(name, "=")
			out = append(out, name)
		}
	}
	return out
}

func (f *form) sentenceRuns(sentence string, i ink) []run {
	var runs []run
	answer := f.filled
	answer.lead, answer.size = i.lead, i.size
	for part := range strings.SplitSeq(sentence, "{") {
		name, rest, isAnswer := strings.Cut(part, "}")
		name, _, _ = strings.Cut(name, "=")
		if !isAnswer {
			runs = append(runs, run{ink: i, text: part, field: fieldProse})
			continue
		}
		q := f.questions[slices.IndexFunc(f.questions, func(q *question) bool { return q.id == name })]
		runs = append(runs, run{ink: answer, text: q.value.printed(), field: "answer:" + name},
			run{ink: i, text: q.value.unit, field: fieldProse}, run{ink: i, text: rest, field: fieldProse})
	}
	return runs
}

// glue moves punctuation at the start of a run to the end of the run before it, as it is printed without a space.
func glue(runs []run) []run {
	for i := 1; i < len(runs); i++ {
		at := strings.IndexAny(runs[i].text+" ", " ")
		if mark := runs[i].text[:at]; mark != "" && strings.Trim(mark, ".,;:)!?»“\"") == "" {
			k := i - 1
			for k > 0 && runs[k].text == "" {
				k--
			}
			runs[k].text, runs[i].text = runs[k].text+mark, runs[i].text[at:]
		}
	}
	return slices.DeleteFunc(runs, func(r run) bool { return strings.TrimSpace(r.text) == "" })
}
