package dashboard_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/hook"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/natsclient"
	"github.com/docmill/docmill/tests/sample"
)

// webhookFixture is a docmill with webhooks on, and a receiver that it may reach.
func webhookFixture(t *testing.T) (*fixture, *hook.Receiver) {
	t.Helper()
	receiver := hook.New(t)
	settings := append(receiver.Settings(), "DOCMILL_TRUSTED_PROXIES=127.0.0.1")
	h := &fixture{Instance: binary.Start(t, instance.Dir(t), settings...)}
	h.operator, h.browser = natsclient.Bus(t, h, contract.UserAdmin), launchBrowser(t)
	return h, receiver
}

// register fills in the form and returns the path of the webhook's page.
func (b *tab) register(url string) (mine string) {
	b.t.Helper()
	b.open("/webhooks")
	b.wantText(".nav", "Webhooks")
	b.fill("#url", url)
	b.submit(".primary")
	b.submit(".primary")
	b.wantText("h1", url)
	return b.path()
}

// reopen polls a page until an element contains a text.
func (b *tab) reopen(path, selector, text string) {
	b.t.Helper()
	for range 60 {
		b.open(path)
		if strings.Contains(b.text(selector), text) {
			return
		}
		b.run(chromedp.Sleep(lookAgain))
	}
	b.t.Fatalf("%s never says %q", selector, text)
}

// A failed delivery is inspected and resent, alone and with all others, and a disabled webhook is enabled,
// all without scripts.
func TestWebhookDeliveries(t *testing.T) {
	t.Parallel()
	h, receiver := webhookFixture(t)
	p := h.newPerson(t)
	b := h.newTab(t, p)
	b.withoutScript()
	receiver.Once("/hook", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write([]byte("closed on Sundays <b>"))
	})
	mine := b.register(receiver.URL + "/hook")
	one := b.sendOneAgain(mine)
	p.upload(map[string][]byte{"invoice.pdf": sample.Invoice("R-7001")})
	for deadline := time.Now().Add(patience); len(receiver.Arrivals("/hook")) < 3; time.Sleep(lookAgain) {
		require.False(t, time.Now().After(deadline), "the document's event never comes")
	}
	b.sendAllAgain(h, mine)
	assert.Equal(t, len(receiver.Arrivals("/hook")), 4, "requests")
	b.enableByHand(h, mine)
	refuseOthers(t, p, h.newPerson(t), mine, one)
}

// sendOneAgain sends a failing test, inspects and resends it, and returns the path of its page.
func (b *tab) sendOneAgain(mine string) (one string) {
	b.t.Helper()
	b.submit("form[action$='/test'] button")
	b.wantText("[role=status]", "Test sent")
	b.reopen(mine, "tbody td", "Failed")
	b.submit("tbody a")
	one = b.path()
	b.wantText("#main", "503")
	b.wantText("[aria-label='Response to attempt 1']", "closed on Sundays <b>")
	b.wantText("#body", `"event":"`)
	b.run(click("summary"))
	b.wantText("[aria-label='Headers of attempt 1']", "X-Service-Signature: ")
	b.checkAccessible()
	b.submit("form[action$='/replay'] button")
	b.wantText("[role=status]", "Delivery sent again")
	b.reopen(one, ".facts", "Delivered")
	b.wantText("#main", "Attempt 2")
	return one
}

// sendAllAgain acts first when nothing has failed, and then after a failure.
func (b *tab) sendAllAgain(h *fixture, mine string) {
	b.t.Helper()
	b.reopen(mine, "tbody td", "Delivered")
	b.checkAccessible()
	b.submit("form[action='" + mine + "/replay'] button")
	b.wantText("[role=status]", "No failed deliveries")
	testkit.Exec(b.t, instance.Database(b.t, h.DatabaseURL()),
		`UPDATE notifier.deliveries SET state = 'failed' WHERE NOT test`)
	b.open(mine)
	b.submit("form[action='" + mine + "/replay'] button")
	b.wantText("[role=status]", "being sent again")
	b.reopen(mine, "tbody td", "Delivered")
}

func (b *tab) enableByHand(h *fixture, mine string) {
	b.t.Helper()
	testkit.Exec(b.t, instance.Database(b.t, h.DatabaseURL()), `UPDATE notifier.subscriptions SET state = 'disabled'`)
	b.open(mine)
	b.wantText(".alert", "Nothing is delivered")
	b.checkAccessible()
	b.submit("form[action$='/enable'] button")
	b.wantText("[role=status]", "enabled")
	b.submit("form[action$='/rotate'] button")
	if secret := b.value("#secret"); !strings.HasPrefix(secret, contract.PrefixWebhookSecret) {
		b.t.Errorf("secret = %q", secret)
	}
	b.wantText(".hint", "stays valid until")
}

// refuseOthers tries another account's objects and unknown ones.
func refuseOthers(t *testing.T, p, stranger *person, mine, one string) {
	t.Helper()
	for _, route := range []string{mine + "/replay", one + "/replay"} {
		assert.Equal(t, stranger.post(route, "since", "2026-01-01T00:00").status, http.StatusNotFound,
			route, "by another account: status")
	}
	if a := stranger.get(one); a.status != http.StatusNotFound || strings.Contains(a.body, "closed on") {
		t.Errorf("%s of another account: status %d", one, a.status)
	}
	for _, since := range []string{"", "yesterday", "2026-13-01T00:00"} {
		assert.Equal(t, p.post(mine+"/replay", "since", since).status, http.StatusBadRequest, "since", since, "status")
	}
	assert.Equal(t, p.get(mine+"/deliveries/dlv_none").status, http.StatusNotFound, "no such delivery: status")
}

// With webhooks enabled, the page manages them.
func TestWebhooksSwitchedOn(t *testing.T) {
	t.Parallel()
	h := &fixture{Instance: binary.Start(t, instance.Dir(t), "DOCMILL_WEBHOOKS_ENABLED=true",
		"DOCMILL_TRUSTED_PROXIES=127.0.0.1")}
	h.operator, h.browser = natsclient.Bus(t, h, contract.UserAdmin), launchBrowser(t)
	p := h.newPerson(t)
	b := h.newTab(t, p)
	b.open("/webhooks")
	b.wantText(".alert", "Preview")
	b.checkAccessible()
	b.allow("400")
	b.fill("#url", "https://127.0.0.1/hook")
	b.submit(".primary")
	b.wantText("[role=alert]", "address")
	b.fill("#url", "https://receiver.example/hook")
	b.submit(".primary")
	b.checkAccessible()
	secret := b.value("#secret")
	assert.True(t, strings.HasPrefix(secret, contract.PrefixWebhookSecret), "secret", secret)
	b.submit(".primary")
	b.wantText("h1", "https://receiver.example/hook")
	mine := b.path()
	b.submit("form[action$='/test'] button")
	b.wantText("tbody th", "Test")
	b.checkAccessible()
	b.open("/webhooks")
	b.wantText("tbody", "https://receiver.example/hook")
	b.checkAccessible()

	stranger := h.newPerson(t)
	for _, route := range []string{mine + "/rotate", mine + "/test", mine + "/enable", mine + "/delete"} {
		assert.Equal(t, stranger.post(route).status, 404, route, "by another account: status")
	}
	if a := stranger.get(mine); a.status != 404 || strings.Contains(a.body, "receiver.example") {
		t.Errorf("%s of another account: status %d", mine, a.status)
	}
	b.open(mine)
	b.run(click("summary"))
	b.submit(".danger")
	b.wantText("[role=status]", "Webhook deleted")
}
