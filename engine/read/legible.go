package read

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/docmill/docmill/engine/document"
)

// A font with a wrong character table yields text in which each letter is replaced by another ("Uif" for
// "The") or a sign. The pairs of adjacent letters reveal it; they are similar in all languages in Latin
// script.

// commonPairs are the most frequent letter pairs in English, German, French, Spanish, Italian, Portuguese,
// Dutch, Swedish, Polish and Czech text, without accents. They cover 70 % of the pairs in each language,
// and 20 % of random pairs.
const commonPairs = "th he in er an re nd at on nt ha es st en ed to it ou ea hi is or ti as te et ng of al de se le " +
	"sa si ar ve ra ld ur " +
	"ch ei ie ge un ne be ic el us au la io ta na co ro ri ma om li me no ec pe tr ca em po lo il ce em ad os do ue qu " +
	"nu " +
	"da di so ac am ni ol ns im id ns pr ss ll tt ee oe ij aa va vo ke sk rs ag ig gr ks rn ht sc ck sz cz rz ow wa wi " +
	"za ze zy " +
	"pa ab ho mo su up ut ul ir iv av ev ov ot ow ay ex ct pl bl cl fi fo fr fa fe ga go gi bu ba bo bi br mi mu mm nn " +
	"pp oo rd rt " +
	"ry ly ty sh wh we wo sp op ap ep tu du ru lu hu ku ko ka ki ja je jo vi ef if tz hr hn lt ls lb rb rm rg rk nk nz " +
	"ft fu zu " +
	"eu ua ui uc um ud ob od og oi ok ak ek ik uk ys em ev iz az oz ez dn dr km kt pt ps ts ms ds"

// Minimum amount of text, and the share of common pairs that passes: 80 % of the pairs in running text and
// invoices are common, and little more than 50 % if letters are exchanged.
const (
	enoughPairs    = 100
	minCommonShare = 0.58
	enoughSigns    = 200
	maxSignShare   = 0.55
)

// legibility counts the words' letters and pairs.
type legibility struct {
	common         [26 * 26]bool
	pairs, known   int // of Latin letters within words; those that are common
	letters, signs int // digits count as letters
}

// isGarbled reports whether a page's text probably differs from what the page shows.
func isGarbled(lines []document.Line) bool {
	l := legibility{}
	for pair := range strings.FieldsSeq(commonPairs) {
		l.common[index(rune(pair[0]), rune(pair[1]))] = true
	}
	for i := range lines {
		for k := range lines[i].Words {
			if w := &lines[i].Words[k]; !w.Hidden {
				l.add(w.Text)
			}
		}
	}
	if l.pairs >= enoughPairs && float64(l.known) < minCommonShare*float64(l.pairs) {
		return true
	}
	return l.letters+l.signs >= enoughSigns && float64(l.signs) > maxSignShare*float64(l.letters+l.signs)
}

func index(a, b rune) int { return int(a-'a')*26 + int(b-'a') }

func (l *legibility) add(word string) {
	last := rune(0)
	for _, r := range word {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
			l.letters++
		case !strings.ContainsRune("._-–—=*…·•|,:/", r): // leaders and rules
			l.signs++
		}
		r = plainLetter(r)
		if last != 0 && r != 0 {
			l.pairs++
			if l.common[index(last, r)] {
				l.known++
			}
		}
		last = r
	}
}

// plainLetter returns a Latin letter in lower case without its accent, or 0.
func plainLetter(r rune) rune {
	r = unicode.ToLower(r)
	if r >= 'à' && r <= 'ž' {
		for _, first := range norm.NFD.String(string(r)) {
			r = first
			break
		}
	}
	if r < 'a' || r > 'z' {
		return 0
	}
	return r
}
