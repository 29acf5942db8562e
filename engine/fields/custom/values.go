package custom

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/checkbox"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/phrase"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/shopspring/decimal"
)

// Limits of a text next to its label.
const (
	maxTextWords = 40
	maxTextBytes = 2000
)

func (w *queries) finder(p *custom.Property, h *annotate.Label) link.Values {
	find := w.typed(p, h)
	if p.Enum == nil {
		return find
	}
	if p.Type == custom.TypeString && p.Format == custom.FormatNone {
		allowed, meanings := allowedTexts(p, recognize.FoldWords), w.describeEnum(p)
		return func(s *layout.Segment) []link.Candidate {
			if found := enumValues(allowed, s); len(found) > 0 || s == h.Segment && !h.Colon {
				return found
			}
			return w.enumMeanings(p, meanings, s)
		}
	}
	return func(s *layout.Segment) []link.Candidate {
		return slices.DeleteFunc(find(s), func(c link.Candidate) bool { return !slices.Contains(p.Enum, c.Text) })
	}
}

func (w *queries) typed(p *custom.Property, h *annotate.Label) link.Values {
	switch p.Type {
	case custom.TypeNumber, custom.TypeInteger:
		return func(s *layout.Segment) []link.Candidate { return w.numberValues(p, s) }
	case custom.TypeBoolean:
		return booleanValues
	case custom.TypeString, custom.TypeArray:
	}
	switch p.Format {
	case custom.FormatDate:
		return w.DateValues
	case custom.FormatTime:
		return timeValues
	case custom.FormatNone:
	}
	text := func(s *layout.Segment) []link.Candidate { return w.plainText(s, h) }
	if special := w.special(p); special != nil {
		return special
	}
	if !isNumeric(p) {
		return text
	}
	return func(s *layout.Segment) []link.Candidate { return w.codeValues(s, text(s)) }
}

// special returns the finder of codes with a fixed form.
func (w *queries) special(p *custom.Property) link.Values {
	words := nameWords(leafName(p))
	switch {
	case slices.Contains(words, "iban"):
		return w.IbanValues
	case slices.Contains(words, "bic"), slices.Contains(words, "swift"):
		return w.BicValues
	}
	return nil
}

// isNumeric reports whether a property is a number or code, and not a quantity.
func isNumeric(p *custom.Property) bool {
	return slices.ContainsFunc(append(nameWords(leafName(p)), recognize.FoldWords(p.Title)...), func(word string) bool {
		return lexicon.Synonym(word) == "number" || lexicon.Synonym(word) == "reference" || word == "code" || word == "sku"
	})
}

func postal(p *custom.Property) bool {
	if p.Type != custom.TypeString || p.Format != custom.FormatNone {
		return false
	}
	return slices.ContainsFunc(append(nameWords(leafName(p)), recognize.FoldWords(p.Title)...), func(word string) bool {
		return word == "address" || word == "anschrift" || word == "adresse"
	})
}

// numberValues finds numbers as printed, with or without a unit.
func (w *queries) numberValues(p *custom.Property, s *layout.Segment) []link.Candidate {
	var out []link.Candidate
	add := func(a recognize.Amount, first, last int, kind float64) {
		v := a.Value(w.Style)
		text := v.String()
		switch {
		case p.Type == custom.TypeInteger && !v.IsInteger():
			return
		case p.Type == custom.TypeInteger:
			text = v.Truncate(0).String()
		case a.Currency != "":
			text = recognize.FormatMoney(v, a.Currency)
		case a.Number.Fraction > 0:
			text = v.StringFixed(int32(a.Number.Fraction))
		}
		text = enumNumber(p, v, text)
		out = append(out, link.Candidate{Segment: s, First: first, Last: last, Text: text, Fit: kind})
	}
	amounts := w.Spans[s].Amounts
	for _, a := range amounts {
		kind := 0.2
		if link.SerialNumber(s, a) {
			kind = -0.5
		}
		add(a, a.First, a.Last, kind)
	}
	for i, word := range s.Words {
		span := recognize.Span{First: i, Last: i}
		if annotate.Taken(span, w.Spans[s]) || slices.ContainsFunc(amounts, func(a recognize.Amount) bool {
			return a.Overlaps(span)
		}) {
			continue
		}
		if a, ok := withUnit(word); ok {
			add(a, i, i, -0.3)
		}
	}
	slices.SortFunc(out, func(a, b link.Candidate) int { return a.First - b.First })
	return out
}

// enumNumber returns the schema's spelling of an allowed value.
func enumNumber(p *custom.Property, v decimal.Decimal, text string) string {
	for _, e := range p.Enum {
		if d, err := decimal.NewFromString(e); err == nil && d.Equal(v) {
			return e
		}
	}
	return text
}

// withUnit reads a number with an attached unit: "12.5kg".
func withUnit(word string) (recognize.Amount, bool) {
	const longest = 6 // bytes of a unit
	core := strings.TrimRightFunc(word, func(r rune) bool { return !unicode.IsDigit(r) || r > unicode.MaxASCII })
	if core == "" || len(core) == len(word) || len(word)-len(core) > longest {
		return recognize.Amount{}, false
	}
	a := recognize.Amounts([]string{core})
	if len(a) != 1 {
		return recognize.Amount{}, false
	}
	return a[0], true
}

func timeValues(s *layout.Segment) []link.Candidate {
	var out []link.Candidate
	for _, t := range s.Times() {
		out = append(out, link.Candidate{Segment: s, First: t.First, Last: t.Last, Text: t.Value})
	}
	return out
}

// plainText returns the words after the label in its segment, up to the next label, as one text. Of another segment
// it returns all words, unless it has a label.
func (w *queries) plainText(s *layout.Segment, h *annotate.Label) []link.Candidate {
	first, last := 0, len(s.Words)-1
	switch {
	case s == h.Segment:
		first = h.Last + 1
	case w.Labeled(s) && !w.repeats(h, s):
		return nil
	}
	for _, o := range w.LabelsIn[s] {
		if o.First > first && o.Colon {
			last = min(last, o.First-1)
		}
	}
	for first <= last && !hasText(s.Words[first]) {
		first++
	}
	for last >= first && !hasText(s.Words[last]) {
		last--
	}
	if first > last || last-first >= maxTextWords {
		return nil
	}
	text := strings.Trim(strings.Join(s.Words[first:last+1], " "), " ,;")
	if len(text) > maxTextBytes {
		return nil
	}
	return []link.Candidate{{Segment: s, First: first, Last: last, Text: text}}
}

// repeats reports whether a text beside a label begins with the words of the label, but has no colon: "Street" beside
// "Street of the Martyrs".
func (w *queries) repeats(h *annotate.Label, s *layout.Segment) bool {
	own := w.LabelsIn[s][0]
	return s.Row == h.Segment.Row && s.Page == h.Segment.Page && own.Last < len(s.Words)-1 && !own.Colon &&
		recognize.Fold(strings.Join(s.Words[own.First:own.Last+1], " ")) ==
			recognize.Fold(strings.Join(h.Segment.Words[h.First:h.Last+1], " "))
}

// hasText reports whether a word has letters or digits.
func hasText(word string) bool {
	return strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

func digits(words []string) int {
	n := 0
	for _, w := range words {
		n += recognize.CountDigits(w)
	}
	return n
}

// codeValues prefers words that can be a number or code. A text of only such words is one code with spaces.
func (w *queries) codeValues(s *layout.Segment, text []link.Candidate) []link.Candidate {
	const most = 5 // words of a code
	for _, c := range text {
		words := s.Words[c.First : c.Last+1]
		if len(words) <= most && digits(words) > 0 && !slices.ContainsFunc(words, func(word string) bool {
			return strings.ContainsFunc(word, unicode.IsLower)
		}) {
			return text
		}
	}
	if ids := w.IdentifierValues(s); len(ids) > 0 {
		return ids
	}
	for i := range text {
		text[i].Fit = -0.8
	}
	return text
}

// booleanValues finds words and signs for yes and no.
func booleanValues(s *layout.Segment) []link.Candidate {
	var out []link.Candidate
	for i, word := range s.Words {
		text := yesOrNo(strings.TrimRight(word, ",;"))
		if checked, n, _ := checkbox.ReadSign(s.Words[i:]); n > 0 {
			text = strconv.FormatBool(checked)
		}
		if text != "" {
			out = append(out, link.Candidate{Segment: s, First: i, Last: i, Text: text})
		}
	}
	return out
}

// yesOrNo reads the words of all languages. "No." with its dot means number.
func yesOrNo(word string) string {
	if strings.HasSuffix(word, ".") || strings.HasPrefix(word, "#") {
		return ""
	}
	switch folded := recognize.Fold(word); {
	case lexicon.Yes.Has(folded):
		return custom.True
	case lexicon.No.Has(folded):
		return custom.False
	}
	return ""
}

// allowedText is a printed text of an allowed value.
type allowedText struct {
	words []string
	value string
}

// allowedTexts returns the texts of the values that a schema allows, split into words.
func allowedTexts(p *custom.Property, split func(text string) []string) []allowedText {
	var out []allowedText
	for _, e := range p.Enum {
		for _, text := range append([]string{e}, p.EnumLabels[e]...) {
			out = append(out, allowedText{split(text), e})
		}
	}
	return out
}

// enumValues finds the texts that a schema allows, the longest first.
func enumValues(allowed []allowedText, s *layout.Segment) []link.Candidate {
	words, token := s.Folded()
	var out []link.Candidate
	for i := 0; i < len(words); {
		n, text := 0, ""
		for _, a := range allowed {
			k := len(a.words)
			if k > n && i+k <= len(words) && slices.Equal(a.words, words[i:i+k]) && wholeWords(token, i, k) {
				n, text = k, a.value
			}
		}
		if n > 0 {
			out = append(out, link.Candidate{Segment: s, First: token[i], Last: token[i+n-1], Text: text, Fit: 0.5})
		}
		i += max(n, 1)
	}
	return out
}

// enumMeanings finds the cells that mean an allowed text in other words or another language; texts describe the allowed
// texts.
func (w *queries) enumMeanings(p *custom.Property, texts *phrase.Set, s *layout.Segment) []link.Candidate {
	const longest = 4 // words
	var out []link.Candidate
	for _, c := range w.cells[s.Page.Rows[s.Row]] {
		if c.Segment == s && !c.label && c.Last-c.First < longest && digits(c.Words()) == 0 && w.Work.Spend(len(p.Enum)) {
			if text := w.choose(p, texts, c.Text()); text != "" {
				out = append(out, link.Candidate{Segment: s, First: c.First, Last: c.Last, Text: text})
			}
		}
	}
	return out
}

// describeEnum returns the texts that describe the allowed texts of a property.
func (w *queries) describeEnum(p *custom.Property) *phrase.Set {
	texts := make([][]phrase.Vector, len(p.Enum))
	for i, e := range p.Enum {
		texts[i] = w.phrases(append([]string{strings.Join(nameWords(e), " ")}, p.EnumLabels[e]...)...)
	}
	return phrase.NewSet(texts...)
}

// choose returns the allowed text with the meaning of a text, or "" if no allowed text is clearly the closest.
func (w *queries) choose(p *custom.Property, texts *phrase.Set, text string) string {
	const least, lead = 0.5, 0.15 // cosines
	at, cosine, second := closest(texts.Cosines(w.phrases(text)))
	if cosine < max(least, second+lead) {
		return ""
	}
	return p.Enum[at]
}

// wholeWords reports whether n folded words from i on are whole words of the page.
func wholeWords(token []int, i, n int) bool {
	return (i == 0 || token[i] != token[i-1]) && (i+n == len(token) || token[i+n] != token[i+n-1])
}

// unlabeledScore is the certainty of an allowed text without a label.
const unlabeledScore = 0.35

// unlabeled finds an allowed text without a label, if it is the only one in the document.
func (w *queries) unlabeled(p *custom.Property) (value.Value, bool) {
	const shortest = 3
	if p.Enum == nil || p.Type != custom.TypeString {
		return value.Value{}, false
	}
	allowed := allowedTexts(p, recognize.FoldWords)
	var found []link.Candidate
	for _, s := range w.Layout.Segments {
		for _, c := range enumValues(allowed, s) {
			if exact := strings.Trim(strings.Join(s.Words[c.First:c.Last+1], " "), ".,;:()"); exact != c.Text ||
				len(c.Text) < shortest {
				continue
			}
			if len(found) > 0 && found[0].Text != c.Text {
				return value.Value{}, false
			}
			found = append(found, c)
		}
	}
	if len(found) == 0 {
		return value.Value{}, false
	}
	c := found[0]
	return value.Cite(c.Text, c.Segment, c.First, c.Last, unlabeledScore), true
}
