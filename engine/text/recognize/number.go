package recognize

import (
	"strings"

	"github.com/shopspring/decimal"
)

// Style is the decimal style of a document.
type Style int

// Decimal styles.
const (
	StyleUnknown Style = iota
	StyleComma         // 1.234,56
	StylePoint         // 1,234.56
)

// Number is a printed number. Ambiguous marks numbers such as "1.234" that have two readings; Resolve chooses one.
type Number struct {
	value     decimal.Decimal // of an ambiguous number: the separator groups thousands
	alternate decimal.Decimal // of an ambiguous number: the separator precedes three decimals
	// Fraction is the number of digits printed after the decimal separator.
	Fraction  int
	Ambiguous bool
	// Evidence is the style that the number itself proves.
	Evidence Style
	sep      byte
}

// Resolve returns the value. It reads an ambiguous number in the given style. In an unknown style three digits after a
// separator are thousands.
func (n Number) Resolve(style Style) decimal.Decimal {
	if n.Ambiguous && (style == StyleComma && n.sep == ',' || style == StylePoint && n.sep == '.') {
		return n.alternate
	}
	return n.value
}

// ParseNumber reads digits with separators: 1234.5, 1.234,56, 1,234.56, 1 234,56, 1'234.56, 12,34,567.00. It accepts
// no sign or currency.
func ParseNumber(s string) (Number, bool) {
	if len(s) == 0 || len(s) > 24 {
		return Number{}, false
	}
	groups, seps, ok := splitGroups(s)
	if !ok {
		return Number{}, false
	}
	if len(seps) == 0 {
		return exact(groups, "", 0, StyleUnknown)
	}
	last := seps[len(seps)-1]
	frac := groups[len(groups)-1]
	switch {
	case mixed(seps):
		return parseMixed(groups, seps)
	case last == '\'' || last == ' ':
		if !thousands(groups) {
			return Number{}, false
		}
		return exact(groups, "", 0, StyleUnknown)
	case len(seps) > 1:
		if !thousands(groups) {
			return Number{}, false
		}
		return exact(groups, "", 0, styleOf(opposite(last)))
	case len(frac) == 3 && thousands(groups) && groups[0] != "0":
		n, ok := exact(groups, "", 0, StyleUnknown)
		n.alternate, _ = decimal.NewFromString(groups[0] + "." + frac)
		n.Ambiguous, n.sep = true, last
		return n, ok
	}
	return exact(groups[:1], frac, len(frac), styleOf(last))
}

// parseMixed reads a number with two kinds of separators. The last one separates decimals and must occur once.
func parseMixed(groups []string, seps []byte) (Number, bool) {
	last := seps[len(seps)-1]
	whole := groups[:len(groups)-1]
	if last == '\'' || last == ' ' || mixed(seps[:len(seps)-1]) || seps[0] == last || !thousands(whole) {
		return Number{}, false
	}
	frac := groups[len(groups)-1]
	return exact(whole, frac, len(frac), styleOf(last))
}

func exact(whole []string, frac string, fraction int, evidence Style) (Number, bool) {
	text := strings.Join(whole, "")
	if frac != "" {
		text += "." + frac
	}
	v, err := decimal.NewFromString(text)
	if err != nil {
		return Number{}, false
	}
	return Number{value: v, Fraction: fraction, Evidence: evidence}, true
}

func splitGroups(s string) (groups []string, seps []byte, ok bool) {
	start := 0
	for i, r := range s {
		switch r {
		case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			continue
		case '.', ',', '\'', ' ':
			seps = append(seps, byte(r))
		case '’', '´', '`':
			seps = append(seps, '\'')
		case '\u00a0', '\u202f', '\u2009':
			seps = append(seps, ' ')
		default:
			return nil, nil, false
		}
		if i == start {
			return nil, nil, false
		}
		groups = append(groups, s[start:i])
		start = i + len(string(r))
	}
	if start == len(s) {
		return nil, nil, false
	}
	return append(groups, s[start:]), seps, true
}

// thousands reports whether the groups are those of a grouped number: threes
// after the first, or the Indian twos with a final three.
func thousands(groups []string) bool {
	if len(groups) == 1 {
		return true
	}
	if len(groups[0]) > 3 || len(groups[len(groups)-1]) != 3 {
		return false
	}
	size := len(groups[1])
	for _, g := range groups[1 : len(groups)-1] {
		if len(g) != size || size < 2 || size > 3 {
			return false
		}
	}
	return true
}

func mixed(seps []byte) bool {
	for _, s := range seps {
		if s != seps[0] {
			return true
		}
	}
	return false
}

func opposite(sep byte) byte {
	if sep == '.' {
		return ','
	}
	return '.'
}

func styleOf(decimalSep byte) Style {
	if decimalSep == ',' {
		return StyleComma
	}
	return StylePoint
}

// DominantStyle returns the style that most of a document's numbers prove. A number with exactly two decimals counts
// three times.
func DominantStyle(amounts []Amount) Style {
	comma, point := 0, 0
	for _, a := range amounts {
		weight := 1
		if a.Number.Fraction == 2 && !a.Percent {
			weight = 3
		}
		switch a.Number.Evidence {
		case StyleComma:
			comma += weight
		case StylePoint:
			point += weight
		case StyleUnknown:
		}
	}
	return more(comma, point)
}

// StyleOfMills returns the style of a document whose currency has three minor digits and whose numbers prove none: a
// separator before three digits is the decimal one.
func StyleOfMills(amounts []Amount) Style {
	comma, point := 0, 0
	for _, a := range amounts {
		switch {
		case !a.Number.Ambiguous:
		case a.Number.sep == ',':
			comma++
		default:
			point++
		}
	}
	return more(comma, point)
}

func more(comma, point int) Style {
	switch {
	case comma > point:
		return StyleComma
	case point > comma:
		return StylePoint
	}
	return StyleUnknown
}
