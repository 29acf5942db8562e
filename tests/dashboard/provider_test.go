package dashboard_test

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"
)

const (
	clientID     = "docmill-tests"
	clientSecret = "a secret between provider and docmill"
)

// provider is an OpenID provider: its page asks who the person says they are,
// and believes it.
type provider struct {
	*httptest.Server
	t   testing.TB
	key *rsa.PrivateKey

	mu     sync.Mutex
	grants map[string]url.Values // what was asked for and typed, by code
	asked  []url.Values          // requests for sign-ins
}

func startProvider(t testing.TB) *provider {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	p := &provider{t: t, key: key, grants: map[string]url.Values{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", p.metadata)
	mux.HandleFunc("GET /keys", p.keys)
	mux.HandleFunc("GET /authorize", p.ask)
	mux.HandleFunc("POST /authorize", p.grant)
	mux.HandleFunc("POST /token", p.token)
	p.Server = httptest.NewServer(mux)
	t.Cleanup(p.Close)
	return p
}

func answerJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // the client notices
}

func (p *provider) metadata(w http.ResponseWriter, _ *http.Request) {
	answerJSON(w, map[string]any{
		"issuer": p.URL, "authorization_endpoint": p.URL + "/authorize", "token_endpoint": p.URL + "/token",
		"jwks_uri": p.URL + "/keys", "id_token_signing_alg_values_supported": []string{"RS256"},
		"response_types_supported": []string{"code"}, "subject_types_supported": []string{"public"},
	})
}

func (p *provider) keys(w http.ResponseWriter, _ *http.Request) {
	encode := base64.RawURLEncoding.EncodeToString
	answerJSON(w, map[string]any{"keys": []any{map[string]string{
		"kty": "RSA", "alg": "RS256", "use": "sig", "kid": "1",
		"n": encode(p.key.N.Bytes()), "e": encode(big.NewInt(int64(p.key.E)).Bytes()),
	}}})
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
	back := url.Values{"state": {r.Form.Get("state")}}
	if r.Form.Get("no") != "" {
		back.Set("error", "access_denied")
	} else {
		code := rand.Text()
		p.mu.Lock()
		p.grants[code] = r.Form
		p.mu.Unlock()
		back.Set("code", code)
	}
	http.Redirect(w, r, r.Form.Get("redirect_uri")+"?"+back.Encode(), http.StatusFound)
}

// token returns an ID token for a code, once, to who can show the verifier whose
// hash the code was asked for with.
func (p *provider) token(w http.ResponseWriter, r *http.Request) {
	id, secret, _ := r.BasicAuth()
	code := r.FormValue("code")
	p.mu.Lock()
	grant, known := p.grants[code]
	delete(p.grants, code)
	p.mu.Unlock()
	sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	if !known || id != clientID || secret != url.QueryEscape(clientSecret) ||
		grant.Get("code_challenge_method") != "S256" ||
		base64.RawURLEncoding.EncodeToString(sum[:]) != grant.Get("code_challenge") {
		w.WriteHeader(http.StatusBadRequest)
		answerJSON(w, map[string]string{"error": "invalid_grant"})
		return
	}
	answerJSON(w, map[string]any{"access_token": "x", "token_type": "Bearer", "id_token": p.idToken(grant)})
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
	claims, err := json.Marshal(said)
	if err != nil {
		p.t.Error(err)
	}
	encode := base64.RawURLEncoding.EncodeToString
	signed := encode([]byte(`{"alg":"RS256","kid":"1","typ":"JWT"}`)) + "." + encode(claims)
	sum := sha256.Sum256([]byte(signed))
	signature, err := rsa.SignPKCS1v15(nil, p.key, crypto.SHA256, sum[:])
	if err != nil {
		p.t.Error(err)
	}
	return signed + "." + encode(signature)
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
