package contract_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
)

// Anyone may create an account, three per minute from one address.
func openRegistration(t *testing.T, w *world) {
	stranger := person{t: t, Account: instance.Account{URL: w.url, Client: w.client(t)}}
	register := func(body string, h map[string]string, want int) instance.Answer {
		t.Helper()
		all := header("Content-Type", "application/json")
		for name, v := range h {
			all[name] = v
		}
		return stranger.send(http.MethodPost, "/api/auth/register", body, all, want)
	}
	keys := map[string]bool{}
	for range 3 {
		var made struct{ Key string }
		register(`{"name":"Nordlicht"}`, nil, http.StatusCreated).Into(t, &made)
		keys[made.Key] = true
	}
	require.Equal(t, len(keys), 3, "keys")
	// No proxy is trusted, so X-Forwarded-For does not count.
	for _, h := range []map[string]string{nil, header("X-Forwarded-For", "203.0.113.7"),
		header("Forwarded", "for=203.0.113.7")} {
		answer := register(`{"name":"Nordlicht"}`, h, http.StatusTooManyRequests)
		if after, err := strconv.Atoi(answer.Header.Get("Retry-After")); answer.Code() != string(contract.CodeRateLimited) ||
			err != nil || after < 1 || after > 60 {
			t.Errorf("%s, Retry-After %q", answer.Body, answer.Header.Get("Retry-After"))
		}
	}
	register(`{"name":"Nordlicht","plan":"Enterprise"}`, nil, http.StatusBadRequest)
	register(`{"name":""}`, nil, http.StatusBadRequest)
	for key := range keys {
		me := stranger
		me.Key = key
		var u struct {
			Plan string
			usage
		}
		if me.get("/api/v1/usage").Into(t, &u); u.Plan != string(contract.PlanFree) || u.Documents.Used != 0 {
			t.Errorf("%+v", u)
		}
	}
	// With a key it is another key of the same account, and nothing throttles it.
	me := w.person(t, contract.PlanFree)
	me.extract(texts("a.txt", plainInvoice("R-1")))
	for range 4 {
		var made struct{ Key string }
		me.send(http.MethodPost, "/api/auth/register", `{"name":"second"}`, header("Content-Type", "application/json"),
			http.StatusCreated).Into(t, &made)
		if second := me; made.Key == "" || made.Key == me.Key {
			t.Errorf("key %q", made.Key)
		} else if second.Key = made.Key; second.used() != 1 {
			t.Error("the second key is another account's")
		}
	}
	register(`{"name":"x"}`, header("X-API-Key", "dm_live_"+strings.Repeat("0", 48)), http.StatusUnauthorized)
}
