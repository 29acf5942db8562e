package observability

import (
	"regexp"
	"strings"
)

// Documented returns the metric names, in OpenTelemetry's form, from the first column of a Markdown table.
func Documented(markdown string) []string {
	var names []string
	for _, row := range regexp.MustCompile("(?m)^\\| (`(?:docmill|http)\\.[^|]*)\\|").FindAllStringSubmatch(markdown, -1) {
		for _, name := range regexp.MustCompile("`([a-z._]+)`").FindAllStringSubmatch(row[1], -1) {
			names = append(names, name[1])
		}
	}
	return names
}

// Exposed returns the prefix of an OpenTelemetry metric's names in Prometheus.
func Exposed(name string) string { return strings.ReplaceAll(name, ".", "_") }
