// Package classify determines the type and language of a document, with votes of words and page structure in many
// languages, and trained scorers on top.
package classify

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/text/language"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
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
	under := 0 // the last page with a ledger above
	for _, s := range lay.Segments {
		if s.Page.Number > 3 {
			break
		}
		words, _ := s.Folded()
		heads := headsLedger(s)
		ledger := heads || isBooking(s)
		if heads {
			under = s.Page.Number
		}
		for i := 0; i < len(words); {
			p, n := phraseAt(words[i:])
			if n == 0 || ledger {
				i++
				continue
			}
			key := strings.Join(words[i:i+n], " ")
			if seen[key] < maxRepeats {
				for _, v := range p {
					kind := known.count(result.DocumentType(v.Type))
					if t := schema.Of(kind); t.FromCustomer && amongFacts(s) ||
						under == s.Page.Number && t.Family != schema.FamilyStatement {
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
	ledger := dated >= 4 && slices.ContainsFunc(lay.Segments, headsLedger)
	for _, k := range known.named() {
		if schema.Of(k).Family == schema.FamilyStatement && ledger {
			votes[k] += 2
		}
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
	if w := last.Words[len(last.Words)-1]; strings.HasSuffix(w, "+") { // "12,50+" is not an amount outside of statements
		n, ok := recognize.ParseNumber(strings.TrimSuffix(w, "+"))
		money = ok && n.Fraction == 2
	}
	for _, a := range last.Amounts() {
		money = money || a.Number.Fraction == 2 && !a.Percent
	}
	if money {
		d := row.Segments[0].Dates()
		date = len(d) > 0 && d[0].First == 0 || shortDay.MatchString(row.Segments[0].Words[0]) ||
			opensWithMonth(row.Segments[0].Words)
	}
	return money, date
}

// isBooking reports whether a segment is part of the row of a booking. Its words are free text.
func isBooking(s *layout.Segment) bool {
	money, date := rowShape(s.Page.Rows[s.Row])
	return money && date
}

// opensWithMonth reports whether words open with a day and the name of a month, in any order: "04-Jun", "Jun 4".
func opensWithMonth(words []string) bool {
	isEnd := func(r rune) bool { return strings.ContainsRune("-./,", r) }
	parts := strings.FieldsFunc(strings.Join(words[:min(2, len(words))], "-"), isEnd)
	if len(parts) < 2 {
		return false
	}
	for i, month := range parts[:2] {
		day, err := strconv.Atoi(parts[1-i])
		if err == nil && day >= 1 && day <= 31 && lexicon.Month(recognize.Fold(month)) > 0 {
			return true
		}
	}
	return false
}

// shortDay matches a date without a year, as statements print it: "03.04.", "03/04".
var shortDay = regexp.MustCompile(`^(?:0[1-9]|[12]\d|3[01])[./](?:0[1-9]|[12]\d|3[01])\.?$`)

// Ranking is the classification of a document by its words and shape, before fields are extracted.
type Ranking struct {
	// Types are all types with their probabilities, the most probable first. The probabilities add up to one.
	Types []Verdict
	// OtherKind are the votes, from 0 to 5, of phrases that name a document of no type that the scorers know. For
	// example, an offer contains sums but asks for no money.
	OtherKind float64
	// Titled is the type in the page's title, "" for none.
	Titled result.DocumentType
}

// minCertainty is the minimum probability of a type other than generic, because a wrong type is worse than none.
const minCertainty = 0.55

// Verdict returns the type if only the ranking is known.
func (r Ranking) Verdict() Verdict {
	if len(r.Types) == 0 {
		return Verdict{Type: result.TypeGeneric, Certainty: 1}
	}
	if best := r.Types[0]; best.Certainty >= minCertainty || best.Type == result.TypeGeneric {
		return best
	}
	return Verdict{result.TypeGeneric, 1 - r.Types[0].Certainty}
}

// votesPart is the weight of the votes: the scorers know fewer kinds of documents and must not decide by shape alone.
const votesPart = 0.5

// titleOdds returns the log-odds for the type in the title. Other type words are references; "Invoice" alone is
// weaker, because receipts and other titles contain it.
func titleOdds(kind result.DocumentType) float64 {
	if schema.Of(kind).HasDueDate {
		return 2.5
	}
	return 3.5
}

// Classify returns the type of a document.
func (s Scorers) Classify(doc *annotate.Document) Verdict { return s.Rank(doc).Verdict() }

// Rank ranks the types of a document.
func (s Scorers) Rank(doc *annotate.Document) Ranking {
	lay, known := doc.Layout, s.types()
	shares := voteShares(lay, known)
	named := titled(lay, known)
	var x []float32
	if len(s.Trees) > 0 && len(lay.Pages) > 0 && !lay.Pages[0].Nominal {
		x = Observe(doc, known) // the scorers were trained only on displayed pages
	}
	r, sum := Ranking{OtherKind: otherKind(lay, named, known), Titled: named}, 0.0
	for _, kind := range known {
		p := shares[kind]
		if x != nil {
			p = math.Pow(boost.Probability(s.Trees[kind].Margin(x)), 1-votesPart) * math.Pow(p, votesPart)
		}
		if named != "" && kind == known.count(named) {
			p *= math.Exp(titleOdds(kind))
		}
		r.Types, sum = append(r.Types, Verdict{kind, p}), sum+p
	}
	for i := range r.Types {
		r.Types[i].Certainty /= max(sum, math.SmallestNonzeroFloat64)
	}
	if named = known.subtype(doc, named, r.Types); named != "" {
		r.Titled = named
		r.Types[len(r.Types)-1].Type = named // generic for the scorers
	}
	slices.SortStableFunc(r.Types, func(a, b Verdict) int { return cmp.Compare(b.Certainty, a.Certainty) })
	return r
}

// subtype returns the type unknown to the scorers that the title names, or "". If no title names any type, and the
// document is most probably generic and states no sum, title words in larger print are enough. In a row without other
// text or before a number ("Lieferschein Nr. 4711") they are enough if the document states no number of a bill either.
func (t types) subtype(doc *annotate.Document, named result.DocumentType, ranked []Verdict) result.DocumentType {
	if named != "" && t.count(named) == named {
		return ""
	}
	generic := ranked[len(ranked)-1]
	if named == "" && slices.ContainsFunc(ranked, func(v Verdict) bool { return v.Certainty > generic.Certainty }) {
		return ""
	}
	labels := doc.CountLabels()
	if named == "" && labels["total"]+labels["amountDue"] > 0 {
		return ""
	}
	billed := slices.ContainsFunc(ranked, func(v Verdict) bool {
		kind := schema.Of(v.Type)
		return kind.IsBill && labels[kind.Number] > 0
	})
	for _, s := range doc.Layout.Segments {
		if s.Page.Number > 1 || s.RelativeY() > titlePlace {
			break
		}
		words, token := s.Folded()
		phrases, n := phraseAt(words)
		if n == 0 {
			continue
		}
		whole, large := n == len(words), doc.IsLargePrint(s)
		apart := large || len(s.Page.Rows[s.Row].Segments) == 1
		if named == "" && billed {
			apart = whole && large
		}
		if !apart || !whole && !numbered(s.Words[token[n-1]+1:]) {
			continue
		}
		best := strongest(phrases)
		if kind := result.DocumentType(best.Type); best.Weight >= titleWeight && t.count(kind) != kind {
			return kind
		}
	}
	return ""
}

const minStopWords = 4

// Language returns the BCP 47 code of a document's main language, or "" if it is uncertain. A word that several
// languages share counts less.
func Language(lay *layout.Layout) string {
	votes := language.NewVotes()
	for _, s := range lay.Segments {
		words, _ := s.Folded()
		for _, w := range words {
			votes.Add(w)
		}
	}
	best, most, second := votes.Winner()
	if most < minStopWords || most < 1.15*second {
		return ""
	}
	return best
}
