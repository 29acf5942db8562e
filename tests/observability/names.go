package observability

import (
	"regexp"
	"slices"
	"strings"
)

// Names are the names in a PromQL expression.
type Names struct {
	// Labels of each metric's matchers, by the metric's name; every metric has an entry.
	Labels map[string][]string
	// Grouped are the labels for grouping and joining.
	Grouped []string
}

// ParseNames finds the names. It does not parse PromQL (Prometheus validates expressions): selectors must
// have their matchers in braces after the name.
func ParseNames(expr string) Names {
	n := Names{Labels: map[string][]string{}}
	text := quoted().ReplaceAllString(expr, `""`)
	for _, match := range selector().FindAllStringSubmatch(text, -1) {
		for _, matcher := range strings.Split(match[2], ",") {
			if label := word().FindString(matcher); label != "" {
				n.Labels[match[1]] = append(n.Labels[match[1]], label)
			}
		}
	}
	text = braces().ReplaceAllString(text, "")
	for _, match := range grouping().FindAllStringSubmatch(text, -1) {
		n.Grouped = append(n.Grouped, word().FindAllString(match[1], -1)...)
	}
	text = grouping().ReplaceAllString(text, " ")
	for _, place := range word().FindAllStringIndex(text, -1) {
		name := text[place[0]:place[1]]
		isFunction := strings.HasPrefix(strings.TrimLeft(text[place[1]:], " \n"), "(")
		if !isFunction && !slices.Contains(keywords(), name) && n.Labels[name] == nil {
			n.Labels[name] = []string{}
		}
	}
	return n
}

func keywords() []string { return []string{"and", "or", "unless", "bool", "offset"} }

func quoted() *regexp.Regexp { return regexp.MustCompile(`"[^"]*"`) }

func selector() *regexp.Regexp { return regexp.MustCompile(`([a-zA-Z_:][\w:]*)\{([^}]*)\}`) }

// braces matches matchers, and ranges such as [5m].
func braces() *regexp.Regexp { return regexp.MustCompile(`\{[^}]*\}|\[[^]]*\]`) }

func grouping() *regexp.Regexp {
	return regexp.MustCompile(`\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)`)
}

func word() *regexp.Regexp { return regexp.MustCompile(`\b[a-zA-Z_:][\w:]*`) }
