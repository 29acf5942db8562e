package dashboard

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
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
		"tr":       func(text string, values ...any) string { return fmt.Sprintf(text, values...) },
		"number":   number,
		"bytes":    byteSize,
		"plural":   plural,
		"words":    sheet.Title,
		"add":      func(a, b int) int { return a + b },
		"deref":    func(n *int) int { return *n },
		"within":   func(of document, item any) within { return within{of, item} },
		"editing":  editing,
		"webhooks": func() bool { return d.deps.Webhooks },
		"sso":      func() string { return d.deps.OIDC.Label() },
		"entry":    entryOf,
		"reason":   reason,
		"left":     left,
		"usageTable": func(id, heading, first string, rows []usageRow) usageTable {
			return usageTable{id, heading, first, rows}
		},
		"needed": neededShare,
		"times":  times,
		"share":  sharePercent,
		"rerunTypes": func() []choice {
			return append([]choice{{Text: "As asked for before"}}, askChoices()...)
		},
		"level": func(share int, level string) meter { return meter{share, level} },
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
// reason names why a document needs a review.
func reason(r model.ReviewReason) string {
	switch r {
	case model.ReasonMissing:
		return "key values were not found"
	case model.ReasonChecks:
		return "checks failed"
	case model.ReasonConfidence:
		return "little confidence"
	case model.ReasonSample:
		return "drawn by chance"
	}
	return string(r)
}

// left tells how many documents need a review.
func left(n int) string {
	if n >= model.MaxReviewLeft {
		return fmt.Sprintf("%d documents or more left", n)
	}
	return plural(n, "document") + " left"
}

// sharePercent writes a share from 0 to 1 in percent.
func sharePercent(v float64) string { return strconv.FormatFloat(v*100, 'f', 1, 64) + " %" }

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
