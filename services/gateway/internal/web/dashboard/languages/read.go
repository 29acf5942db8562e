package languages

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// between separates singular and plural.
const between = " | "

// parse reads a language file; README.md describes the format.
func parse(code, content string) (*Language, error) {
	l := &Language{Code: code, texts: map[string]string{}, counts: map[string][2]string{}, one: map[int]bool{}}
	english := "" // its translation follows
	known := map[string]bool{}
	for i, line := range strings.Split(content, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, text, found := strings.Cut(line, ":")
		text = strings.TrimSpace(text)
		var err error
		switch {
		case !found:
			err = errors.New("missing colon after the first word")
		case name == "en" && english != "":
			err = fmt.Errorf("%q lacks its line %q", english, code+":")
		case name == "en" && (text == "" || known[text]):
			err = fmt.Errorf("%q is duplicate or empty", text)
		case name == "en":
			english, known[text] = text, true
		case name == code && english == "":
			err = errors.New("translation without an English text")
		case name == code:
			err = l.add(english, text)
			english = ""
		default:
			err = l.head(name, text)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	if english != "" || l.Name == "" || len(l.one) == 0 {
		return nil, errors.New("missing translation of the last text, or missing line \"name:\" or \"one:\"")
	}
	l.learn()
	return l, nil
}

// head reads a line about the whole language.
func (l *Language) head(name, text string) error {
	switch name {
	case "name":
		l.Name = text
	case "one":
		for _, word := range strings.Fields(text) {
			n, err := strconv.Atoi(word)
			if err != nil {
				return fmt.Errorf("one: %q is not a number", word)
			}
			l.one[n] = true
		}
	case "capitals":
		l.capitals = text == "yes"
	default:
		return fmt.Errorf("unknown line %q", name+":")
	}
	return nil
}

// add stores a translation. An empty one leaves the text in English.
func (l *Language) add(english, text string) error {
	if text == "" {
		return nil
	}
	if !strings.Contains(english, between) {
		l.texts[english] = text
		return nil
	}
	one, many, found := strings.Cut(text, between)
	if !found {
		return fmt.Errorf("%q needs two forms separated by %q", text, between)
	}
	l.counts[english] = [2]string{one, many}
	return nil
}

// pattern matches a service message with placeholders.
type pattern struct {
	form *regexp.Regexp
	text string
}

var placeholder = regexp.MustCompile(`%(?:\[\d\])?(?:\.\d+)?[sdq]`)

// learn derives the format of numbers and months, and the patterns of service messages, from the texts.
func (l *Language) learn() {
	sample := l.Tr("1,234.5") // a number as the language writes it
	first, rest, _ := strings.Cut(strings.TrimPrefix(sample, "1"), "234")
	l.group, l.decimal = first, strings.TrimSuffix(rest, "5")
	l.months = strings.Fields(l.Tr("January February March April May June July August September October " +
		"November December"))
	l.short = strings.Fields(l.Tr("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"))
	for _, english := range ServiceMessages() {
		translated, ok := l.texts[english]
		if !ok || !placeholder.MatchString(english) {
			continue
		}
		parts := placeholder.Split(english, -1)
		for i, p := range parts {
			parts[i] = regexp.QuoteMeta(p)
		}
		l.patterns = append(l.patterns, pattern{regexp.MustCompile("^" + strings.Join(parts, "(.+?)") + "$"), translated})
	}
}
