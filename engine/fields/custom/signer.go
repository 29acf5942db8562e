package custom

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/formrole"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/ocrconfusion"
	"github.com/docmill/docmill/engine/text/phrase"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Limits of persons who sign, set by hand.
const (
	minMeaning  = 0.65 // cosine of a property and "signer name" or "signer title"
	minSameText = 0.7  // of a label and "name and title"
	minMisread  = 0.75 // resemblance of a recognized label and "name and title"

	scoreElectronic  = 0.75 // certainty of a name after "/s/"
	scoreSignature   = 0.6  // of one under a signature
	scoreUndersigned = 0.5  // of one below a sentence with "the undersigned"
)

// signer is a typed name at a signature, with the person's office. A part without a segment is not on the page.
type signer struct {
	name, office layout.Part
	score        float64
}

// signers adds the name and the office of the person who signs for the text properties that mean one of them. It
// returns these properties.
func (w *queries) signers(out map[*custom.Property]value.Value) map[*custom.Property]bool {
	var found *signer
	asked := map[*custom.Property]bool{}
	names := w.texts.Cosines(w.phrases("signer name", "name of the person who signs", "signatory name"))
	for i, office := range w.texts.Cosines(w.phrases("signer title", "title of the person who signs")) {
		p, name := w.all[i].property, names[i]
		if !w.isText(p) || max(name, office) < minMeaning {
			continue
		}
		if asked[p] = true; found == nil {
			found = w.findSigner()
		}
		part := found.name
		if office > name {
			part = found.office
		}
		if part.Segment != nil {
			text := strings.Trim(part.Text(), " ,;")
			out[p] = value.Cite(text, part.Segment, part.First, part.Last, found.score)
		}
	}
	return asked
}

// findSigner returns the most certain signer, of several the first.
func (w *queries) findSigner() *signer {
	best, title := &signer{}, phrase.NewSet(w.phrases("name and title"))
	for _, s := range w.Layout.Segments {
		for _, c := range w.cells[s.Page.Rows[s.Row]] {
			if c.Segment != s || !w.Work.Spend(len(c.Words())) {
				continue
			}
			if found := w.signerAt(c, title); found.score > best.score {
				best = &found
			}
		}
	}
	return best
}

// signerAt returns the signer whose name a cell announces. Title means the name and the office.
func (w *queries) signerAt(c cell, title *phrase.Set) signer {
	const longest, reach = 14, 16 // words, heights of print
	limit := reach * c.Segment.Height()
	isTitled := title.Cosines(w.describeLabel(c.Text()))[0] >= minSameText ||
		isScanned(c.Segment) && resemblance(recognize.Compact(c.Text()), "nameandtitle") >= minMisread
	switch {
	case len(c.Words()) > 1 && strings.Trim(strings.ToLower(c.Words()[0]), "()[]") == "/s/":
		c.First++
		return w.person(c.Part, nil, true, scoreElectronic)
	case len(c.Words()) <= longest && (isTitled || contains(lexicon.Signature, c.Words())):
		c.box.X1 = max(c.box.X1, w.cells.end(c))
		below := w.cells.below(c, limit)
		if strings.HasSuffix(c.Text(), ":") {
			below = slices.Insert(below, 0, w.cells.answer(c))
		}
		return w.firstPerson(below, isTitled, scoreSignature)
	case isProse(c.Words()) && contains(lexicon.Undersigned, c.Words()):
		last := c.Segment
		for next := last.NextInBlock(); next != nil; next = next.NextInBlock() {
			last = next
		}
		c.Segment, c.box = last, c.box.Union(last.Box)
		return w.firstPerson(w.cells.below(c, limit), false, scoreUndersigned)
	}
	return signer{}
}

// firstPerson returns the first person in cells below one another. The office follows the name.
func (w *queries) firstPerson(below []cell, isTitled bool, score float64) signer {
	for i, c := range below {
		if isProse(c.Words()) {
			break
		}
		if found := w.person(w.cells.answer(c).Part, below[i+1:], isTitled, score); found.score > 0 {
			return found
		}
	}
	return signer{}
}

// person reads a name, and the office after its comma or in the cell below. An office that no label announces has a
// word for one.
func (w *queries) person(part layout.Part, below []cell, isTitled bool, score float64) signer {
	const longest, reach = 6, 6 // words of an office, heights of print
	name, office := part, layout.Part{}
	for i := part.First; i < part.Last; i++ {
		if strings.HasSuffix(part.Segment.Words[i], ",") {
			name.Last, office = i, layout.Part{Segment: part.Segment, First: i + 1, Last: part.Last}
			break
		}
	}
	p := w.roles.Of(name)
	if !isPerson(name) || score < scoreElectronic && p[formrole.Heading]+p[formrole.Prose] > 0.5 {
		return signer{}
	}
	box := part.Segment.SpanBox(part.First, part.Last)
	for _, c := range below {
		c = w.cells.answer(c)
		if away := c.box.Y0 - box.CenterY(); office.Segment == nil && away > 0 &&
			away < reach*part.Segment.Height() && c.box.OverlapX(box) > 0 {
			office = c.Part
		}
	}
	if office.Segment != nil && !has(lexicon.Office, office.Words()) && (!isTitled || digits(office.Words()) > 0 ||
		textshape.HasLegalForm(office.Words())) || office.Last-office.First >= longest {
		office = layout.Part{}
	}
	return signer{name, office, score}
}

// isPerson reports whether words have the form of a person's name: capitalized words and initials, perhaps with
// particles such as "van", but no words of labels, offices and companies.
func isPerson(part layout.Part) bool {
	const fewest, most, shortest, particle = 2, 5, 6, 3 // words, letters
	words, all := part.Words(), 0
	for i, word := range words {
		runes := []rune(strings.Trim(word, ".,"))
		if len(runes) == 0 || strings.ContainsFunc(string(runes), func(r rune) bool {
			return !unicode.IsLetter(r) && !strings.ContainsRune("-'’.", r)
		}) || !unicode.IsUpper(runes[0]) && (i == 0 || len(runes) > particle) {
			return false
		}
		all += len(runes)
	}
	return len(words) >= fewest && len(words) <= most && all >= shortest && !looksLikeLabel(words) &&
		!has(lexicon.Office, words) && !has(lexicon.Signature, words) && !textshape.HasLegalForm(words) &&
		textshape.NameLike(words)
}

// has reports whether words contain a phrase of a list.
func has(list lexicon.List, words []string) bool {
	const longest = 3 // words
	return list.Within(recognize.FoldWords(strings.Join(words, " ")), longest)
}

// contains reports whether words contain a phrase of a list, or a word that differs from one in a letter, as
// recognized words do.
func contains(list lexicon.List, words []string) bool {
	const shortest = 6 // letters
	return has(list, words) || slices.ContainsFunc(recognize.FoldWords(strings.Join(words, " ")), func(word string) bool {
		return utf8.RuneCountInString(word) >= shortest && slices.ContainsFunc(list.All(), func(other string) bool {
			return ocrconfusion.Near(word, other)
		})
	})
}
