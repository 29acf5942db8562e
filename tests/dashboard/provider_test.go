package dashboard_test

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/openid"
)

const (
	clientID     = "docmill-tests"
	clientSecret = "a secret between provider and docmill"
)

// provider is an OpenID provider whose page signs in any given address.
type provider struct {
	*httptest.Server
	t      testing.TB
	issuer *openid.Issuer // its grants are what was asked for and typed

	mu    sync.Mutex
	asked []url.Values // requests for sign-ins
}

func startProvider(t testing.TB) *provider {
	t.Helper()
	issuer, err := openid.New()
	require.NoError(t, err)
	p := &provider{t: t, issuer: issuer}
	mux := http.NewServeMux()
	issuer.Handle(mux, func() string { return p.URL })
	mux.HandleFunc("GET /authorize", p.ask)
	mux.HandleFunc("POST /authorize", p.grant)
	mux.HandleFunc("POST /token", p.token)
	p.Server = httptest.NewServer(mux)
	t.Cleanup(p.Close)
	return p
}

// ask shows the page; it is there for the browser alone.
func (p *provider) ask(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	p.asked = append(p.asked, r.URL.Query())
	p.mu.Unlock()
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, `<!DOCTYPE html><html lang="en"><title>Provider</title>
<link rel="icon" href="data:,"><h1>Who are you?</h1>
		<form method="post"><input id="email" name="email"><input id="unverified" type="checkbox" name="unverified" value="1">
		<button id="go">Go</button><button id="no" name="no" value="1">No</button></form>`)
}

// grant sends the browser back with a code.
func (p *provider) grant(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if r.Form.Get("no") != "" {
		openid.SendBack(w, r, r.Form, "error", "access_denied")
		return
	}
	openid.SendBack(w, r, r.Form, "code", p.issuer.Grant(r.Form))
}

// token returns an ID token for a code, once, to a client with the verifier of the code's challenge.
func (p *provider) token(w http.ResponseWriter, r *http.Request) {
	id, secret, _ := r.BasicAuth()
	grant, known := p.issuer.Redeem(r.FormValue("code"))
	sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	if !known || id != clientID || secret != url.QueryEscape(clientSecret) ||
		grant.Get("code_challenge_method") != "S256" ||
		base64.RawURLEncoding.EncodeToString(sum[:]) != grant.Get("code_challenge") {
		w.WriteHeader(http.StatusBadRequest)
		openid.Answer(w, map[string]string{"error": "invalid_grant"})
		return
	}
	openid.Tokens(w, p.idToken(grant))
}

func (p *provider) idToken(grant url.Values) string {
	nonce := grant.Get("nonce")
	if grant.Get("replayed") != "" {
		nonce = "of another sign-in"
	}
	since := time.Now()
	if grant.Get("yesterday") != "" {
		since = since.AddDate(0, 0, -1)
	}
	said := map[string]any{
		"iss": p.URL, "aud": clientID, "sub": "subject of " + grant.Get("email"), "nonce": nonce,
		"email": grant.Get("email"), "email_verified": grant.Get("unverified") == "",
		"iat": time.Now().Unix(), "exp": time.Now().Add(time.Minute).Unix(), "auth_time": since.Unix(),
	}
	if grant.Get("silent") != "" {
		delete(said, "auth_time")
	}
	if party := grant.Get("azp"); party != "" {
		said["azp"] = party
	}
	if grant.Get("many") != "" {
		said["aud"] = []string{clientID, "another client"}
	}
	token, err := p.issuer.Sign(said)
	assert.NoError(p.t, err)
	return token
}

// wasAsked counts the requests for sign-ins with a parameter of this value.
func (p *provider) wasAsked(name, value string) (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, q := range p.asked {
		if q.Get(name) == value {
			n++
		}
	}
	return n
}
