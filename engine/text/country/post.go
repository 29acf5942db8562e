package country

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Place is the position of a post code in an address line.
type Place uint8

// Places of post codes.
const (
	First            Place = iota // before the town
	Last                          // after the town
	BehindComma                   // after the town and a comma
	BehindRegion                  // after a region, anywhere in the line
	BehindLastRegion              // after a region, at the end of the line
	Anywhere                      // anywhere, because the form is unique
	Exact                         // in the exact form: a word that differs by one character is misread
	places                        // the number of places
)

func placeNames() []string {
	return []string{"first", "last", "behind-comma", "behind-region", "behind-last-region", "anywhere", "exact"}
}

// post is a form of post codes and its place. In a form, 9 is a digit, A a capital letter, u a final letter of British
// codes, * a digit or a capital, ? any ASCII character except a small letter, and a space separates two words that
// both have a digit. Other characters match themselves.
type post struct {
	form  string
	place Place
}

// IsPostCode reports whether a word has the form of a post code that some country writes at the place.
func IsPostCode(word string, in Place) bool {
	for _, form := range loaded().forms[in] {
		if matches(word, form) {
			return true
		}
	}
	return false
}

// IsSplitPostCode is IsPostCode for codes of two words.
func IsSplitPostCode(first, second string, in Place) bool {
	for _, form := range loaded().splitForms[in] {
		if matches(second, form[1]) && matches(first, form[0]) && hasDigit(first) {
			return true
		}
	}
	return false
}

// OfRegion returns the country that has the region followed by a post code of this form.
func OfRegion(region, code string, in Place) (*Country, bool) {
	for _, c := range loaded().regions[region] {
		for _, p := range c.posts {
			if p.place == in && matches(code, p.form) {
				return c, true
			}
		}
	}
	return nil, false
}

// IsProvince reports whether a folded text is a province of a country that writes such post codes before the town.
// Spain and Portugal print the province below both.
func IsProvince(folded, code string) bool {
	return slices.ContainsFunc(loaded().provinces[folded], func(c *Country) bool {
		return slices.ContainsFunc(c.posts, func(p post) bool { return p.place == First && matches(code, p.form) })
	})
}

// AnnouncesPostCode reports whether a folded word is a label of a post code: "cep".
func AnnouncesPostCode(word string) bool { return loaded().postLabels[word] }

// CutPostMark removes the sign printed directly before a post code: "S(390309)" without "S(".
func CutPostMark(word string) (rest string, ok bool) {
	for _, mark := range loaded().postMarks {
		if rest, ok := strings.CutPrefix(word, mark); ok {
			return rest, true
		}
	}
	return "", false
}

func matches(s, form string) bool {
	if len(s) != len(form) {
		return false
	}
	for i := range len(s) {
		if !isOf(s[i], form[i]) {
			return false
		}
	}
	return true
}

func isOf(c, form byte) bool {
	switch form {
	case '9':
		return isDigit(c)
	case 'A':
		return c >= 'A' && c <= 'Z'
	case 'u':
		return c >= 'A' && c <= 'Z' && !strings.ContainsRune("CIKMOV", rune(c))
	case '*':
		return isDigit(c) || c >= 'A' && c <= 'Z'
	case '?':
		return c < utf8.RuneSelf && (c < 'a' || c > 'z')
	}
	return c == form
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }
