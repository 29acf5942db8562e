package classify

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/text/lexicon"
)

const (
	titleWeight = 2   // minimum votes of a title phrase
	titlePlace  = 0.5 // maximum position on the first page, as a share of its height
	titleRest   = 2   // maximum other words in a title line
	// seriesLetters is the maximum number of letters before a document's number.
	seriesLetters = 4
)

// titled returns the type in the title of the first page. A title is a line, or part of one, with little besides the
// phrase, or followed by a number: "Nota di credito n. 81/2031 del 18-11-2031". The largest print wins, then the
// first title. It returns "" if no title names a type, and for receipts, whose titles vary too much. The type may be
// unknown.
func titled(lay *layout.Layout, known types) result.DocumentType {
	size, found := 0.0, result.DocumentType("")
	for _, s := range lay.Segments {
		if s.Page.Number > 1 || s.RelativeY() > titlePlace || headsLedger(s) {
			break
		}
		if narrow(s.Page) {
			return ""
		}
		kind, ok := titleOf(s, known)
		if ok && s.Height() > 1.05*size {
			size, found = s.Height(), kind
		}
	}
	return found
}

// otherKind returns the votes at line starts for documents of no known type, 0 if the title names a known one.
func otherKind(lay *layout.Layout, named result.DocumentType, known types) float64 {
	if named != "" && known.count(named) != result.TypeGeneric {
		return 0
	}
	votes, seen := 0.0, map[string]bool{}
	for _, s := range lay.Segments {
		if s.Page.Number > 1 {
			break
		}
		words, _ := s.Folded()
		for at := range min(titleRest, len(words)) {
			phrases, n := phraseAt(words[at:])
			if n == 0 {
				continue
			}
			best, phrase := strongest(phrases), strings.Join(words[at:at+n], " ")
			if known.count(result.DocumentType(best.Type)) == result.TypeGeneric && best.Weight >= titleWeight && !seen[phrase] {
				seen[phrase] = true
				votes += best.Weight * emphasis(s, at, n, len(words))
			}
		}
	}
	return min(votes, maxOther)
}

func titleOf(s *layout.Segment, known types) (result.DocumentType, bool) {
	words, token := s.Folded()
	if isBooking(s) {
		return "", false
	}
	for at := range min(titleRest, len(words)) {
		_, longest := phraseAt(words[at:])
		if whole := strings.Join(words[at:at+longest], " "); longest > 1 && !lexicon.Title.Has(whole) &&
			len(lexicon.Labels().Meanings(whole)) > 0 {
			break // many receipts have "Invoice No. 100109"
		}
		for n := longest; n > 0; n-- {
			phrase := strings.Join(words[at:at+n], " ")
			votes := lexicon.TypeVotes().Meanings(phrase)
			if len(votes) == 0 || !mayBeTitle(phrase, strongest(votes), known) {
				continue
			}
			if votes := strongest(votes); schema.Of(result.DocumentType(votes.Type)).FromCustomer && amongFacts(s) {
				return "", false
			}
			rest := s.Words[token[at+n-1]:]
			alone := n == longest && len(words) <= n+titleRest || at == 0 && numbered(rest[1:])
			return result.DocumentType(strongest(votes).Type), alone && !slices.ContainsFunc(rest, endsLabel)
		}
		if longest > 0 {
			break // a heading
		}
	}
	return "", false
}

// headsLedger reports whether a segment heads a column of debits or credits next to the other one: "Gutschrift in EUR".
func headsLedger(s *layout.Segment) bool {
	meaning := func(s *layout.Segment) string {
		words, token := s.Folded()
		if names, _, n := lexicon.LedgerHeadings().Longest(words, token); n > 0 {
			return names[0]
		}
		return ""
	}
	own := meaning(s)
	return (own == "debit" || own == "credit") &&
		slices.ContainsFunc(s.Page.Rows[s.Row].Segments, func(o *layout.Segment) bool {
			other := meaning(o)
			return other != own && (other == "debit" || other == "credit")
		})
}

// amongFacts reports whether a segment is a heading among labels: "Purchase order" beside "Terms" and "Date".
func amongFacts(s *layout.Segment) bool {
	const least = 2
	labels := 0
	for _, o := range s.Page.Rows[s.Row].Segments {
		words, _ := o.Folded()
		if o != s && len(lexicon.Labels().Meanings(strings.Join(words, " "))) > 0 {
			labels++
		}
	}
	return labels >= least
}

func endsLabel(word string) bool { return strings.HasSuffix(word, ":") }

// mayBeTitle reports whether a phrase names a type by itself and is not a label of a document's number or date.
func mayBeTitle(phrase string, vote lexicon.Vote, known types) bool {
	if vote.Weight < titleWeight {
		return false
	}
	if lexicon.Title.Has(phrase) {
		return true
	}
	kind := known.count(result.DocumentType(vote.Type))
	return kind == result.TypeGeneric || schema.Of(kind).IsTrade() && vote.Weight > titleWeight &&
		len(lexicon.Labels().Meanings(phrase)) == 0
}

// numbered reports whether a number follows a title, as in "n. 12" or "FR 2031/12".
func numbered(rest []string) bool {
	for len(rest) > 0 && lexicon.NumberWord.Has(lexicon.Fold(rest[0])) {
		rest = rest[1:]
	}
	if len(rest) > 1 && len(rest[0]) <= seriesLetters && strings.ToUpper(rest[0]) == rest[0] {
		rest = rest[1:]
	}
	return len(rest) > 0 && strings.ContainsAny(rest[0], "0123456789")
}

func strongest(votes []lexicon.Vote) lexicon.Vote {
	best := votes[0]
	for _, v := range votes[1:] {
		if v.Weight > best.Weight {
			best = v
		}
	}
	return best
}

// Widths of rows in heights of the print; a receipt has about 40 letters per line, which are 24 heights.
const (
	stripWidth     = 34 // of most rows from OCR
	maxStripAspect = 30 // of all rows of a file's own text
	stripAspect    = 1.75
)

// narrow reports whether the page is a receipt, or a photo of one, with few letters per line.
func narrow(p *layout.Page) bool {
	if p.Nominal || p.Width <= 0 {
		return false
	}
	if isRecognized(p) {
		w := mostRows(p)
		return w > 0 && w < stripWidth
	}
	if p.Height/p.Width > stripAspect {
		return true
	}
	widest := 0.0
	for _, row := range p.Rows {
		letters := 0
		for _, s := range row.Segments {
			letters += len(s.Text())
		}
		if letters > 0 && row.Box.Height() > 0 {
			widest = max(widest, row.Box.Width()/row.Box.Height())
		}
	}
	return widest < maxStripAspect
}

func isRecognized(p *layout.Page) bool {
	return len(p.Rows) > 0 && p.Rows[0].Segments[0].Tokens[0].Source == document.SourceOCR
}

// minLegibility is the OCR confidence below which a word may be dirt.
const minLegibility = 0.4

// mostRows is the 80th percentile of the row widths, in heights of the page's median word, without dirt.
func mostRows(p *layout.Page) float64 {
	var heights, widths []float64
	for _, row := range p.Rows {
		left, right := math.Inf(1), math.Inf(-1)
		for _, s := range row.Segments {
			for i := range s.Tokens {
				t := &s.Tokens[i]
				if t.Confidence < minLegibility {
					continue
				}
				heights = append(heights, t.Box.Height())
				left, right = min(left, t.Box.X0), max(right, t.Box.X1)
			}
		}
		if right > left {
			widths = append(widths, right-left)
		}
	}
	if len(widths) == 0 {
		return 0
	}
	slices.Sort(heights)
	slices.Sort(widths)
	return widths[len(widths)*8/10] / max(heights[len(heights)/2], 1e-6)
}
