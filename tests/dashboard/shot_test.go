package dashboard_test

import (
	"os"
	"path/filepath"

	"github.com/chromedp/chromedp"
)

// shot saves a screenshot of the whole page to the folder in DOCMILL_TEST_SCREENSHOTS, for reviews of the
// design.
func (b *tab) shot(name string) {
	b.t.Helper()
	dir := os.Getenv("DOCMILL_TEST_SCREENSHOTS")
	if dir == "" {
		return
	}
	picture := get(b, chromedp.FullScreenshot(100))
	if err := os.WriteFile(filepath.Join(dir, name+".png"), picture, 0o600); err != nil {
		b.t.Fatal(err)
	}
}

// shots saves screenshots for desktop and phone, light and dark.
func (b *tab) shots(path, name string) {
	b.t.Helper()
	if os.Getenv("DOCMILL_TEST_SCREENSHOTS") == "" {
		return
	}
	for _, scheme := range []string{"light", "dark"} {
		b.scheme(scheme)
		b.run(chromedp.EmulateViewport(desktopWidth, desktopHeight))
		b.open(path)
		b.shot(name + "-desktop-" + scheme)
		b.phone()
		b.open(path)
		b.shot(name + "-phone-" + scheme)
	}
	b.run(chromedp.EmulateReset())
	b.scheme("")
}
