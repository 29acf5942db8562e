package fields

// withTax, noTax and filler tell folded words behind the label of a sum: those
// that say that tax is in it or not, and those that say nothing.
func withTax(word string) bool {
	switch word {
	case "incl", "inclusive", "including", "inc", "inkl", "einschl", "ttc", "includes", "included", "ivato", "com", "con",
		"met", "einschliesslich", "inclusief", "comprise":
		return true
	}
	return false
}

func noTax(word string) bool {
	switch word {
	case "excl", "excluding", "exclusive", "exkl", "ohne", "without", "before", "hors", "ht", "sans", "sin", "senza", "sem",
		"bez", "zzgl", "exclusief", "exclu":
		return true
	}
	return false
}

func filler(word string) bool {
	switch word {
	case "of", "gst", "tax", "taxes", "vat", "mwst", "ust", "usst", "tva", "iva", "btw", "sst", "rounded", "payable", "the":
		return true
	}
	return false
}

// absorb takes the words behind a sum's label into it: "total (GST incl.)" is a
// total, "total excl. VAT" a subtotal, "total EUR" still a total. It gives the
// terms that hold then and the length of the whole label in folded words.
func absorb(terms []term, rest []string, n int) ([]term, int) {
	if !isSum(terms) {
		return terms, n
	}
	with, without, neutral := false, false, true
	end := n
	for end < len(rest) {
		w := rest[end]
		switch {
		case withTax(w):
			with = true
		case noTax(w):
			without = true
		case currencyWord(w):
		case filler(w), len(w) <= 2 && allDigitsWord(w) && end+1 == len(rest):
			neutral = neutral && (w == "rounded" || w == "payable")
		default:
			return settle(terms, n, end, with, without, neutral)
		}
		end++
	}
	return settle(terms, n, end, with, without, neutral)
}

func settle(terms []term, n, end int, with, without, neutral bool) ([]term, int) {
	switch {
	case with && !without:
		return []term{{roleTotal, 1}}, end
	case without && !with:
		return []term{{roleSubtotal, 1}}, end
	case neutral:
		return terms, end
	}
	return terms, n
}

func isSum(terms []term) bool {
	for _, t := range terms {
		switch t.role {
		case roleTotal, roleSubtotal, roleTaxTotal, roleAmountDue:
			return true
		}
	}
	return false
}

// currencyWord reports whether a folded word is a currency's code or sign.
func currencyWord(w string) bool {
	switch w {
	case "eur", "usd", "gbp", "chf", "pln", "rm", "myr", "sgd", "czk", "sek", "nok", "dkk", "cad", "aud", "inr", "rs", "euro", "zl":
		return true
	}
	return false
}
