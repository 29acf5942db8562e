package dashboard_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/sample"
)

// strayBoxes lists boxes over a pixel off their content, for any size and rotation of the page.
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

// Boxes stay in place while pages are zoomed, rotated and changed.
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
		assert.Equal(t, evaluate[string](b, strayBoxes), "", when, "not in their places")
	}
	fitted := width()
	sound("fitted in")
	tool("Zoom in")
	now := width()
	assert.True(t, now >= fitted*1.2, "zoomed in, the page is", now, "wide, before", fitted)
	sound("zoomed in")
	tool("Rotate the page")
	sound("turned once")
	tool("Rotate the page")
	sound("turned twice")
	tool("Rotate the page")
	sound("turned three times")
	tool("Rotate the page")
	b.click(`.viewer-bar [aria-pressed]`)
	assert.Equal(t, width(), fitted, "width of the page")
	tool("100%, full size")
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
	assert.Equal(t, evaluate[float64](b, `document.querySelector(".pages").scrollTop`), from-60,
		"a pull by 60 moved the page from", from, "to")
	// The next document of the same tab is shown at the same size.
	b.open(path)
	now = width()
	assert.True(t, now > fitted, "the size is forgotten", now)

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

// spots scrolls words of the first page into view and returns their positions after late scrolling by a form's focus.
func (b *tab) spots(words ...string) (at [][2]float64) {
	b.t.Helper()
	return evaluate[[][2]float64](b, fmt.Sprintf(`(async () => {
		const figure = document.querySelector("figure"), pages = document.querySelector(".pages");
		const answer = await fetch(figure.querySelector("img").getAttribute("src").replace("/picture", "/words"));
		const all = (await answer.json()).words, matrix = () => figure.querySelector(".boxes").getScreenCTM();
		const places = () => ["%s"].map(text => all.find(w => w.text === text).box)
			.map(([x0, y0, x1, y1]) => new DOMPoint((x0 + x1) / 2, (y0 + y1) / 2).matrixTransform(matrix()));
		const hidden = (at, from, to) => at < from + 70 || at > to - 70;
		let last = "", still = 0;
		while (still < 30) {
			pages.scrollIntoView({block: "nearest"});
			const view = pages.getBoundingClientRect();
			for (const p of places().reverse()) {
				if (hidden(p.x, view.left, view.right)) pages.scrollLeft += p.x - view.left - view.width / 2;
				if (hidden(p.y, view.top, Math.min(view.bottom, innerHeight)))
					pages.scrollTop += p.y - view.top - view.height / 2;
			}
			await new Promise(requestAnimationFrame);
			const now = JSON.stringify(places().map(p => [p.x, p.y]));
			still = now === last ? still + 1 : 0;
			last = now;
		}
		return JSON.parse(last); })()`, strings.Join(words, `", "`)))
}

// pick clicks a word of the first page.
func (b *tab) pick(word string, how ...chromedp.MouseOption) {
	b.t.Helper()
	at := b.spots(word)[0]
	b.run(chromedp.MouseClickXY(at[0], at[1], how...))
}

// frameWords draws a box from before one word to behind another.
func (b *tab) frameWords(from, to string) {
	b.t.Helper()
	at := b.spots(from, to)
	x0, y0, x1, y1 := at[0][0]-40, at[0][1]-8, at[1][0]+40, at[1][1]+8
	b.run(chromedp.MouseEvent("mousePressed", x0, y0, chromedp.ButtonLeft, chromedp.ClickCount(1)),
		chromedp.MouseEvent("mouseMoved", (x0+x1)/2, (y0+y1)/2, chromedp.ButtonLeft),
		chromedp.MouseEvent("mouseMoved", x1, y1, chromedp.ButtonLeft),
		chromedp.MouseEvent("mouseReleased", x1, y1, chromedp.ButtonLeft, chromedp.ClickCount(1)))
}

// openEdit opens the form of a value and waits until it has the focus, which can scroll the page.
func (b *tab) openEdit(path string) {
	b.t.Helper()
	b.click(fmt.Sprintf(`[data-edit=%q]`, path))
	b.until(fmt.Sprintf(`document.activeElement.form?.elements.path?.value === %q`, path))
}

// wantValue waits until a field shows a value.
func (b *tab) wantValue(path, want string) {
	b.t.Helper()
	b.until(fmt.Sprintf(`document.querySelector('[data-field=%q] .what')?.textContent === %q`, path, want))
}

// A person processes the uncertain values, with keys only and with words from the page.
func testStation(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	p.everything()
	b := h.newTab(t, p)
	b.run(chromedp.EmulateViewport(desktopWidth, desktopHeight))
	b.read(p, "doubtful.pdf", sample.Doubtful())
	b.read(p, "second.pdf", sample.Invoice("R-2301"))
	b.open("/review")
	b.until(`document.readyState === "complete" && window.docmill?.openEdit`)
	const at = `document.activeElement.closest("[data-field]")?.dataset.field`
	wantAt := func(want string) {
		t.Helper()
		b.until(at + fmt.Sprintf(` === %q`, want))
	}
	doubts := evaluate[[]string](b,
		`Array.from(document.querySelectorAll(".value-list [data-doubtful]"), e => e.dataset.field)`)
	require.True(t, len(doubts) >= 4, "doubtful values", doubts)
	wantAt(doubts[0]) // the least certain
	b.press("\t")
	wantAt(doubts[1])
	b.run(chromedp.KeyEvent("\t", chromedp.KeyModifiers(chromedp.ModifierShift)))
	wantAt(doubts[0])
	b.press("\r")
	b.until(fmt.Sprintf(`document.querySelector('[data-field=%q] .badge')?.textContent === "Confirmed"`, doubts[0]))
	wantAt(doubts[1])
	b.press("e")
	b.until(fmt.Sprintf(`document.querySelector("form.edit")?.elements.path.value === %q`, doubts[1]))
	b.press("\x1b")

	// Words from the page: a box around some, one, and all between two.
	b.openEdit("vendorName")
	b.until(`document.querySelector("form.edit .from-page")`)
	b.press("r?") // letters of a value
	b.frameWords("Holzwerk", "GmbH")
	b.until(`document.querySelector("#edit-value").value === "Holzwerk Lindner GmbH"`)
	b.press("\r")
	b.wantValue("vendorName", "Holzwerk Lindner GmbH")
	b.openEdit("customerAddress")
	b.frameWords("Am", "Freiburg")
	b.until(`document.querySelector("#edit-value").value === "Am Sägewerk 3, 79098 Freiburg"`)
	b.checkAccessible()
	b.run(chromedp.EmulateViewport(desktopWidth, desktopHeight))
	b.press("\x1b")
	b.click(`.values details summary`)
	b.openEdit("invoiceNumber")
	b.pick("4711")
	b.until(`document.querySelector("#edit-value").value === "4711"`)
	b.pick("88", chromedp.ButtonModifiers(chromedp.ModifierShift))
	b.until(`document.querySelector("#edit-value").value === "4711 / 88"`)
	b.press("\r")
	b.wantValue("invoiceNumber", "4711 / 88")

	// The keys of the viewer; words are found on a page that is turned.
	evaluate[any](b, `document.activeElement.blur()`)
	b.press("r+")
	b.until(`document.querySelector(".turn").dataset.turn === "1" && document.querySelector(".scaled")`)
	b.openEdit("total")
	b.pick("119.00")
	b.until(`document.querySelector("#edit-value").value === "119.00"`)
	b.press("\r")
	b.wantValue("total", "119.00")

	b.press("?")
	b.until(`document.querySelector("dialog.shortcuts").open`)
	// Content behind a modal dialog cannot be focused; for the check the dialog is not modal.
	evaluate[any](b, `(dialog => { dialog.close(); dialog.show(); })(document.querySelector("dialog.shortcuts"))`)
	b.checkAccessible()
	b.run(chromedp.EmulateViewport(desktopWidth, desktopHeight))
	b.click(`dialog.shortcuts [type="checkbox"]`)
	b.click(`dialog.shortcuts button`)
	evaluate[any](b, `document.activeElement.blur()`)
	b.press("r?j")
	got := evaluate[string](b, `document.querySelector(".turn").dataset.turn + document.querySelector("h1").textContent +
		document.querySelector("dialog.shortcuts").open`)
	assert.Equal(t, got, "1doubtful.pdffalse", "keys that are switched off do something")
	b.open(strings.Split(b.path(), "#")[0]) // they stay off
	b.until(`document.querySelector("dialog.shortcuts")`)
	assert.False(t, evaluate[bool](b, `document.querySelector('dialog.shortcuts [type="checkbox"]').checked`),
		"the choice is forgotten")
	b.click(`dialog.shortcuts [type="checkbox"]`)
	evaluate[any](b, `document.activeElement.blur()`)
	b.press("j")
	b.until(`document.querySelector("h1")?.textContent === "second.pdf" && window.docmill?.openEdit`)
	evaluate[any](b, `document.activeElement.blur()`)
	b.press("k")
	b.until(`document.querySelector("h1")?.textContent === "doubtful.pdf"`)
}
