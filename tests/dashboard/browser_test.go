package dashboard_test

import (
	"context"
	"fmt"
	"iter"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

const (
	desktopWidth, desktopHeight = 1280, 900
	phoneWidth, phoneHeight     = 360, 740
)

// patience bounds everything that a page is waited for.
const patience = testkit.Patience

// watchPolicy reports violations of the Content-Security-Policy.
const watchPolicy = `document.addEventListener("securitypolicyviolation", e =>
	console.error("policy: " + e.violatedDirective + " " + e.blockedURI + " " + e.sourceFile + ":" + e.lineNumber));`

// tab is a browser window with separate cookies. Errors in its console fail the test.
type tab struct {
	t   testing.TB
	h   *fixture
	ctx context.Context

	mu       sync.Mutex
	problems []string
	allowed  []string

	checked int // pages
}

// newTab opens a window, signed in as p if p is not nil.
func (h *fixture) newTab(t testing.TB, p *person) *tab {
	t.Helper()
	ctx, closeTab := chromedp.NewContext(h.browser, chromedp.WithNewBrowserContext())
	t.Cleanup(closeTab)
	b := &tab{t: t, h: h, ctx: ctx}
	console := chromedp.Console(ctx)
	go b.listen(console)
	command(b, network.SetExtraHTTPHeaders,
		network.SetExtraHTTPHeadersParams{Headers: network.Headers{"X-Forwarded-For": newAddress(t)}})
	command(b, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: watchPolicy})
	if p != nil {
		b.enter(p)
	}
	t.Cleanup(b.report)
	return b
}

// command sends a command of the DevTools protocol to the tab.
func command[P, R any](b *tab, c cdp.Command[P, R], params P) R {
	b.t.Helper()
	r, err := chromedp.Call(b.ctx, c, params)
	require.NoError(b.t, err, c.Method)
	return r
}

// enter copies the cookies of p's client.
func (b *tab) enter(p *person) {
	b.t.Helper()
	base, err := url.Parse(b.h.URL)
	require.NoError(b.t, err)
	for _, c := range p.client.Jar.Cookies(base) {
		command(b, network.SetCookie, network.SetCookieParams{Name: c.Name, Value: c.Value, URL: b.h.URL,
			HTTPOnly: new(true)})
	}
}

func (b *tab) listen(console iter.Seq2[chromedp.ConsoleMessage, error]) {
	for m, err := range console {
		if err != nil {
			return // the tab is closed
		}
		if m.Type == "error" || m.Type == "warning" || m.IsException() {
			b.mu.Lock()
			b.problems = append(b.problems, fmt.Sprintf("%s %s (%s)", m.Source, m, m.URL))
			b.mu.Unlock()
		}
	}
}

func (b *tab) allow(text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.allowed = append(b.allowed, text)
}

func (b *tab) report() {
	b.mu.Lock()
	defer b.mu.Unlock()
next:
	for _, p := range b.problems {
		for _, a := range b.allowed {
			if strings.Contains(p, a) {
				continue next
			}
		}
		b.t.Errorf("the browser's console: %s", p)
	}
}

func (b *tab) run(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	get(b, chromedp.Steps(steps...))
}

func get[T any](b *tab, action chromedp.Action[T]) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, action)
	if err != nil {
		at, _ := chromedp.Run(b.ctx, chromedp.Location())
		text, _ := chromedp.Run(b.ctx, chromedp.Evaluate[string]("document.body.innerText"))
		b.t.Fatalf("at %s: %v\n%.2000s", at, err, text)
	}
	return v
}

// open opens a path and waits until the page is loaded.
func (b *tab) open(path string) {
	b.t.Helper()
	b.run(chromedp.Navigate(b.h.URL + path))
}

// submit presses a button or follows a link to another page, and waits for it.
func (b *tab) submit(selector string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if _, err := chromedp.RunResponse(ctx, chromedp.Click(chromedp.CSS(selector))); err != nil {
		b.t.Fatalf("%s: %v\n%s", selector, err, b.text("body"))
	}
}

// fill replaces a field's text. It focuses the field first, so that the page's scripts leave it alone.
func (b *tab) fill(selector, text string) {
	b.t.Helper()
	b.run(waitFor(selector), chromedp.Focus(chromedp.CSS(selector)))
	evaluate[any](b, fmt.Sprintf("document.querySelector(%q).value = ''", selector))
	b.run(chromedp.SendKeys(chromedp.CSS(selector), text))
}

func (b *tab) text(selector string) string {
	b.t.Helper()
	return get(b, chromedp.Text(chromedp.CSS(selector)))
}

func (b *tab) value(selector string) string {
	b.t.Helper()
	return get(b, chromedp.Value(chromedp.CSS(selector)))
}

func (b *tab) path() string {
	b.t.Helper()
	return strings.TrimPrefix(get(b, chromedp.Location()), b.h.URL)
}

func (b *tab) wantPath(want string) {
	b.t.Helper()
	if got := b.path(); got != want {
		b.t.Fatalf("the page is %s, want %s\n%s", got, want, b.text("body"))
	}
}

func (b *tab) wantText(selector, want string) {
	b.t.Helper()
	assert.Contains(b.t, b.text(selector), want, selector, "says in it")
}

func waitFor(selector string) chromedp.Action[chromedp.Void] {
	return chromedp.WaitVisible(chromedp.CSS(selector))
}

func click(selector string) chromedp.Action[chromedp.Void] {
	return chromedp.Click(chromedp.CSS(selector))
}

func evaluate[T any](b *tab, script string) T {
	b.t.Helper()
	return get(b, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
}

func (b *tab) phone() {
	b.t.Helper()
	b.run(chromedp.EmulateViewport(phoneWidth, phoneHeight, chromedp.EmulateMobile))
}

// scheme sets the preferred color scheme: "light" or "dark".
func (b *tab) scheme(name string) {
	b.t.Helper()
	command(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}},
	})
}

// withoutScript switches the page's scripts off.
func (b *tab) withoutScript() {
	b.t.Helper()
	command(b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
}

func (b *tab) cookies() []*network.Cookie {
	b.t.Helper()
	return command(b, network.GetCookies, network.GetCookiesParams{URLs: []string{b.h.URL}}).Cookies
}
