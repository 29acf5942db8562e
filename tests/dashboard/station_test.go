package dashboard_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/docmill/docmill/tests/sample"
)

func stationScenarios() map[string]func(*testing.T, *fixture) {
	return map[string]func(*testing.T, *fixture){
		"review viewer": testViewer,
	}
}

// strayBoxes lists the boxes that are not, within a pixel, where the page shows
// what they are about, whatever the page's size and turn.
const strayBoxes = `(() => {
	const stray = [], viewer = window.docmill.viewer;
	document.querySelectorAll(".page-picture").forEach(figure => {
		const frame = figure.querySelector(".frame").getBoundingClientRect();
		const image = figure.querySelector("img").getBoundingClientRect();
		for (const side of ["left", "top", "right", "bottom"])
			if (Math.abs(frame[side] - image[side]) > 1) stray.push("the picture, " + side);
		figure.querySelectorAll("rect[data-box]").forEach(box => {
			const r = box.getBoundingClientRect(), at = name => Number(box.getAttribute(name));
			const is = viewer.placeOn(figure, r.left + r.width / 2, r.top + r.height / 2);
			const x = at("x") + at("width") / 2, y = at("y") + at("height") / 2;
			if (Math.hypot((is.x - x) * frame.width, (is.y - y) * frame.height) > 2) stray.push(box.dataset.box);
		});
	});
	return stray.join(" "); })()`

// The pages are looked at closer, turned and gone through; the boxes stay where
// they belong.
func testViewer(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, p)
	path := b.read(p, "invoice.pdf", sample.Invoice("R-2201"))
	const drawn = `[...document.querySelectorAll(".page-picture img")].every(e => e.complete && e.naturalWidth > 0)`
	b.until(drawn)
	tool := func(name string) { b.click(fmt.Sprintf(`.viewer-bar [aria-label=%q]`, name)) }
	width := func() float64 { return evaluate[float64](b, `document.querySelector(".frame").offsetWidth`) }
	sound := func(when string) {
		t.Helper()
		if got := evaluate[string](b, strayBoxes); got != "" {
			t.Errorf("%s, not in their places: %s", when, got)
		}
	}
	fitted := width()
	sound("fitted in")
	tool("Zoom in")
	if now := width(); now < fitted*1.2 {
		t.Errorf("zoomed in, the page is %v wide, before %v", now, fitted)
	}
	sound("zoomed in")
	tool("Rotate the page")
	sound("turned once")
	b.shot("viewer-turned")
	tool("Rotate the page")
	sound("turned twice")
	tool("Rotate the page")
	sound("turned three times")
	tool("Rotate the page")
	b.click(`.viewer-bar [aria-pressed]`)
	if now := width(); now != fitted {
		t.Errorf("fitted in again, the page is %v wide, before %v", now, fitted)
	}
	tool("Full size")
	for range 4 {
		tool("Zoom in")
	}
	b.until(`document.querySelector(".page-picture img").naturalWidth === 2400`)
	sound("with a wider picture")
	b.checkAccessible()
	// The place under the pointer stays under it, and a pull moves the page.
	const at = `window.docmill.viewer.placeOn(document.querySelector("figure"), 200, 600)`
	before := evaluate[map[string]float64](b, at)
	evaluate[any](b, `document.querySelector(".turn").dispatchEvent(new WheelEvent("wheel",
		{ctrlKey: true, deltaY: 40, clientX: 200, clientY: 600, bubbles: true, cancelable: true}))`)
	if now := evaluate[map[string]float64](b, at); now["x"]-before["x"] > 0.01 || before["y"]-now["y"] > 0.01 {
		t.Errorf("under the pointer was %v and is %v", before, now)
	}
	b.run(chromedp.ScrollIntoView(chromedp.CSS(".viewer-bar")))
	grip := evaluate[[]float64](b, `(() => { const r = document.querySelector(".viewer-bar").getBoundingClientRect();
		return [r.left + 200, r.bottom + 20]; })()`)
	from := evaluate[float64](b, `document.querySelector(".pages").scrollTop`)
	b.run(chromedp.MouseEvent("mousePressed", grip[0], grip[1], chromedp.ButtonLeft),
		chromedp.MouseEvent("mouseMoved", grip[0]+20, grip[1]+60, chromedp.ButtonLeft),
		chromedp.MouseEvent("mouseReleased", grip[0]+20, grip[1]+60, chromedp.ButtonLeft))
	if now := evaluate[float64](b, `document.querySelector(".pages").scrollTop`); now != from-60 {
		t.Errorf("a pull by 60 moved the page from %v to %v", from, now)
	}
	b.shots(path, "viewer")
	// The next document of the same tab is shown at the same size.
	b.open(path)
	if now := width(); now <= fitted {
		t.Errorf("the size is forgotten: %v", now)
	}

	b.read(p, "long.pdf", sample.Long(22))
	b.fill("#viewer-page", "12")
	b.press("\r")
	const seen = `window.docmill.viewer.current().dataset.page`
	b.until(seen + ` === "12"`)
	b.run(chromedp.Focus(chromedp.CSS(".pages")), chromedp.KeyEvent("\u0307")) // page down
	b.until(seen + ` === "13" && document.querySelector("#viewer-page").value === "13"`)
	b.fill("#viewer-page", "22") // not among the first twenty
	b.press("\r")
	b.until(`document.querySelector('figure[data-page="22"]') && document.readyState === "complete"`)
	sound("of a page from later on")
}
