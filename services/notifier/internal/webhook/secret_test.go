package webhook_test

import (
	"bytes"
	"crypto/rand"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/notifier/internal/webhook"
)

const installation = "a secret key of thirty-two characters"

func TestSealedSecrets(t *testing.T) {
	t.Parallel()
	sealer, err := webhook.NewSealer(installation, rand.Reader)
	require.NoError(t, err)
	secret, err := webhook.NewSecret(rand.Reader)
	if err != nil || len(secret) != len("whsec_")+32 || !strings.HasPrefix(secret, "whsec_") {
		t.Fatalf("secret %q, %v", secret, err)
	}
	one, errOne := sealer.Seal("wh_a", secret)
	two, errTwo := sealer.Seal("wh_a", secret)
	if errOne != nil || errTwo != nil || bytes.Equal(one, two) || bytes.Contains(one, []byte(secret[6:])) {
		t.Errorf("sealed %q and %q, %v, %v", one, two, errOne, errTwo)
	}
	got, err := sealer.Open("wh_a", one)
	assert.True(t, err == nil && got == secret, "opened", got, err)
	other, err := webhook.NewSealer(installation+"!", rand.Reader)
	require.NoError(t, err)
	for name, open := range map[string]func() (string, error){
		"for another subscription": func() (string, error) { return sealer.Open("wh_b", one) },
		"under another key":        func() (string, error) { return other.Open("wh_a", one) },
		"when it was changed": func() (string, error) {
			return sealer.Open("wh_a", append(one[:len(one)-1:len(one)-1], one[len(one)-1]^1))
		},
		"when it is short": func() (string, error) { return sealer.Open("wh_a", one[:5]) },
	} {
		got, err := open()
		assert.Error(t, err, "opens", name, got)
	}
}

// During a change of the installation's secret, secrets sealed under the second one open, and are sealed
// again under the first.
func TestSecondSecret(t *testing.T) {
	t.Parallel()
	before, errBefore := webhook.NewSealer(installation+"!", rand.Reader)
	after, errAfter := webhook.NewSealer(installation, rand.Reader)
	require.NoError(t, errBefore)
	require.NoError(t, errAfter)
	both, errBoth := after.WithSecond(installation + "!")
	old, errOld := before.Seal("wh_a", "whsec_1")
	require.NoError(t, errBoth)
	require.NoError(t, errOld)
	got, err := both.Open("wh_a", old)
	assert.True(t, err == nil && got == "whsec_1", "opened", got, err)
	anew, err := both.Anew("wh_a", old)
	require.NoError(t, err)
	got, err = after.Open("wh_a", anew)
	assert.True(t, err == nil && got == "whsec_1", "sealed anew, opened", got, err)
	again, err := both.Anew("wh_a", anew)
	assert.True(t, err == nil && again == nil, "sealed anew once more", string(again), err)
}

func TestRandomSourceError(t *testing.T) {
	t.Parallel()
	empty := bytes.NewReader(nil)
	sealer, err := webhook.NewSealer(installation, empty)
	require.NoError(t, err)
	_, errSecret := webhook.NewSecret(empty)
	_, errID := webhook.NewSubscriptionID(empty)
	_, errSeal := sealer.Seal("wh_a", "s")
	assert.True(t, errSecret != nil && errID != nil && errSeal != nil, errSecret, errID, errSeal)
}

// The values were computed by hand, with openssl.
func TestSignatures(t *testing.T) {
	t.Parallel()
	m := webhook.Message{
		DeliveryID: "dlv_1", Event: contract.EventBatchCompleted, Body: []byte(`{"a":1}`), At: time.Unix(1700000000, 0),
		Secrets: []string{"whsec_" + "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"},
	}
	h, err := m.Header()
	require.NoError(t, err)
	if h["X-Service-Signature"] != "45ec03b2b33403c8043a90de06bedad0827183927115fd7e448ef97eeb13c5be" ||
		h["Webhook-Signature"] != "v1,yQ0k6opmiAr/idR+VW0NEyhTk2P7m7meOGEk/6m+oVs=" ||
		h["Webhook-Timestamp"] != "1700000000" {
		t.Errorf("%v", h)
	}
	_, ok := h["X-Service-Signature-Previous"]
	assert.False(t, ok, "a second signature without a second secret")
	newest := m.Secrets[0]
	m.Secrets = []string{"whsec_" + strings.Repeat("A", 32), newest}
	rotated, err := m.Header()
	if err != nil || rotated["X-Service-Signature-Previous"] != h["X-Service-Signature"] ||
		rotated["X-Service-Signature"] == h["X-Service-Signature"] ||
		!strings.HasSuffix(rotated["Webhook-Signature"], " "+h["Webhook-Signature"]) {
		t.Errorf("%v, %v", rotated, err)
	}
	m.Secrets = []string{"whsec_no base64"}
	_, err = m.Header()
	assert.Error(t, err, "signed with what is no secret")
}

// Each case is a sequence of attempts by the hour, with the expected result.
func TestHealth(t *testing.T) {
	t.Parallel()
	const (
		fail = iota
		last // the fifth retry of a delivery, failed
		fine
	)
	type attempt struct {
		hour float64
		what int
	}
	for name, story := range map[string]struct {
		attempts []attempt
		at       float64 // hour of the look
		state    contract.SubscriptionState
		spent    bool
		since    float64 // of the run; -1 for none
	}{
		"nothing yet":                    {nil, 100, contract.SubscriptionActive, false, -1},
		"failures alone are not failing": {[]attempt{{0, fail}, {1, fail}}, 100, contract.SubscriptionActive, false, 0},
		"the last retry is":              {[]attempt{{0, fail}, {5, last}}, 6, contract.SubscriptionFailing, false, 0},
		"a success ends it": {[]attempt{{0, fail}, {5, last}, {6, fine}}, 100, contract.SubscriptionActive,
			false, -1},
		"three days": {[]attempt{{0, fail}, {5, last}, {30, last}, {50, last}}, 72,
			contract.SubscriptionFailing, true, 0},
		"a moment less": {[]attempt{{0, fail}, {5, last}, {30, last}, {50, last}}, 71.99,
			contract.SubscriptionFailing, false, 0},
		"a success on the second day": {[]attempt{{0, last}, {30, fine}, {31, last}, {50, last}, {71, last}}, 80,
			contract.SubscriptionFailing, false, 31},
		"no failure on the second day": {[]attempt{{0, last}, {49, last}, {71, last}}, 80, contract.SubscriptionFailing,
			false, 49},
		"no failure on the third day": {[]attempt{{0, last}, {30, last}}, 80, contract.SubscriptionFailing, false, 0},
		"nor later, until one begins a run": {[]attempt{{0, last}, {30, last}, {80, last}}, 81, contract.SubscriptionFailing,
			false, 80},
		"failing is what is disabled": {[]attempt{{0, fail}, {30, fail}, {50, fail}}, 80,
			contract.SubscriptionActive, false, 0},
	} {
		began := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		at := func(hour float64) time.Time { return began.Add(time.Duration(hour * float64(time.Hour))) }
		h := webhook.Health{State: contract.SubscriptionActive}
		for _, a := range story.attempts {
			h = h.After(webhook.Attempt{At: at(a.hour), Success: a.what == fine, Exhausted: a.what == last})
		}
		if h.State != story.state || h.Spent(at(story.at)) != story.spent {
			t.Errorf("%s: %+v, spent %v", name, h, h.Spent(at(story.at)))
		}
		if want := at(story.since); story.since < 0 && !h.RunSince.IsZero() || story.since >= 0 && !h.RunSince.Equal(want) {
			t.Errorf("%s: the run began %s, want %s", name, h.RunSince, want)
		}
	}
}

func TestDisabledUnchanged(t *testing.T) {
	t.Parallel()
	h := webhook.Health{State: contract.SubscriptionDisabled}
	for _, success := range []bool{true, false} {
		assert.Equal(t, h.After(webhook.Attempt{At: time.Now(), Success: success, Exhausted: true}), h)
	}
}
