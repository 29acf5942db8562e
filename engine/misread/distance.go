package misread

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
