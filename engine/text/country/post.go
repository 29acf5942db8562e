package country

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Place is where in a line of an address a post code stands.
type Place uint8

// Places of post codes.
const (
	First            Place = iota // in front of the town
	Last                          // behind the town, without more ado
	BehindComma                   // behind the town and a comma
	BehindRegion                  // behind a region, wherever both stand
	BehindLastRegion              // behind a region, at the end of the line
	Anywhere                      // of a form that nothing else has
	Exact                         // of the exact form: what differs from it by a sign was misread
	places                        // how many there are
)

func placeNames() []string {
	return []string{"first", "last", "behind-comma", "behind-region", "behind-last-region", "anywhere", "exact"}
}

// post is a form of post codes, and where they stand. Of a form's characters 9
// is a digit, A a capital letter, u one that a British code may end with, * a
// digit or a capital, ? a sign of ASCII that is no small letter, and a space
// parts two words, each with a digit in it; others stand for themselves.
type post struct {
	form  string
	place Place
}

// IsPostCode reports whether a word has the form of a post code that some
// country writes in a place.
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

// OfRegion returns the country that has the region with a post code of such a
// form behind it.
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

// IsProvince reports whether a folded text is the name of a province of a country that has post
// codes of such a form in front of the town: in Spain and Portugal it stands below both.
func IsProvince(folded, code string) bool {
	return slices.ContainsFunc(loaded().provinces[folded], func(c *Country) bool {
		return slices.ContainsFunc(c.posts, func(p post) bool { return p.place == First && matches(code, p.form) })
	})
}

// AnnouncesPostCode reports whether a folded word stands in front of a post
// code: "cep".
func AnnouncesPostCode(word string) bool { return loaded().postLabels[word] }

// CutPostMark returns what stands behind the sign that a post code is glued to:
// "S(390309)" without "S(".
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
