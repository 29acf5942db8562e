package ocrconfusion

// Near reports whether two words are equal, or one letter changed, added or left
// out makes one the other, where the first letter or else the last is the same.
// Letters are bytes: words are folded to plain ones before.
func Near(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if a == "" || len(b)-len(a) > 1 || a[0] != b[0] && a[len(a)-1] != b[len(b)-1] {
		return a == b
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) == len(b) {
		return i == len(a) || a[i+1:] == b[i+1:]
	}
	return a[i:] == b[i+1:]
}

// Within returns how many letters have to be changed, added or left out to make
// part a stretch of whole: 0 if it stands in it (Sellers, "The theory and
// computation of evolutionary distances", Journal of Algorithms 1, 1980).
func Within(whole, part string) int {
	row := make([]int, len(whole)+1)
	for i := range len(part) {
		last := row[0]
		row[0] = i + 1
		for j := range len(whole) {
			cost := last
			if part[i] != whole[j] {
				cost++
			}
			last = row[j+1]
			row[j+1] = min(cost, row[j]+1, last+1)
		}
	}
	least := row[0]
	for _, v := range row {
		least = min(least, v)
	}
	return least
}

// Slips returns how many slips of a recogniser make a printed text the one that was read,
// both of lower-case letters and digits; more than any text can have where digits are
// against it. A letter changed, added or left out is one. Digits are not added or left out,
// and changed for another only in numbers of five and more, for as much as four letters: a
// post code with its town beside it can be misread, a house's number is another house's.
// A letter is read for a digit, or the other way round, only in a text of the same length:
// beside a letter too many, "12 Oak" would be "120 Oak".
func Slips(printed, read string) int {
	row := make([]int, len(read)+1)
	for j := range len(read) {
		row[j+1] = row[j] + costOfMissing(read[j])
	}
	for i := range len(printed) {
		last := row[0]
		row[0] += costOfMissing(printed[i])
		for j := range len(read) {
			cost := last + changed(printed, i, read[j], impossible)
			last = row[j+1]
			row[j+1] = min(cost, last+costOfMissing(printed[i]), row[j]+costOfMissing(read[j]))
		}
	}
	return min(row[len(read)], inPlace(printed, read))
}

// never is more than any text has slips.
const impossible = 1 << 16

// single is the cost of a character that stands in one of two texts alone.
func costOfMissing(c byte) int {
	if isDigit(c) {
		return impossible
	}
	return 1
}

// inPlace is Slips of texts of one length, character by character.
func inPlace(printed, read string) int {
	if len(printed) != len(read) {
		return impossible
	}
	n := 0
	for i := range len(printed) {
		n += changed(printed, i, read[i], mixed(printed[i], read[i]))
	}
	return n
}

// changed is the cost of reading a character in place of the printed one; mixed that of
// taking a letter for a digit or the other way round.
func changed(printed string, i int, read byte, mixed int) int {
	const (
		longRun   = 5
		longDigit = 4
	)
	p := printed[i]
	switch {
	case p == read:
		return 0
	case !isDigit(p) && !isDigit(read):
		return 1
	case isDigit(p) != isDigit(read):
		return mixed
	case runLength(printed, i) >= longRun:
		return longDigit
	}
	return impossible
}

// mixed is 1 for a letter and a digit that are often taken for each other.
func mixed(printed, read byte) int {
	const seldom = 2
	p, r := toUpper(printed), toUpper(read)
	if CanConfuse(p, r, Word) || CanConfuse(p, r, Number) || CanConfuse(r, p, Number) {
		return 1
	}
	return seldom
}

// run is how many digits stand together around one.
func runLength(text string, at int) int {
	first, last := at, at
	for first > 0 && isDigit(text[first-1]) {
		first--
	}
	for last+1 < len(text) && isDigit(text[last+1]) {
		last++
	}
	return last - first + 1
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func toUpper(c byte) rune {
	if 'a' <= c && c <= 'z' {
		c -= 'a' - 'A'
	}
	return rune(c)
}
