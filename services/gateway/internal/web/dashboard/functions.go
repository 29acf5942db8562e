package dashboard

import (
	"fmt"
	"html/template"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/sheet"
)

// functions are what templates call, in a language.
func (d *Dashboard) functions(l *languages.Language) template.FuncMap {
	return template.FuncMap{
		"tr":        l.Tr,
		"trn":       l.Count,
		"markup":    l.HTML,
		"said":      l.Said,
		"number":    l.Number,
		"bytes":     l.Bytes,
		"plural":    l.Things,
		"share":     l.Percent,
		"language":  func() *languages.Language { return l },
		"languages": d.languages.All,
		"texts":     func() string { return d.assets.paths[textsOf(l)] },
		"asset":     func(name string) string { return d.assets.paths[name] },
		"iso":       iso,
		"utc":       func(t contract.Time) string { return l.DayAndTime(t.Time) },
		"date":      func(t contract.Time) string { return l.Day(t.Time) },
		"monthDay":  l.DayOfMonth,
		"shortDay":  l.ShortDay,
		"relative":  func(t contract.Time) string { return l.Relative(t.Time, d.deps.Now()) },
		"time":      func(t contract.Time) template.HTML { return timeOf(l, t) },
		"words":     func(name string) string { return l.Tr(sheet.Title(name)) },
		"add":       func(a, b int) int { return a + b },
		"deref":     func(n *int) int { return *n },
		"within":    func(of document, item any) within { return within{of, item} },
		"editing":   editing,
		"sso":       func() string { return d.deps.OIDC.Label() },
		"entry":     entryOf,
		"reason":    func(r model.ReviewReason) string { return reason(l, r) },
		"left":      func(n int) string { return left(l, n) },
		"webhooks":  func() bool { return d.deps.Webhooks },
		"usageTable": func(id, heading, first string, rows []usageRow) usageTable {
			return usageTable{id, heading, first, rows}
		},
		"needed": func(r model.UsageRow) string { return neededShare(l, r) },
		"times":  func(r model.UsageRow) string { return times(l, r) },
		"rerunTypes": func() []choice {
			return append([]choice{{Text: l.Tr("As asked for before")}}, askChoices(l)...)
		},
		"level": func(share int, level string) meter { return meter{share, level} },
	}
}

func iso(t contract.Time) string { return t.UTC().Format(time.RFC3339) }

// timeOf writes a moment in UTC; a script makes the person's own time of it, and
// leaves UTC for whoever points at it.
func timeOf(l *languages.Language, t contract.Time) template.HTML {
	shown := template.HTMLEscapeString(l.DayAndTime(t.Time))
	return template.HTML(fmt.Sprintf(`<time datetime="%s" title="%s">%s</time>`, //nolint:gosec // all escaped
		iso(t), shown, shown))
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

// reason names why a document needs a review.
func reason(l *languages.Language, r model.ReviewReason) string {
	switch r {
	case model.ReasonMissing:
		return l.Tr("key values were not found")
	case model.ReasonChecks:
		return l.Tr("checks failed")
	case model.ReasonConfidence:
		return l.Tr("little confidence")
	case model.ReasonSample:
		return l.Tr("drawn by chance")
	}
	return string(r)
}

// left tells how many documents need a review.
func left(l *languages.Language, n int) string {
	if n >= model.MaxReviewLeft {
		return l.Tr("%d documents or more left", n)
	}
	return l.Count(n, "%s document left", "%s documents left")
}
