package fields

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
)

// codeLast reports whether the words are a town with its post code behind it, in
// one of the ways that tell it from any other number: "Zaragoza (93190)",
// "Hobart TAS 5606", "Recife - PE, CEP 33562-453", "Laval, QC P8J 2G3",
// "S(221440)", "Indore - 764950", "León, Gto., 29598".
func codeLast(words []string) bool {
	n := len(words)
	last := strings.TrimRight(words[n-1], ".,")
	before := words[:n-1]
	if canadianCode(strings.Trim(words[n-2], ",")+" "+last) && n > 2 {
		return true
	}
	if code, ok := strings.CutPrefix(last, "S("); ok {
		return postCode(strings.TrimRight(code, ")"))
	}
	bare := strings.Trim(last, "()")
	if !postCode(bare) || !townWords(before) {
		return false
	}
	previous := before[len(before)-1]
	key := recognize.Compact(previous)
	switch {
	case last != bare, key == "cep", key == "cp", key == "singapore":
		return true
	case len(bare) == 4 && australianState(strings.Trim(previous, ",.")):
		return true
	case len(before) > 1 && previous == "-", len(bare) == 5 && len(before) > 1 && strings.HasSuffix(previous, ","):
		return true
	}
	return len(bare) == 6 && (strings.HasSuffix(previous, ",") || announcesNothing(before))
}

// canadianCode tells "P8J 2G3".
func canadianCode(s string) bool {
	if len(s) != 7 || s[3] != ' ' {
		return false
	}
	for i, c := range []byte(s) {
		switch {
		case i == 3:
		case i < 3 == (i%2 == 0) != isUpperByte(c), i < 3 == (i%2 == 0) == isDigitByte(c):
			return false
		}
	}
	return true
}

// townWords reports whether all words may be part of a town's or region's name,
// the first in capitals.
func townWords(words []string) bool {
	if len(words) == 0 {
		return false
	}
	for _, w := range words {
		if recognize.CountDigits(w) > 0 || !placeWord(w) || strings.HasSuffix(w, ":") {
			return false
		}
	}
	first, _ := utf8.DecodeRuneInString(words[0])
	return unicode.IsUpper(first)
}

// announcesNothing reports whether no word is the label of a number.
func announcesNothing(words []string) bool {
	for _, w := range words {
		for _, f := range recognize.FoldWords(w) {
			label := lexicon.Labels().Meanings(f) != nil
			if _, column := layout.ColumnNamed(f); label || column {
				return false
			}
		}
	}
	return !titleLine(words)
}

func australianState(s string) bool {
	switch s {
	case "NSW", "VIC", "QLD", "SA", "WA", "TAS", "NT", "ACT":
		return true
	}
	return false
}
