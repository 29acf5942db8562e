package recognize

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/text/country"
	"github.com/shopspring/decimal"
)

// Amount is a printed amount of money, a plain number or a percentage.
type Amount struct {
	Span
	Number   Number
	Negative bool
	// Currency is the ISO 4217 code printed next to the number, or "".
	Currency string
	Percent  bool
}

// Value returns the signed value. It reads an ambiguous number in the given style.
func (a Amount) Value(style Style) decimal.Decimal {
	v := a.Number.Resolve(style)
	if a.Negative {
		return v.Neg()
	}
	return v
}

// OtherStyle returns the style in which an ambiguous number has its alternate value.
func (a Amount) OtherStyle() Style {
	if a.Number.sep == ',' {
		return StyleComma
	}
	return StylePoint
}

// Money returns the value as a decimal string with at least the currency's minor digits. It keeps further printed
// digits.
func (a Amount) Money(style Style, currency string) string {
	return FormatMoney(a.Value(style), currency)
}

// Whole reports whether the number is printed without decimals and currency.
func (a Amount) Whole() bool {
	return a.Number.Fraction == 0 && !a.Number.Ambiguous && a.Currency == ""
}

// FormatMoney writes a value with at least the currency's minor digits.
func FormatMoney(v decimal.Decimal, currency string) string {
	minor := MinorDigits(currency)
	v = trimZeros(v)
	if v.Exponent() < -minor {
		return v.String()
	}
	return v.StringFixed(minor)
}

// FormatQuantity writes a value without trailing zeros.
func FormatQuantity(v decimal.Decimal) string { return trimZeros(v).String() }

func trimZeros(v decimal.Decimal) decimal.Decimal {
	s := v.String()
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "" || s == "-" || s == "-0" {
		return decimal.Zero
	}
	t, err := decimal.NewFromString(s)
	if err != nil {
		return v
	}
	return t
}

// Amounts finds amounts, plain numbers and percentages, in order and without overlap. The result may include words of
// dates.
func Amounts(words []string) []Amount {
	var found []Amount
	for i := 0; i < len(words); {
		a, ok := amountAt(words, i)
		if !ok {
			i++
			continue
		}
		found = append(found, a)
		i = a.Last + 1
	}
	return found
}

// amountAt reads an amount that starts at word i, which may be a separate currency or sign.
func amountAt(words []string, i int) (Amount, bool) {
	a := Amount{Span: Span{First: i, Last: i}}
	j := i
	for ; j < len(words) && j < i+3; j++ {
		if code, ok := Currency(words[j]); ok && a.Currency == "" {
			a.Currency = code
		} else if isMinus(words[j]) && !a.Negative {
			a.Negative = true
		} else {
			break
		}
	}
	if j >= len(words) {
		return Amount{}, false
	}
	if code, bare := letterSign(words, j); code != "" && a.Currency == "" {
		words, a.Currency = bare, code
		if words[j] == "" {
			j++
		}
	}
	if !centsAt(words, j, &a) && !numberAt(words, j, &a) {
		return Amount{}, false
	}
	suffixWords(words, &a)
	return a, true
}

// letterSign returns the currency whose sign is one or two capital letters at word j before an amount with the
// currency's minor digits, joined or separate, and the words without the sign: "R1 234.56", "-R 12,50", "KD 1.250".
func letterSign(words []string, j int) (code string, bare []string) {
	word := words[j]
	at := strings.IndexFunc(word, isCapital)
	if at < 0 || strings.Trim(word[:at], "(-−–") != "" {
		return "", nil
	}
	letters, rest := cutCapitals(word[at:])
	if code = country.CurrencyOfLetters(letters); code == "" || rest != "" && !isDigit(rest[0]) {
		return "", nil
	}
	bare = slices.Clone(words)
	bare[j] = word[:at] + rest
	number := j
	if bare[j] == "" {
		number++
	}
	a := Amount{}
	if number >= len(words) || !numberAt(bare, number, &a) || !a.hasMinorDigits(code) {
		return "", nil
	}
	return code, bare
}

func isCapital(c rune) bool { return 'A' <= c && c <= 'Z' }

// cutCapitals splits a text after its capital letters. Points between and after them do not count.
func cutCapitals(text string) (letters, rest string) {
	end := strings.IndexFunc(text, func(c rune) bool { return !isCapital(c) && c != '.' })
	if end < 0 {
		end = len(text)
	}
	return strings.ReplaceAll(text[:end], ".", ""), text[end:]
}

// hasMinorDigits reports whether an amount is printed with the minor digits of a currency, or may be.
func (a Amount) hasMinorDigits(currency string) bool {
	digits := int(MinorDigits(currency))
	return a.Number.Fraction == digits || a.Number.Ambiguous && digits == mills
}

// Minor digits of currencies.
const (
	cents = 2
	mills = 3
)

// centsAt reads an amount below one at the end of the words, without its leading zero as receipts print it, with or
// without a space after the point: ". 20", ",40".
func centsAt(words []string, j int, a *Amount) bool {
	text := strings.Join(words[j:], "")
	if len(words)-j > 2 || len(text) != len(".00") || text[0] != '.' && text[0] != ',' {
		return false
	}
	n, ok := ParseNumber("0" + text)
	if !ok {
		return false
	}
	a.Number, a.Last = n, len(words)-1
	return true
}

// numberAt reads the number at word j. It joins groups of thousands printed with spaces: "1 234,56". A minus may
// follow the last group: "1 234,56-".
func numberAt(words []string, j int, a *Amount) bool {
	core, ok := strip(words[j], a)
	if !ok || hyphenated(words[j], core) {
		return false
	}
	a.Last = j
	for j+1 < len(words) && isDigit(words[j][len(words[j])-1]) && joins(core, words[j+1]) {
		next := Amount{}
		rest, ok := strip(words[j+1], &next)
		if !ok {
			break
		}
		n, ok := ParseNumber(core + " " + rest)
		if !ok || n.Fraction == 0 && (!threeDigits(rest) || next.Negative) {
			break
		}
		a.Negative = a.Negative || next.Negative
		core += " " + rest
		j++
		a.Last = j
		a.Percent = a.Percent || next.Percent
		if next.Currency != "" {
			a.Currency = next.Currency
		}
	}
	if cents, ok := strayCents(words, j); ok && allDigits(core) {
		core += "." + cents
		a.Last = j + 1
	}
	a.Number, ok = ParseNumber(core)
	return ok
}

// hyphenated reports whether a word is letters of a currency, a hyphen and a whole number: "EUR-1" is a pallet,
// "EUR-12.50" an amount.
func hyphenated(word, core string) bool {
	return allDigits(core) && len(word) > len(core)+1 && strings.HasSuffix(word, "-"+core) && isUpper(word[0])
}

// strayCents returns two digits that OCR separated from their decimal point: "62. 80". "Lot 12, 14" is a list.
func strayCents(words []string, j int) (string, bool) {
	if j+1 >= len(words) || !strings.HasSuffix(words[j], ".") {
		return "", false
	}
	cents := strings.TrimRight(words[j+1], ".,;")
	return cents, len(cents) == 2 && allDigits(cents)
}

// joins reports whether next continues core as a group of thousands.
func joins(core, next string) bool {
	head := core
	if k := strings.LastIndexByte(core, ' '); k >= 0 {
		head = core[k+1:]
		if len(head) != 3 {
			return false
		}
	} else if head[0] == '0' {
		return false
	}
	return len(head) <= 3 && allDigits(head) && len(next) >= 3 && allDigits(next[:3]) &&
		(len(next) == 3 || !isDigit(next[3]))
}

func threeDigits(s string) bool { return len(s) == 3 && allDigits(s) }

// strip removes sign, brackets, currency, percent sign and a tax-class letter from a word. It returns the digits with
// their separators.
func strip(word string, a *Amount) (core string, ok bool) {
	s := word
	if CountDigits(s) == 0 || len(s) > 32 {
		return "", false
	}
	if t, cut := strings.CutPrefix(s, "(-)"); cut { // printed in India: "(-)0.46"
		s, a.Negative = t, true
	}
	if strings.HasPrefix(s, "(") && strings.HasSuffix(s, ")") && CountDigits(s) > 0 {
		s = s[1 : len(s)-1]
		a.Negative = !strings.Contains(s, "%")
	}
	s = strings.TrimRight(strings.TrimLeft(s, "(*[="), ";:*])!")
	s = stripFront(s, a)
	s = stripBack(s, a)
	if s == "" || !isDigit(s[0]) || !isDigit(s[len(s)-1]) {
		return "", false
	}
	return s, true
}

func stripFront(s string, a *Amount) string {
	for range 3 {
		if t, cut := cutMinus(s); cut {
			s, a.Negative = t, true
			continue
		}
		s = strings.TrimPrefix(s, "+")
		if code, rest := currencyPrefix(s); code != "" {
			a.Currency, s = code, strings.TrimPrefix(rest, ".")
		}
	}
	if len(s) > 2 && s[0] == '.' && allDigits(s[1:]) {
		return "0" + s
	}
	return s
}

func stripBack(s string, a *Amount) string {
	if code, rest := currencySuffix(s); code != "" {
		a.Currency, s = code, rest
	}
	if t, cut := strings.CutSuffix(s, "%"); cut {
		a.Percent, s = true, t
	}
	for _, dash := range []string{",--", ".--", ",-", ".-", ",—", ",–"} {
		if t, cut := strings.CutSuffix(s, dash); cut {
			return t
		}
	}
	if t, cut := strings.CutSuffix(s, "-"); cut && len(t) > 0 && isDigit(t[len(t)-1]) {
		a.Negative, s = true, t
	}
	s = strings.TrimRight(s, ".,")
	if n := len(s); n > 4 && isUpper(s[n-1]) && isDigit(s[n-2]) && isDigit(s[n-3]) && (s[n-4] == '.' || s[n-4] == ',') {
		s = s[:n-1]
	}
	return s
}

func cutMinus(s string) (string, bool) {
	for _, m := range []string{"-", "−", "–"} {
		if t, ok := strings.CutPrefix(s, m); ok && t != "" {
			return t, true
		}
	}
	return s, false
}

func isMinus(s string) bool { return s == "-" || s == "−" || s == "–" || s == "(-)" }

// suffixWords adds a following word that is a currency, percent sign or minus.
func suffixWords(words []string, a *Amount) {
	for k := a.Last + 1; k < len(words) && k <= a.Last+1; k++ {
		w := words[k]
		switch code, ok := Currency(w); {
		case w == "%" && !a.Percent:
			a.Percent = true
		case isMinus(w) && k == len(words)-1 && !a.Negative:
			a.Negative = true
		case ok && a.Currency == "" && !numberFollows(words, k):
			a.Currency = code
		case a.Currency == "" && a.isFollowedBy(w):
			letters, _ := cutCapitals(w)
			a.Currency = country.CurrencyOfLetters(letters)
		default:
			return
		}
		a.Last = k
	}
}

// isFollowedBy reports whether a word is the sign of a currency with three minor digits that follows an amount:
// "125,500 DT". A single letter after an amount is a tax class.
func (a Amount) isFollowedBy(word string) bool {
	letters, rest := cutCapitals(word)
	code := country.CurrencyOfLetters(letters)
	return code != "" && rest == "" && len(letters) > 1 && a.hasMinorDigits(code)
}

func numberFollows(words []string, k int) bool {
	return k+1 < len(words) && words[k+1] != "" && isDigit(words[k+1][0])
}
