package dashboard_test

import (
	_ "embed"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"github.com/chromedp/chromedp"

	"github.com/docmill/docmill/libs/require"
)

// accessibleScript finds accessibility problems of a page for screen readers and keyboards; it returns a
// sentence for each.
//
//go:embed accessible.js
var accessibleScript string

// screenshots names a folder for screenshots of all checked pages, for reviews of the design.
const screenshots = "DOCMILL_TEST_SCREENSHOTS"

// checkAccessible checks the page in light and dark, and that nothing is too wide for a phone.
func (b *tab) checkAccessible() {
	b.t.Helper()
	b.checked++
	for _, scheme := range []string{"light", "dark"} {
		b.scheme(scheme)
		for _, problem := range evaluate[[]string](b, accessibleScript) {
			b.t.Errorf("%s (%s): %s", b.path(), scheme, problem)
		}
		b.shot(scheme)
	}
	b.scheme("")
	b.phone()
	if over := evaluate[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
		b.t.Errorf("%s is %d px wider than a phone", b.path(), over)
	}
	b.shot("phone")
	b.run(chromedp.EmulateReset())
}

func (b *tab) shot(form string) {
	b.t.Helper()
	dir := os.Getenv(screenshots)
	if dir == "" {
		return
	}
	name := fmt.Sprintf("%s-%d-%s.png", path.Base(b.t.Name()), b.checked, form)
	picture := get(b, chromedp.FullScreenshot(100))
	require.NoError(b.t, os.WriteFile(filepath.Join(dir, name), picture, 0o600))
}
