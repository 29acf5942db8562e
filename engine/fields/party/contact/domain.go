package contact

import (
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/recognize"
)

// minDomainLetters is the minimum length of a domain name to correct.
const minDomainLetters = 8

// spelledAsNamed corrects the domain of a mail address if OCR added or lost a thin letter and words of the
// page spell the domain: "office@marlowfsh.example" of "Marlow Fish". It leaves the domain if words match
// it exactly, or several would correct it.
func spelledAsNamed(lay *layout.Layout, v value.Value) value.Value {
	user, host, _ := strings.Cut(v.Value, "@")
	domain, ending, found := strings.Cut(host, ".")
	if v.Source != document.SourceOCR || !found || len(domain) < minDomainLetters {
		return v
	}
	better := ""
	for _, s := range lay.Segments {
		for first := range s.Words {
			name, known := runLike(s.Words[first:], domain)
			if known || name != "" && better != "" && name != better {
				return v
			}
			if name != "" {
				better = name
			}
		}
	}
	if better != "" {
		v.Value, v.Source = user+"@"+better+"."+ending, document.SourceDerived
	}
	return v
}

// runLike returns the words from the first on, without spaces, that differ from a domain by one thin
// letter, if any, and whether they equal it.
func runLike(words []string, domain string) (name string, same bool) {
	run := ""
	for _, w := range words {
		if strings.Contains(w, "@") {
			return name, false
		}
		run += recognize.Compact(w)
		switch {
		case run == domain:
			return "", true
		case len(run) > len(domain)+1:
			return name, false
		case thinly(run, domain) || thinly(domain, run):
			name = run
		}
	}
	return name, false
}

// thinly reports whether a word is another one plus a thin letter.
func thinly(long, short string) bool {
	if len(long) != len(short)+1 {
		return false
	}
	i := 0
	for i < len(short) && long[i] == short[i] {
		i++
	}
	return strings.ContainsRune("ijlrt", rune(long[i])) && long[i+1:] == short[i:]
}
