package ocrconfusion

import "strings"

// Reads returns the characters that may be read for a printed one, in the table's order, up to a cost. More likely
// characters may repeat. The string is empty if there are none.
func Reads(printed rune, use Use, most int) string {
	return upTo(loadTable().reads[use][printed], most)
}

// Printed returns the characters that may be printed for a read one, up to a cost. It excludes the confusions of Any.
func Printed(read rune, use Use, most int) string {
	return upTo(loadTable().printed[use][read], most)
}

func upTo(all []confusion, most int) string {
	var sb strings.Builder
	for _, r := range all {
		if r.cost <= most {
			sb.WriteRune(r.char)
		}
	}
	return sb.String()
}

// Cost returns the cost, at least 1, of assuming that printed was read as read. It reports false if the use has no
// such confusion.
func Cost(printed, read rune, use Use) (cost int, confused bool) {
	return loadTable().cost(use, printed, read)
}

// CanConfuse reports whether printed may be read as read at any cost.
func CanConfuse(printed, read rune, use Use) bool {
	_, confused := Cost(printed, read, use)
	return confused
}

// LetterFor returns the capital letter that is most often confused with a digit.
func LetterFor(read rune) (letter rune, ok bool) {
	for _, r := range Reads(read, Number, Rare) {
		if 'A' <= r && r <= 'Z' {
			return r, true
		}
	}
	return 0, false
}

// DigitFor returns the digit that a letter or sign was misread from, up to a cost.
func DigitFor(read rune, most int) (digit rune, ok bool) {
	for _, r := range loadTable().printed[Number][read] {
		if r.cost <= most {
			return r.char, true
		}
	}
	return 0, false
}

// Alike reports whether two words of capital letters differ by exactly one confusion: of one character (Word), or of
// one for two (Joined).
func Alike(read, word string) bool {
	if len(read) == len(word) {
		at := -1
		for i := range len(word) {
			if read[i] == word[i] {
				continue
			}
			if at >= 0 || !CanConfuse(rune(word[i]), rune(read[i]), Word) {
				return false
			}
			at = i
		}
		return at >= 0
	}
	for _, j := range loadTable().joined {
		if len(read) == len(word)+1 && strings.Replace(read, j.two, j.one, 1) == word ||
			len(read)+1 == len(word) && read == strings.Replace(word, j.two, j.one, 1) {
			return true
		}
	}
	return false
}
