package settings

import (
	"fmt"
	"strings"
)

// farthest is the maximum edit distance of a suggestion.
const farthest = 2

// suggestion returns the most similar known word, or "".
func suggestion(word string, known []string) string {
	best, least := "", farthest+1
	for _, candidate := range known {
		d := distance(word, candidate)
		if strings.HasPrefix(candidate, word) {
			d = min(d, farthest)
		}
		if d < least {
			best, least = candidate, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(", did you mean %q?", best)
}

// distance is the number of bytes added, removed or changed between a and b (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			changed := diagonal
			if a[i] != b[j] {
				changed++
			}
			diagonal = row[j+1]
			row[j+1] = min(changed, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
