package recall

import (
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/ask"
	"github.com/docmill/docmill/engine/fields/form"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/memory"
	"github.com/docmill/docmill/engine/recognize"
)

// Bounds of what outweighs a reading.
const (
	// mostSlips is in how many lessons people may be wrong where the reading had
	// been sure.
	mostSlips = 2
	// sure is the confidence from which one lesson does not outweigh what is read of
	// the page at hand.
	sure = 0.95
	// doubtful is the confidence below which the place that all lessons lead to
	// outweighs a reading, though the field was never read wrong.
	doubtful = 0.7
	// close is the likeness from which places alone are enough to go by.
	close = 0.6
	// settled is the same for an address that the reading has as a part of more.
	settled = 0.9
)

// takes decides whether a proposal goes before what was read: where that was
// missed before, and the same mistake is made again or several lessons agree; and
// where nothing speaks for the reading but much for the place. A page that
// resembles the layout but a little may be another's: it is only helped out.
func (p *Page) takes(f *field, best *Proposal, name string, q Question) bool {
	t, reading := q.Targets[name], q.Read(name)
	switch {
	case 2*f.absent >= len(f.taught), t.Same(reading.Value, best.Quote.Value), !plausible(t, best.Quote, reading.Value),
		q.mixes(name, best.Quote.Value):
		return false
	}
	return p.mends(f, t, best, reading) ||
		q.Likeness >= close && f.keeps(t, best, reading) && !q.elsewhere(name, best.Quote.Value, none)
}

func none(string) bool { return false }

// plausible reports whether a proposal has the form of a name, or of an address
// where the reading has it: a place may hold another thing on this page.
func plausible(t ask.Target, q ask.Quote, read string) bool {
	postal := slices.ContainsFunc(q.Parts, func(l layout.Part) bool {
		return form.PostalLine(l.Words()) && strings.ContainsFunc(l.Text(), unicode.IsLetter)
	})
	switch {
	case t.Name():
		return !postal
	case t.Address():
		return postal || !slices.ContainsFunc(strings.Split(read, ", "), func(line string) bool {
			return form.PostalLine(strings.Fields(line))
		})
	}
	return true
}

// mixes reports whether a proposal for a party holds more than what is read of
// another field without doubt: an address that begins with the name, say.
func (q Question) mixes(name, text string) bool {
	if !q.Targets[name].Party() {
		return false
	}
	proposed := recognize.Compact(text)
	for other, t := range q.Targets {
		read := q.Read(other)
		value := recognize.Compact(read.Value)
		const least = 4 // letters that tell a value
		if other != name && t.Party() && read.Confidence >= doubtful && len(value) >= least && len(value) < len(proposed) &&
			strings.Contains(proposed, value) {
			return true
		}
	}
	return false
}

// removes returns the newest lesson that says that the layout has no such field,
// where all do that know of it and what was read stands where the wrong value
// stood: several, or one where the reading is not sure. It is nil otherwise.
func (p *Page) removes(l *memory.Layout, f *field, t ask.Target, reading Reading) *memory.Lesson {
	known := f.absent == len(f.taught) && (f.absent > 1 || reading.Confidence < sure)
	if reading.Value == "" || !known || !p.repeats(f, t, reading.Value) {
		return nil
	}
	for i := range l.Lessons {
		if f := l.Lessons[i].Field(t.Field()); f != nil && f.Absent {
			return &l.Lessons[i]
		}
	}
	return nil
}

// mends reports whether a proposal puts a mistake right that lessons tell of.
func (p *Page) mends(f *field, t ask.Target, best *Proposal, reading Reading) bool {
	switch {
	case f.missed == 0, f.doubted == 0 && best.Held <= mostSlips, reading.Confidence >= sure && best.Held < 2:
		return false
	case reading.Value == "", best.Held >= 2 && 2*f.missed > len(f.taught):
		return true
	}
	return p.repeats(f, t, reading.Value)
}

// repeats reports whether what was read stands where a wrong value had been read
// before, and no right one.
func (p *Page) repeats(f *field, t ask.Target, read string) bool {
	for _, taught := range f.taught {
		for _, anchor := range taught.Against {
			if strings.HasPrefix(anchor, "%") || f.right(anchor) { // too wide to tell a mistake from what is right
				continue
			}
			if slices.ContainsFunc(p.at(t, anchor), func(q ask.Quote) bool { return t.Same(q.Value, read) }) {
				return true
			}
		}
	}
	return false
}

// right reports whether an anchor led to the right value in any lesson.
func (f *field) right(anchor string) bool {
	return slices.ContainsFunc(f.taught, func(t *memory.Taught) bool { return slices.Contains(t.Anchors, anchor) })
}

// keeps reports whether a party's name, address or tax number is to be taken from
// the place where it stood in all lessons, two at least, though it was read right
// in them: where nothing is read, where the reading is in doubt, or where it has
// only a part of the line, or of an address more than that.
func (f *field) keeps(t ask.Target, best *Proposal, reading Reading) bool {
	if !t.Party() || best.Held < 2 || best.Contradicted > 0 || best.Held < len(f.taught) {
		return false
	}
	read, proposed := recognize.Compact(reading.Value), recognize.Compact(best.Quote.Value)
	switch {
	case read == "":
		return true
	case strings.Contains(proposed, read):
		return len(best.Quote.Parts) == 1
	case strings.Contains(read, proposed):
		last := best.Quote.Parts[len(best.Quote.Parts)-1]
		return t.Address() && reading.Confidence < settled && len(best.Quote.Parts) > 1 && form.PostalLine(last.Words())
	}
	// A tax number is found by its form; what is much shorter is a sign or a remark.
	return reading.Confidence < doubtful && (t.Name() || t.Address()) && 2*len(proposed) >= len(read)
}

// elsewhere reports whether a value is what is read of another field of the form,
// without doubt, but for fields that do not count: no two parties share a name, an
// address or a tax number.
func (q Question) elsewhere(name, text string, but func(other string) bool) bool {
	for other, t := range q.Targets {
		if other == name || !t.Alike(q.Targets[name]) || but(other) {
			continue
		}
		if r := q.Read(other); r.Confidence >= doubtful && t.Same(r.Value, text) {
			return true
		}
	}
	return false
}
