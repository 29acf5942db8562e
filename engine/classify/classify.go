// Package classify determines the type and language of a document, with votes of words and page structure in many
// languages, and trained scorers on top.
package classify

import (
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// Verdict is a document type with the probability that it is right.
type Verdict struct {
	Type      result.DocumentType
	Certainty float64 // 0 to 1
}

func voteShares(lay *layout.Layout, known types) map[result.DocumentType]float64 {
	votes, phrases := wordVotes(lay, known)
	if phrases[result.TypeReceipt] < 2 {
		votes[result.TypeReceipt]-- // "cash" alone is on many forms
	}
	structureVotes(lay, votes, known)
	shares := map[result.DocumentType]float64{result.TypeGeneric: math.Exp(genericVote + min(maxOther,
		votes[result.TypeGeneric]))}
	total := shares[result.TypeGeneric]
	for _, k := range known.named() {
		shares[k] = math.Exp(votes[k])
		total += shares[k]
	}
	for k := range shares {
		shares[k] /= total
	}
	return shares
}

// genericVote is the vote that a type must exceed; otherwise the document is generic.
const genericVote = 1.4

// maxOther limits the votes of words for other kinds of documents.
const maxOther = 5

const maxRepeats = 2

// wordVotes counts votes and distinct phrases by known type; phrases at the top or on their own line count more.
func wordVotes(
	lay *layout.Layout, known types,
) (
	votes map[result.DocumentType]float64, phrases map[result.DocumentType]int,
) {
	votes, phrases = map[result.DocumentType]float64{}, map[result.DocumentType]int{}
	seen := map[string]int{}
	for _, s := range lay.Segments {
		if s.Page.Number > 3 {
			break
		}
		words, _ := s.Folded()
		for i := 0; i < len(words); {
			p, n := phraseAt(words[i:])
			if n == 0 {
				i++
				continue
			}
			key := strings.Join(words[i:i+n], " ")
			if seen[key] < maxRepeats {
				for _, v := range p {
					kind := known.count(result.DocumentType(v.Type))
					if schema.Of(kind).FromCustomer && amongFacts(s) {
						continue
					}
					if seen[key] == 0 {
						phrases[kind]++
					}
					votes[kind] += v.Weight * emphasis(s, i, n, len(words)) / float64(seen[key]+1)
				}
			}
			seen[key]++
			i += n
		}
	}
	return votes, phrases
}

func emphasis(s *layout.Segment, at, n, of int) float64 {
	e := 1.0
	if s.Page.Number == 1 && s.RelativeY() < 0.45 {
		e += 0.4
	}
	switch {
	case of <= n+1 && at == 0:
		return e * 1.5
	case of <= n+3 && at > 0:
		return e * 0.6 // "your order" does not name an order
	case of <= n+3, at == 0 && of <= n+8:
		return e
	}
	return e * 0.35 // in the middle of a sentence
}

// phraseAt returns the phrase at the start of words and its length, also if OCR lost a space ("documento
// ditrasporto").
func phraseAt(words []string) ([]lexicon.Vote, int) {
	votes, _, n := lexicon.TypeVotes().Longest(words, nil)
	var room [64]byte // on the stack, because every word of every page passes here
	joined := room[:0]
	for i, w := range words[:min(maxJoined, len(words))] {
		joined = append(joined, w...)
		if i+1 > n && len(joined) >= minJoined {
			if phrase, ok := joinedPhrases()[string(joined)]; ok && strings.Count(phrase, " ") > i {
				votes, n = lexicon.TypeVotes().Meanings(phrase), i+1
			}
		}
	}
	return votes, n
}

// Limits of phrases with lost spaces: maximum words, and minimum letters.
const (
	maxJoined = 3
	minJoined = 12
)

// joinedPhrases are the type phrases by their letters without spaces.
//
//nolint:gochecknoglobals // built once, then only read
var joinedPhrases = sync.OnceValue(func() map[string]string {
	joined := map[string]string{}
	lexicon.TypeVotes().Each(func(phrase string) {
		if letters := strings.ReplaceAll(phrase, " ", ""); len(letters) < len(phrase) && len(letters) >= minJoined {
			joined[letters] = max(joined[letters], phrase)
		}
	})
	return joined
})

// structureVotes adds votes for the shape: narrow pages are receipts, dated amounts bank statements, tables trade
// documents.
func structureVotes(lay *layout.Layout, votes map[result.DocumentType]float64, known types) {
	if len(lay.Pages) == 0 {
		return
	}
	priced, dated, rows := 0, 0, 0
	for _, p := range lay.Pages[:min(3, len(lay.Pages))] {
		for _, row := range p.Rows {
			rows++
			money, date := rowShape(row)
			if money {
				priced++
			}
			if money && date {
				dated++
			}
		}
	}
	first := lay.Pages[0]
	strip := narrow(first)
	if priced == 0 && (!strip || votes[result.TypeReceipt] <= 0) {
		for _, k := range known.named() {
			votes[k] -= 2.5
		}
		return
	}
	tables := !strip && slices.ContainsFunc(lay.Pages, func(p *layout.Page) bool { return len(p.Tables()) > 0 })
	for _, k := range known.named() {
		switch t := schema.Of(k); {
		case t.Family == schema.FamilyReceipt && strip && isRecognized(first):
			votes[k] += 6 // many receipts are titled "tax invoice"
		case t.Family == schema.FamilyReceipt && strip && priced >= 2:
			votes[k] += 2.5
		case t.Family == schema.FamilyStatement && dated >= 4 && dated*2 > priced:
			votes[k] += 1.5
		case tables && t.HasDueDate:
			votes[k]++
		case tables && t.FromCustomer:
			votes[k] += 0.8
		}
	}
}

// rowShape reports whether a row ends in money, and whether it then starts with a date.
func rowShape(row *layout.Row) (money, date bool) {
	last := row.Segments[len(row.Segments)-1]
	for _, a := range last.Amounts() {
		money = money || a.Number.Fraction == 2 && !a.Percent
	}
	if money {
		d := row.Segments[0].Dates()
		date = len(d) > 0 && d[0].First == 0
	}
	return money, date
}
