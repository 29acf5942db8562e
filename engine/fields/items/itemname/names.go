package itemname

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Text joins the lines of a description.
func Text(parts []layout.Part) string {
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = p.Text()
		if p.Recognized() {
			texts[i] = strings.Join(measured(p.Words(), i == len(parts)-1), " ")
		}
	}
	return strings.Trim(strings.Join(texts, " "), " ,;:")
}

// measured corrects misread measures: a zero before a number is a diameter sign, a final one is the liter.
func measured(words []string, ends bool) []string {
	words = slices.Clone(words)
	for i, w := range words {
		switch {
		case w == "0" && i > 0 && i+1 < len(words) && digitFirst(words[i+1]):
			words[i] = "Ø"
		case (w == "1" || w == "I" || w == "|") && ends && i > 1 && i == len(words)-1 && digitFirst(words[i-1]) &&
			strings.Trim(words[i-1], Digits+".,") == "":
			words[i] = "l"
		}
	}
	return words
}

func digitFirst(w string) bool { return w != "" && strings.IndexByte(Digits, w[0]) >= 0 }

// Worded reports whether parts hold more than a number and its currency.
func Worded(parts []layout.Part) bool {
	for _, p := range parts {
		for _, w := range p.Segment.Words[p.First : p.Last+1] {
			if _, currency := recognize.Currency(w); !currency && recognize.Compact(w) != "" &&
				annotate.HasLetters([]string{w}) {
				return true
			}
		}
	}
	return false
}

// WordedRow reports whether a row holds more than numbers and currencies.
func WordedRow(row *layout.Row) bool {
	return slices.ContainsFunc(row.Segments, func(s *layout.Segment) bool {
		return Worded([]layout.Part{{Segment: s, First: 0, Last: len(s.Words) - 1}})
	})
}

// Discounting reports whether a row mentions a discount in any language. German puts such words at the end of
// compounds.
func Discounting(row *layout.Row) bool {
	for _, s := range row.Segments {
		for _, w := range s.Words {
			for _, word := range recognize.FoldWords(w) {
				if lexicon.DiscountWord.Has(word) ||
					slices.ContainsFunc(lexicon.DiscountStem.All(), func(stem string) bool { return strings.Contains(word, stem) }) {
					return true
				}
			}
		}
	}
	return false
}

// Restyled reports whether two lines differ in weight or size.
func Restyled(a, b layout.Part) bool {
	x, y := &a.Segment.Tokens[a.First], &b.Segment.Tokens[b.First]
	if x.Source != document.SourceText || y.Source != document.SourceText {
		return false
	}
	const other = 1.1 // sizes differ by less within a line
	return x.Bold != y.Bold || x.Size > other*y.Size || y.Size > other*x.Size
}

// OpenEnded reports whether a line cannot end a name: it ends with a hyphen, comma, open bracket or joining word.
func OpenEnded(p layout.Part) bool {
	text := p.Text()
	if strings.Count(text, "(") > strings.Count(text, ")") {
		return true
	}
	r, _ := utf8.DecodeLastRuneInString(text)
	if strings.ContainsRune(",-–/&+", r) {
		return true
	}
	last := p.Segment.Words[p.Last]
	return last == strings.ToLower(last) && lexicon.Joining.Has(recognize.Fold(last)) // "9 W" is not the Polish "w"
}

// ListsTwo reports whether a heading opens with two words for descriptions, separated by a comma.
func ListsTwo(words []string) bool {
	return len(words) > 1 && strings.HasSuffix(words[0], ",") && describing(words[0]) && describing(words[1])
}

func describing(word string) bool {
	c, known := layout.ColumnNamed(recognize.Fold(word))
	return known && c == layout.ColumnDescription
}

// BeforeDash returns the part of a description before the first separate dash, or all of it if there is none.
func BeforeDash(parts []layout.Part) []layout.Part {
	for i, p := range parts {
		for k := p.First; k <= p.Last; k++ {
			if !IsDash(p.Segment.Words[k]) {
				continue
			}
			text := slices.Clone(parts[:i+1])
			if text[i].Last = k - 1; k == p.First {
				text = text[:i]
			}
			if len(text) > 0 {
				return text
			}
			return parts
		}
	}
	return parts
}

// NameAlone returns the text of a row that may be the name of the next item.
func NameAlone(row layout.TableRow) []layout.Part {
	parts := row.Cells[layout.ColumnDescription]
	others := 0
	for c := range row.Cells {
		if c != layout.ColumnDescription && c != layout.ColumnPosition && c != layout.ColumnCode {
			others++
		}
	}
	if len(parts) == 0 || others > 1 {
		return nil
	}
	return parts
}

// Heads reports whether a row names the columns of another table: only words, several of them in numeric columns.
func Heads(row layout.TableRow, visual *layout.Row) bool {
	words := 0
	for c, parts := range row.Cells {
		for _, p := range parts {
			text := p.Text()
			if strings.ContainsAny(text, "0123456789:") {
				return false
			}
			if c.Numeric() && annotate.HasLetters([]string{text}) {
				words++
			}
		}
	}
	return words > 1 && len(visual.Segments) > 2
}

// Numbered reports whether a running number precedes the text of a row: "2. Heating" is the title of a section.
func Numbered(row layout.TableRow) bool {
	text := row.Cells[layout.ColumnDescription]
	if len(text) == 0 {
		return false
	}
	for _, c := range []layout.Column{layout.ColumnPosition, layout.ColumnOther} {
		for _, p := range row.Cells[c] {
			if p.Box().X1 <= text[0].Box().X0 && strings.Trim(p.Text(), Digits+".") == "" {
				return true
			}
		}
	}
	return false
}
