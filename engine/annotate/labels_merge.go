package annotate

import (
	"github.com/docmill/docmill/engine/text/lexicon"
)

// absorb adds the words after a sum's label to it: "total (GST incl.)" is a total, "total excl. VAT" a subtotal,
// "total EUR" a total. It returns the resulting terms and the length of the label in folded words.
func absorb(terms []lexicon.Term, rest []string, n int) ([]lexicon.Term, int) {
	if !isSum(terms) {
		return terms, n
	}
	with, without, neutral := false, false, true
	end := n
	for end < len(rest) {
		w, letters := spelled(rest[end:])
		switch {
		case lexicon.TaxIncluded.Has(w):
			with = true
		case lexicon.TaxExcluded.Has(w):
			without = true
		case lexicon.CurrencyWord.Has(w), (with || without) && isRateOfTax(rest[end:]):
		case lexicon.SumFiller.Has(w), len(w) <= 2 && AllDigitsWord(w) && end+1 == len(rest):
			neutral = neutral && (w == "rounded" || w == "payable")
		default:
			return resolveOverlaps(terms, n, end, with, without, neutral)
		}
		end += letters
	}
	return resolveOverlaps(terms, n, end, with, without, neutral)
}

// spelled returns the first word, or the abbreviation of single letters ("B.T.W."), and its number of words.
func spelled(words []string) (word string, n int) {
	for n < len(words) && len(words[n]) == 1 && !AllDigitsWord(words[n]) {
		word += words[n]
		n++
	}
	if n < 2 || !lexicon.SumFiller.Has(word) {
		return words[0], 1
	}
	return word, n
}

// isRateOfTax reports whether words begin with a rate and continue with the tax's name, as after "total incl.":
// "19% VAT", "7,7% VAT". Digits that end a line are an amount.
func isRateOfTax(words []string) bool {
	const most = 2 // numbers: before and after a decimal point
	n := 0
	for n < len(words) && n < most && AllDigitsWord(words[n]) && len(words[n]) <= 2 {
		n++
	}
	return n > 0 && n < len(words) && !AllDigitsWord(words[n]) && lexicon.SumFiller.Has(words[n])
}

func resolveOverlaps(terms []lexicon.Term, n, end int, with, without, neutral bool) ([]lexicon.Term, int) {
	switch {
	case with && !without:
		return []lexicon.Term{{Role: lexicon.Total, Weight: 1}}, end
	case without && !with:
		return []lexicon.Term{{Role: lexicon.Subtotal, Weight: 1}}, end
	case neutral:
		return terms, end
	}
	return terms, n
}

func isSum(terms []lexicon.Term) bool {
	for _, t := range terms {
		switch t.Role {
		case lexicon.Total, lexicon.Subtotal, lexicon.TaxTotal, lexicon.AmountDue:
			return true
		}
	}
	return false
}
