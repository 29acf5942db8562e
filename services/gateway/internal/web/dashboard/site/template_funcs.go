package site

import (
	"fmt"
	"html/template"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/sheet"
)

// funcs are the functions of all templates, in a language.
func (s *Site) funcs(l *languages.Language) template.FuncMap {
	return template.FuncMap{
		"tr":        l.Tr,
		"trn":       l.Count,
		"markup":    l.HTML,
		"message":   l.TrMessage,
		"number":    l.Number,
		"bytes":     l.Bytes,
		"plural":    l.Things,
		"share":     l.Percent,
		"language":  func() *languages.Language { return l },
		"languages": s.languages.All,
		"texts":     func() string { return s.assets.paths[textsFile(l)] },
		"asset":     func(name string) string { return s.assets.paths[name] },
		"iso":       iso,
		"utc":       func(t contract.Time) string { return l.DayAndTime(t.Time) },
		"date":      func(t contract.Time) string { return l.Day(t.Time) },
		"monthDay":  l.DayOfMonth,
		"shortDay":  l.ShortDay,
		"relative":  func(t contract.Time) string { return l.Relative(t.Time, s.Now()) },
		"time":      func(t contract.Time) template.HTML { return timeElement(l, t) },
		"words":     func(name string) string { return l.Tr(sheet.Title(name)) },
		"add":       func(a, b int) int { return a + b },
		"deref":     func(n *int) int { return *n },
		"webhooks":  func() bool { return s.Webhooks },
		"entry": func(path, text, section, current string) navigationEntry {
			return navigationEntry{Path: path, Text: text, Current: section == current}
		},
	}
}

func iso(t contract.Time) string { return t.UTC().Format(time.RFC3339) }

// timeElement writes a time in UTC. A script replaces the text by the user's local
// time and leaves UTC in the title.
func timeElement(l *languages.Language, t contract.Time) template.HTML {
	shown := template.HTMLEscapeString(l.DayAndTime(t.Time))
	return template.HTML(fmt.Sprintf(`<time datetime="%s" title="%s">%s</time>`, //nolint:gosec // all escaped
		iso(t), shown, shown))
}

type navigationEntry struct {
	Path, Text string
	Current    bool
}
