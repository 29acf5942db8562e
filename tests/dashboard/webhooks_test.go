package dashboard_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/tests/instance"
)

// Where the operator has switched webhooks on, the page looks after them.
func TestWebhooksSwitchedOn(t *testing.T) {
	t.Parallel()
	h := &house{Instance: binary.Start(t, instance.Dir(t), "DOCMILL_WEBHOOKS_ENABLED=true", "DOCMILL_TRUSTED_PROXIES=127.0.0.1")}
	h.operator, h.browser = connect(t, h.Instance), launchBrowser(t)
	p := h.newPerson(t)
	b := h.newTab(t, p)
	b.open("/webhooks")
	b.wantText(".alert", "A preview")
	b.checkAccessible()
	b.allow("400")
	b.fill("#url", "https://127.0.0.1/hook")
	b.submit(".primary")
	b.wantText("[role=alert]", "address")
	b.fill("#url", "https://receiver.example/hook")
	b.submit(".primary")
	b.checkAccessible()
	b.shot("webhook-secret")
	if secret := b.value("#secret"); !strings.HasPrefix(secret, contract.PrefixWebhookSecret) {
		t.Errorf("secret = %q", secret)
	}
	b.submit(".primary")
	b.wantText("h1", "https://receiver.example/hook")
	mine := b.path()
	b.submit("form[action$='/test'] button")
	b.wantText("tbody th", "Test")
	b.checkAccessible()
	b.shots(mine, "webhook")
	b.open("/webhooks")
	b.wantText("tbody", "https://receiver.example/hook")
	b.checkAccessible()
	b.shots("/webhooks", "webhooks-on")

	stranger := h.newPerson(t)
	for _, route := range []string{mine + "/rotate", mine + "/test", mine + "/enable", mine + "/delete"} {
		if a := stranger.post(route); a.status != 404 {
			t.Errorf("%s by another account: status %d", route, a.status)
		}
	}
	if a := stranger.get(mine); a.status != 404 || strings.Contains(a.body, "receiver.example") {
		t.Errorf("%s of another account: status %d", mine, a.status)
	}
	b.open(mine)
	b.run(click("summary"))
	b.submit(".danger")
	b.wantText("[role=status]", "The webhook is deleted")
}
