package announced

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// In the foot companies print sentences: "Marlow Pumps plc. Registered office: 4 Quay Street,
// Leeds LS1 4AP. VAT No. GB 123". Units end at commas and colons alone, so that one may hold
// the end of a name or of an address and what follows it.

// sentences returns tags whose units end where a sentence does: before and behind what
// announces a seat or whose a trade name is, and behind the post code or before a label. The
// pieces have the odds of the whole.
func sentences(doc *annotate.Document, tags *tag.Tags) *tag.Tags {
	if tags == nil {
		return nil
	}
	units, parted := make([]tag.Unit, 0, len(tags.Units)), false
	for _, u := range tags.Units {
		whose := tradeName(u.Words())
		for i, k := 1, u.First+1; k <= u.Last; i, k = i+1, k+1 {
			logo := i == 1 && k == 1 && monogram(doc, &u)
			if !logo && !slices.Contains(whose, i) && !opensSentence(doc, &u, k) {
				continue
			}
			piece := u
			piece.Last, u.First, parted = k-1, k, true
			units = append(units, piece)
		}
		units = append(units, u)
	}
	if !parted {
		return tags
	}
	return tag.New(units, tags.Types)
}

// opensSentence reports whether a word of a unit, not its first, opens a sentence or stands
// behind what announces a seat.
func opensSentence(doc *annotate.Document, u *tag.Unit, k int) bool {
	words := u.Segment.Words
	if runsOn(words[u.First:u.Last+1], k-u.First) {
		return true
	}
	if n := seatAt(words[k : u.Last+1]); n > 0 {
		return endsClause(words[k-1]) || strings.HasSuffix(words[k+n-1], ":")
	}
	if n := k - u.First; n <= longestSeat && seatAt(words[u.First:k]) == n {
		first, _ := utf8.DecodeRuneInString(words[k])
		return unicode.IsUpper(first) || unicode.IsDigit(first) || lexicon.Street.Has(recognize.Fold(words[k]))
	}
	if !endsSentence(words[k-1]) {
		return false
	}
	return textshape.PostalLine(words[u.First:k]) || slices.ContainsFunc(doc.LabelsIn[u.Segment], func(l *annotate.Label) bool {
		if l.First != k {
			return false
		}
		weight, ok := l.As(lexicon.TaxID)
		return ok && weight >= plainLabel
	})
}

// endsClause reports whether a piece of a sentence ends with a word.
func endsClause(w string) bool { return strings.TrimRight(w, ".,;") != w || textshape.IsSeparator(w) }

// endsSentence reports whether a sentence ends with a word, which is no abbreviation.
func endsSentence(w string) bool {
	const leastWord = 4 // letters of what is rather no abbreviation
	word, stopped := strings.CutSuffix(w, ".")
	return stopped && (utf8.RuneCountInString(word) >= leastWord || recognize.CountDigits(word) > 0)
}

// seatAt returns how many words at the start of some announce the seat of a company.
func seatAt(words []string) int {
	for n := min(longestSeat, len(words)); n > 0; n-- {
		if lexicon.Seat.Has(strings.Join(recognize.FoldWords(strings.Join(words[:n], " ")), " ")) {
			return n
		}
	}
	return 0
}

// longestSeat is how many words announce a seat at most.
const longestSeat = 3
