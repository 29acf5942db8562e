package language

import (
	"embed"
	"strings"
)

// files hold the words of each language, named by its code: frequent function
// words that few other languages of the list share, and behind an empty line
// labels of invoices, receipts, orders and statements that none of them has.
//
//go:embed words/*.txt
var files embed.FS

// words reads the lists: folded words by code. Their files are part of the
// program, so that they cannot be missing.
func words(code string) (function, labels []string) {
	text, err := files.ReadFile("words/" + code + ".txt")
	if err != nil {
		return nil, nil
	}
	_, list, _ := strings.Cut(string(text), "\n") // the first line is for people
	first, second, _ := strings.Cut(list, "\n\n")
	return strings.Fields(first), strings.Fields(second)
}
