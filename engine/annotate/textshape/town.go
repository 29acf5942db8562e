package textshape

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/country"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// codeLast reports whether the words are a town followed by its post code in one of these forms: "Zaragoza
// (93190)", "Hobart TAS 5606", "Recife - PE, CEP 33562-453", "Laval, QC P8J 2G3", "S(221440)", "Indore - 764950",
// "León, Gto., 29598".
func codeLast(words []string) bool {
	n := len(words)
	last := strings.TrimRight(words[n-1], ".,")
	before := words[:n-1]
	if n > 1 && country.IsSplitPostCode(strings.Trim(words[n-2], ","), last, country.Last) && (n > 2 || mixed(last)) {
		return true
	}
	if code, ok := country.CutPostMark(last); ok {
		return PostCode(strings.TrimRight(code, ")"))
	}
	bare := strings.Trim(last, "()")
	if !PostCode(bare) && !country.IsPostCode(bare, country.Last) || !TownWords(before) {
		return false
	}
	previous := before[len(before)-1]
	_, ofRegion := country.OfRegion(strings.Trim(previous, ",."), bare, country.BehindLastRegion)
	switch {
	case last != bare, ofRegion, country.AnnouncesPostCode(recognize.Compact(previous)):
		return true
	case len(before) > 1 && (previous == "-" || strings.HasSuffix(previous, ",") &&
		country.IsPostCode(bare, country.BehindComma)):
		return true
	}
	return country.IsPostCode(bare, country.Last) && (strings.HasSuffix(previous, ",") || announcesNothing(before))
}

// mixed reports whether a word holds letters and digits: the second half of a post code alone in its line.
func mixed(w string) bool {
	digits := recognize.CountDigits(w)
	return digits > 0 && digits < len(w)
}

// TownWords reports whether all words may be part of a town's or region's name, the first capitalized or a particle
// before a capitalized word: "da Cruz".
func TownWords(words []string) bool {
	if len(words) == 0 {
		return false
	}
	for _, w := range words {
		if recognize.CountDigits(w) > 0 || !placeWord(w) || strings.HasSuffix(w, ":") {
			return false
		}
	}
	if len(words) > 1 && particle(words[0]) {
		words = words[1:]
	}
	first, _ := utf8.DecodeRuneInString(words[0])
	return unicode.IsUpper(first) || CapitalStroke(words[0])
}

// particle reports whether a lower-case word may begin a town's or person's name.
func particle(word string) bool {
	switch word {
	case "da", "das", "de", "del", "do", "dos":
		return true
	}
	return false
}

// CapitalStroke reports whether the l that opens a word is a capital I: no word begins with an l before such a
// consonant, as in "lxelles".
func CapitalStroke(word string) bool {
	const never, least = "bcdfgkmpqrtvx", 3
	return len(word) >= least && word[0] == 'l' && strings.IndexByte(never, word[1]) >= 0
}

// Province reports whether a line below post code and town is only their province: "La Rioja".
func Province(words, postal []string) bool {
	name := recognize.Fold(strings.Join(words, " "))
	return CodeFirst(postal) && slices.ContainsFunc(withoutCountry(postal), func(w string) bool {
		return country.IsProvince(name, strings.TrimRight(w, ","))
	})
}

// placeWord reports whether a word may be part of a town's name, a Dutch post code, or a district number.
func placeWord(w string) bool {
	w = strings.Trim(w, ".,()")
	letters, digits := 0, 0
	for _, r := range w {
		switch {
		case unicode.IsLetter(r):
			letters++
		case unicode.IsDigit(r):
			digits++
		case !strings.ContainsRune("-/'’.,_()&", r):
			return false
		}
	}
	return letters > 0 && digits <= 2 || letters == 0 && digits > 0 && digits <= 2 || w == "" || w == "-"
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
	return !TitleLine(words)
}
