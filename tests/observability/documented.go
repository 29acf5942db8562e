package observability

import (
	"regexp"
	"strings"
)

// Documented are the names of metrics, as OpenTelemetry has them, in the first column
// of a table in Markdown.
func Documented(markdown string) []string {
	var names []string
	for _, row := range regexp.MustCompile("(?m)^\\| (`(?:docmill|http)\\.[^|]*)\\|").FindAllStringSubmatch(markdown, -1) {
		for _, name := range regexp.MustCompile("`([a-z._]+)`").FindAllStringSubmatch(row[1], -1) {
			names = append(names, name[1])
		}
	}
	return names
}

// Exposed is how the names of metrics of Prometheus begin that one of OpenTelemetry
// leads to.
func Exposed(name string) string { return strings.ReplaceAll(name, ".", "_") }
