package ocrconfusion

// Near reports whether two words are equal, or differ by one letter changed, inserted or deleted and have the same
// first or last letter. It compares bytes, so words must be folded first.
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

// Within returns the least edit distance between part and any substring of whole (Sellers, "The theory and computation
// of evolutionary distances", Journal of Algorithms 1, 1980).
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

// Slips returns the number of recognition errors between a printed text and the text read, both of lower-case letters
// and digits. It returns a value above that of any text if digits exclude a match. A letter changed, inserted or
// deleted counts one. Digits are never inserted or deleted; a digit changes only within a run of at least five digits
// and counts four: a post code with its town can be misread, but another house number is another house. A letter and a
// digit are exchanged only in texts of equal length; otherwise "12 Oak" could match "120 Oak".
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

// impossible exceeds the number of slips in any text.
const impossible = 1 << 16

// costOfMissing returns the cost of a character that only one text has.
func costOfMissing(c byte) int {
	if isDigit(c) {
		return impossible
	}
	return 1
}

// inPlace is Slips for texts of equal length, character by character.
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

// changed returns the cost of reading a character for the printed one. mixed is the cost of exchanging a letter and a
// digit.
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

// mixed returns 1 for a letter and a digit that are often confused.
func mixed(printed, read byte) int {
	const seldom = 2
	p, r := toUpper(printed), toUpper(read)
	if CanConfuse(p, r, Word) || CanConfuse(p, r, Number) || CanConfuse(r, p, Number) {
		return 1
	}
	return seldom
}

// runLength returns the length of the run of digits around an index.
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
