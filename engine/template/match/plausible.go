package match

import (
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/country"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// isPlausible reports whether a proposal has the field's form: a place may hold something else on this page.
func (c *candidate) isPlausible() bool {
	postal := slices.ContainsFunc(c.best.Quote.Parts, func(l layout.Part) bool {
		return textshape.PostalLine(l.Words()) && strings.ContainsFunc(l.Text(), unicode.IsLetter)
	})
	switch {
	case c.target.Name():
		return !postal && !c.truncates() && !c.isUnlikeName() &&
			!slices.ContainsFunc(c.best.Quote.Parts, func(l layout.Part) bool { return isCareOf(l.Text()) })
	case c.target.Party() && !c.target.Address():
		return !isMalformedTaxID(c.best.Quote.Value)
	case c.target.Address():
		read := strings.Split(c.read.Value, ", ")
		return !c.addsNameLine() && !c.truncates() && c.endsWithLetters() && (postal ||
			!slices.ContainsFunc(read, func(line string) bool { return textshape.PostalLine(strings.Fields(line)) }))
	}
	return true
}

// isUnlikeName reports whether a line is a document title, or the first is less like a name than the extracted one.
func (c *candidate) isUnlikeName() bool {
	parts := c.best.Quote.Parts
	if slices.ContainsFunc(parts, func(l layout.Part) bool { return textshape.TitleLine(l.Words()) }) {
		return true
	}
	like := func(words []string) bool {
		return textshape.NameLike(words) &&
			(recognize.CountDigits(strings.Join(words, "")) == 0 || !textshape.Street(words, ""))
	}
	return len(parts) > 0 && !like(parts[0].Words()) && like(strings.Fields(c.read.Value))
}

// endsWithLetters reports whether the last line has letters: a number alone is a registration or phone number.
func (c *candidate) endsWithLetters() bool {
	parts := c.best.Quote.Parts
	return len(parts) == 0 || strings.ContainsFunc(parts[len(parts)-1].Text(), unicode.IsLetter)
}

// isMalformedTaxID reports whether a tax ID starts with a country's prefix but has the wrong format, so it was misread.
func isMalformedTaxID(text string) bool {
	const prefix = 2
	compact := strings.ToUpper(recognize.Compact(text))
	return len(compact) > prefix && country.HasVAT(compact[:prefix]) && recognize.CountDigits(compact[:prefix]) == 0 &&
		!country.IsVAT(compact[:prefix], compact[prefix:])
}

// addsNameLine reports whether the proposal puts the second line of a name before an address.
func (c *candidate) addsNameLine() bool {
	first, _, _ := strings.Cut(c.read.Value, ", ")
	return recognize.CountDigits(first) > 0 && strings.Contains(first, " ") &&
		recognize.CountDigits(c.best.Quote.Parts[0].Text()) == 0 &&
		strings.HasSuffix(recognize.Compact(c.best.Quote.Value), recognize.Compact(c.read.Value))
}

// isCareOf reports whether a line names a contact, such as "c/o Lowe". It belongs to an address, not to a name.
func isCareOf(line string) bool {
	folded := recognize.FoldWords(line)
	return len(folded) > 2 && textshape.AtHome(folded)
}

// truncates reports whether a proposal cuts off a part of the value: a legal form, middle words or the open end of a
// name; house, post box or street of an address; or a text after the post code, such as a province.
func (c *candidate) truncates() bool {
	proposal := c.best.Quote.Value
	proposed, read := strings.Fields(proposal), strings.Fields(c.read.Value)
	if c.target.Name() && hasGap(proposed, read) {
		return true
	}
	if !strings.Contains(recognize.Compact(c.read.Value), recognize.Compact(proposal)) {
		return false
	}
	if c.target.Name() {
		n := len(proposed)
		within := n > 1 && n < len(read) && slices.Equal(proposed, read[:n]) && textshape.OnlyLegalForm(read[n-1:])
		return within || // such as "S." and "Coop."
			textshape.EndsOpen(proposed) || textshape.HasLegalForm(read) && !textshape.HasLegalForm(proposed)
	}
	before, behind, _ := strings.Cut(c.read.Value, proposal)
	return slices.ContainsFunc(strings.Split(before, ", "), isAddressLine) ||
		behind != "" && recognize.CountDigits(behind) == 0
}

// hasGap reports whether words lack middle words of others, such as a line of a name at another edge.
func hasGap(words, of []string) bool {
	n := len(words)
	if n < 2 || n >= len(of) {
		return false
	}
	first := 0
	for first < n && words[first] == of[first] {
		first++
	}
	return first > 0 && first < n && slices.Equal(words[first:], of[len(of)-(n-first):])
}

// isAddressLine reports whether a line before a street or town belongs to the address, unlike a department.
func isAddressLine(line string) bool {
	const longest = 3 // words of a post box
	words := strings.Fields(line)
	return textshape.House(words) || textshape.Street(words, "") || isCareOf(line) ||
		lexicon.PostBox.Opens(recognize.FoldWords(line), longest) > 0
}
