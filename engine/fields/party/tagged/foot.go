package tagged

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Companies print all that the law asks of them in one line: "Name. Street 4, Town. VAT
// No. 1234". The tags cut it at commas alone, so that its pieces hold more than the address.

// bare returns the lines of an address without the party's name before it in its line,
// and up to the label of a number.
func (t *tagged) bare(parts []layout.Part, name string) []layout.Part {
	out := make([]layout.Part, 0, len(parts))
	var ended *layout.Segment // where a label has ended the address
	listed := false           // its lines begin with labels
	for _, p := range parts {
		if p.Segment == ended || beside(p) && len(parts) > 1 {
			continue
		}
		p.First = afterName(p, name)
		if k := afterLabel(p, listed); k > p.First {
			p.First, listed = k, true
		}
		if k := t.numberLabel(p); k > p.First {
			p.Last, ended = k-1, p.Segment
		}
		out = append(out, p)
	}
	return out
}

// afterLabel returns the first word of a line behind the label of an address, as "Dirección" is, or
// of a town, where its lines begin with labels: "Ciudad Real" is a town.
func afterLabel(p layout.Part, listed bool) int {
	if p.First == p.Last || p.First > 0 {
		return p.First
	}
	first := recognize.Fold(p.Segment.Words[p.First])
	if lexicon.AddressLabel.Has(first) || listed && lexicon.TownLabel.Has(first) {
		return p.First + 1
	}
	return p.First
}

// beside reports whether a line of an address block says whose desk in the company it
// is, or how long there has been one: "Accounts Payable", "Master builders since 1987"; or is
// the legal form under the company's name.
func beside(p layout.Part) bool {
	const yearDigits = 4
	folded := recognize.FoldWords(p.Text())
	if lexicon.Department.Has(strings.Join(folded, " ")) || textshape.OnlyLegalForm(p.Words()) {
		return true
	}
	n := len(folded)
	return n > 1 && len(folded[n-1]) == yearDigits && recognize.CountDigits(folded[n-1]) == yearDigits &&
		lexicon.Since.Has(folded[n-2])
}

// afterName returns the first word of a part behind a name that opens it and that a dot,
// a comma or a mark ends, or that no street has, for its words or its legal form: a street that
// is named after somebody is none.
func afterName(p layout.Part, name string) int {
	const longName = 4 // words
	read := ""
	for k := p.First; k < p.Last && len(read) < len(name); k++ {
		word := p.Segment.Words[k]
		read += recognize.Compact(word)
		next := p.Segment.Words[k+1]
		numbered := k+2 <= p.Last && recognize.CountDigits(p.Segment.Words[k+2]) > 0 // "Unit 2", and not "Ada Lowe Road"
		long := k-p.First+1 >= longName && (numbered || !lexicon.Street.Has(recognize.Fold(next)))
		company := textshape.HasLegalForm(p.Segment.Words[p.First : k+1])
		ends := long || company || strings.TrimRight(word, ".,;:") != word || textshape.IsSeparator(next)
		if read == name && name != "" && ends {
			return k + 1
		}
	}
	return p.First
}

// numberLabel returns the first word of a part's first label of a number that is in no
// address: of a tax number, a telephone, an account; -1 without one. Its number follows,
// and a sentence or the line with the post code has ended before: "Mobile Hwy" is a street.
func (t *tagged) numberLabel(p layout.Part) int {
	words, first := p.Segment.Words, none
	for _, l := range t.LabelsIn[p.Segment] {
		if l.First <= p.First || l.First > p.Last || first >= 0 && l.First >= first ||
			recognize.CountDigits(strings.Join(words[l.Last+1:], "")) < textshape.LeastTaxDigits ||
			!endsPiece(words[l.First-1]) && !textshape.PostalLine(words[p.First:l.First]) {
			continue
		}
		if slices.ContainsFunc(l.Terms, func(term lexicon.Term) bool {
			return term.Weight >= plainLabel && slices.Contains(besideAddresses(), term.Role)
		}) {
			first = l.First
		}
	}
	return first
}

// endsPiece reports whether a sentence or a longer piece of a line ends with a word.
func endsPiece(w string) bool {
	return strings.HasSuffix(w, ".") || strings.HasSuffix(w, ";") || textshape.IsSeparator(w)
}

func besideAddresses() []lexicon.Role {
	return []lexicon.Role{lexicon.TaxID, lexicon.CustomerTaxID, lexicon.Phone, lexicon.IBAN, lexicon.BIC,
		lexicon.AccountNumber}
}

// plainLabel is the least weight of a label that says plainly what it announces.
const plainLabel = 0.9

// none is where no word is.
const none = -1
