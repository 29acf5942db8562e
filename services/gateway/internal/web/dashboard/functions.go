package dashboard

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/sheet"
)

// functions are what templates call.
func (d *Dashboard) functions() template.FuncMap {
	return template.FuncMap{
		"asset":    func(name string) string { return d.assets.paths[name] },
		"iso":      func(t contract.Time) string { return t.UTC().Format(time.RFC3339) },
		"utc":      func(t contract.Time) string { return t.UTC().Format("2 Jan 2006, 15:04") + " UTC" },
		"date":     func(t contract.Time) string { return t.UTC().Format("2 Jan 2006") },
		"relative": func(t contract.Time) string { return relative(t.Time, d.deps.Now()) },
		"number":   number,
		"bytes":    byteSize,
		"plural":   plural,
		"words":    sheet.Title,
		"add":      func(a, b int) int { return a + b },
		"deref":    func(n *int) int { return *n },
		"within":   func(of document, item any) within { return within{of, item} },
		"editing":  editing,
		"sso":      func() string { return d.deps.OIDC.Label() },
		"entry":    entryOf,
		"level":    func(share int, level string) meter { return meter{share, level} },
	}
}

// entry is one of the navigation.
type entry struct {
	Path, Text string
	Current    bool
}

func entryOf(path, text, section, current string) entry {
	return entry{Path: path, Text: text, Current: section == current}
}

// meter is a bar that is filled in part.
type meter struct {
	Share int // in percent
	Level string
}

// relative writes how far t is from now, in the largest unit that fits.
func relative(t, now time.Time) string {
	ahead := t.After(now)
	span := t.Sub(now).Abs()
	var text string
	switch {
	case span < time.Minute && !ahead:
		return "just now"
	case span < time.Minute:
		return "in a moment"
	case span < time.Hour:
		text = plural(int(span/time.Minute), "minute")
	case span < 48*time.Hour:
		text = plural(int(span/time.Hour), "hour")
	case span < 60*24*time.Hour:
		text = plural(int(span/(24*time.Hour)), "day")
	case span < 2*365*24*time.Hour:
		text = plural(int(span/(30*24*time.Hour)), "month")
	default:
		text = plural(int(span/(365*24*time.Hour)), "year")
	}
	if ahead {
		return "in " + text
	}
	return text + " ago"
}

// number groups digits by thousands.
func number(n int) string {
	text := strconv.Itoa(n)
	var groups []string
	for len(strings.TrimPrefix(text, "-")) > 3 {
		groups = append([]string{text[len(text)-3:]}, groups...)
		text = text[:len(text)-3]
	}
	return strings.Join(append([]string{text}, groups...), ",")
}

// plural counts things: "1 key", "2 keys".
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return number(n) + " " + thing + "s"
}

// byteSize writes a size as plans do: 1 MB is 1,048,576 bytes.
func byteSize(n int64) string {
	switch {
	case n >= contract.MiB:
		return fmt.Sprintf("%.4g MB", float64(n)/float64(contract.MiB))
	case n >= 1<<10:
		return fmt.Sprintf("%.3g KB", float64(n)/(1<<10))
	}
	return plural(int(n), "byte")
}
