package annotate

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Label is a label found on the page.
type Label struct {
	Segment     *layout.Segment
	First, Last int // tokens
	Terms       []lexicon.Term
	Phrase      string
	Opens       bool // the label opens its segment
	Colon       bool // a colon follows
}

// As returns the weight with which the label announces a role, and whether it does.
func (h *Label) As(r lexicon.Role) (float64, bool) {
	for _, t := range h.Terms {
		if t.Role == r {
			return t.Weight, true
		}
	}
	return 0, false
}

// Box returns the box of the label's words on its page, in points.
func (h *Label) Box() layout.Box { return h.Segment.SpanBox(h.First, h.Last) }

// labelsOf returns the longest labels of a segment in order. They cover whole words with at most one misread letter.
func labelsOf(s *layout.Segment) []*Label {
	words, token := s.Folded()
	words = corrected(s, words, token)
	known, ends := lexicon.Labels(), atSlashes(s, token)
	var found []*Label
	for i := 0; i < len(words); {
		n := 0
		var terms []lexicon.Term
		var phrase string
		if i == 0 || ends[i] != ends[i-1] {
			terms, phrase, n = known.Longest(words[i:], ends[i:])
			if end := i + n; n > 0 && end < len(token) && token[end] == token[end-1] && !ofFacts(terms) {
				terms, phrase, n = known.Longest(words[i:], token[i:])
			}
			if i > 0 && token[i] == token[i-1] && !ofFacts(terms) {
				n = 0
			}
		}
		if end := i + n; n > 0 && numbers(terms) && end < len(token) && ends[end] == ends[end-1] {
			// "#4711" and "PO-4711" are numbers with a prefix
			whole := slices.Index(token, token[end])
			terms, phrase, n = known.Longest(words[i:whole], token[i:whole])
		}
		if n == 0 {
			i++
			continue
		}
		if k := len(found) - 1; k >= 0 && remark(s, found[k].Last+1, token[i], token[i+n-1]) {
			found[k].Last = token[i+n-1]
			i += n
			continue
		}
		terms, n = absorb(terms, words[i:], n)
		l := &Label{Segment: s, First: token[i], Last: token[i+n-1], Terms: terms, Phrase: phrase}
		if ofCustomer(terms) && l.First == 1 && lexicon.Yours.Has(words[0]) {
			l.First = 0
		}
		l.Opens = opens(s, l.First)
		l.Colon = strings.HasSuffix(s.Words[l.Last], ":") || l.Last+1 < len(s.Words) &&
			strings.HasPrefix(s.Words[l.Last+1], ":")
		found = append(found, l)
		i += n
	}
	return found
}

// atSlashes returns token with separate numbers for two labels around a slash: "Nr./Datum".
func atSlashes(s *layout.Segment, token []int) []int {
	if !slices.ContainsFunc(s.Words, joinsWords) {
		return token
	}
	ends, extra := slices.Clone(token), 0
	for i := 0; i < len(token); {
		k := i
		for k < len(token) && token[k] == token[i] {
			k++
		}
		first := k
		if w := s.Words[token[i]]; joinsWords(w) {
			left, _, _ := strings.Cut(w, "/")
			first = i + len(recognize.FoldWords(left))
		}
		for ; i < k; i++ {
			if i == first {
				extra++
			}
			ends[i] = token[i] + extra
		}
	}
	return ends
}

// joinsWords reports whether a printed word is two words with a slash between them, and not a number.
func joinsWords(w string) bool {
	const shortest = 2 // bytes of each
	left, right, found := strings.Cut(w, "/")
	return found && len(left) >= shortest && len(right) >= shortest && !strings.Contains(right, "/") &&
		!strings.ContainsAny(w, "0123456789")
}

// ofFacts reports whether a label announces a number or date of the document.
func ofFacts(terms []lexicon.Term) bool {
	return numbers(terms) || slices.ContainsFunc(terms, func(t lexicon.Term) bool {
		return t.Role == lexicon.IssueDate || t.Role == lexicon.DueDate || t.Role == lexicon.DeliveryDate
	})
}

// remark reports whether a label in brackets, or at their end, is part of the label before it: "Change (Cash)" is
// one label, and so is "Shipping cost (UPS Ground)".
func remark(s *layout.Segment, behind, first, last int) bool {
	if behind > first || !strings.HasPrefix(s.Words[behind], "(") {
		return false
	}
	return first == behind || strings.HasSuffix(strings.TrimRight(s.Words[last], ":"), ")") &&
		!slices.ContainsFunc(s.Words[behind:last], func(w string) bool { return strings.HasSuffix(w, ")") })
}

func numbers(terms []lexicon.Term) bool {
	for _, t := range terms {
		switch t.Role {
		case lexicon.InvoiceNumber, lexicon.OrderNumber, lexicon.ReceiptNumber, lexicon.CustomerID, lexicon.OtherNumber,
			lexicon.PaymentReference:
			return true
		}
	}
	return false
}

// ofCustomer reports whether a label may include a word such as "your": "Votre bon de commande".
func ofCustomer(terms []lexicon.Term) bool {
	return slices.ContainsFunc(terms, func(t lexicon.Term) bool {
		return t.Role == lexicon.OrderNumber || t.Role == lexicon.CustomerID
	})
}

// opens reports whether a label at the given word opens its segment.
func opens(s *layout.Segment, first int) bool {
	return first == 0 || OnlyMarks(s.Words[:first]) || OnlyDirt(s.Tokens[:first]) ||
		strings.HasSuffix(s.Words[first-1], ",")
}

// OnlyDirt reports whether the words before a label are creases and edges that text recognition misread: short
// words with a low certainty.
func OnlyDirt(tokens []layout.Token) bool {
	for i := range tokens {
		t := &tokens[i]
		if t.Source != document.SourceOCR || len(t.Text) > 3 || t.Confidence > 0.6 && lexicon.Compact(t.Text) != "" {
			return false
		}
	}
	return len(tokens) <= 2
}

// OnlyMarks reports whether the words are bullets, numbers or rates, after which a label still opens its line: "19%
// VAT".
func OnlyMarks(words []string) bool {
	for _, w := range words {
		for _, c := range lexicon.Fold(w) {
			if c < '0' || c > '9' {
				return false
			}
		}
	}
	return len(words) <= 2
}

// Phrase returns the terms of folded words that are a label as a whole, and its phrase, or nil.
func Phrase(words []string) ([]lexicon.Term, string) {
	terms, phrase, n := lexicon.Labels().Longest(words, nil)
	if n == 0 {
		return nil, ""
	}
	if terms, n = absorb(terms, words, n); n != len(words) {
		return nil, ""
	}
	return terms, phrase
}

// CountLabels counts the labels that open a line or part of one, by field of the record. Roles without a field have
// names with a dash: "-cash", "-change".
func (r *Document) CountLabels() map[string]int {
	counts := map[string]int{}
	for _, h := range r.Labels {
		if h.Opens {
			counts[string(h.Terms[0].Role)]++
		}
	}
	return counts
}
