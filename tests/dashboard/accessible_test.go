package dashboard_test

import (
	_ "embed"

	"github.com/chromedp/chromedp"
)

// accessibleScript finds accessibility problems of a page for screen readers and keyboards; it returns a
// sentence for each.
//
//go:embed accessible.js
var accessibleScript string

// checkAccessible checks the page as it is, in light and in dark, and on a
// phone that nothing is wider than its window.
func (b *tab) checkAccessible() {
	b.t.Helper()
	for _, scheme := range []string{"light", "dark"} {
		b.scheme(scheme)
		for _, problem := range evaluate[[]string](b, accessibleScript) {
			b.t.Errorf("%s (%s): %s", b.path(), scheme, problem)
		}
	}
	b.scheme("")
	b.phone()
	if over := evaluate[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
		b.t.Errorf("%s is %d px wider than a phone", b.path(), over)
	}
	b.run(chromedp.EmulateReset())
}
