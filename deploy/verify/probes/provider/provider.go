package main

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"math/big"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

// client is the one that the provider knows.
const client = "docmill"

// Provider of OpenID Connect that takes everybody for the person of Email and asks
// nothing. A client shows one of the secrets that stand in a file, a line each, which
// is read anew each time.
type Provider struct {
	Issuer  string
	Email   string
	Secrets string

	key    *rsa.PrivateKey
	mu     sync.Mutex
	grants map[string]url.Values // what was asked for, by code
}

// New returns a provider with a key of its own.
func New(issuer, email, secrets string) (*Provider, error) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	return &Provider{Issuer: issuer, Email: email, Secrets: secrets, key: key, grants: map[string]url.Values{}}, err
}

// Handler answers what a client asks.
func (p *Provider) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", p.metadata)
	mux.HandleFunc("GET /keys", p.keys)
	mux.HandleFunc("GET /authorize", p.authorize)
	mux.HandleFunc("POST /token", p.token)
	return mux
}

func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // the client notices
}

func (p *Provider) metadata(w http.ResponseWriter, _ *http.Request) {
	answer(w, map[string]any{
		"issuer": p.Issuer, "authorization_endpoint": p.Issuer + "/authorize", "token_endpoint": p.Issuer + "/token",
		"jwks_uri": p.Issuer + "/keys", "id_token_signing_alg_values_supported": []string{"RS256"},
		"response_types_supported": []string{"code"}, "subject_types_supported": []string{"public"},
	})
}

func (p *Provider) keys(w http.ResponseWriter, _ *http.Request) {
	encode := base64.RawURLEncoding.EncodeToString
	answer(w, map[string]any{"keys": []any{map[string]string{
		"kty": "RSA", "alg": "RS256", "use": "sig", "kid": "1",
		"n": encode(p.key.N.Bytes()), "e": encode(big.NewInt(int64(p.key.E)).Bytes()),
	}}})
}

// authorize sends the browser back with a code.
func (p *Provider) authorize(w http.ResponseWriter, r *http.Request) {
	asked, code := r.URL.Query(), rand.Text()
	p.mu.Lock()
	p.grants[code] = asked
	p.mu.Unlock()
	back := url.Values{"state": {asked.Get("state")}, "code": {code}}
	http.Redirect(w, r, asked.Get("redirect_uri")+"?"+back.Encode(), http.StatusFound)
}

// token returns an ID token for a code, once, to a client that shows one of its secrets.
func (p *Provider) token(w http.ResponseWriter, r *http.Request) {
	id, secret, _ := r.BasicAuth()
	code := r.FormValue("code")
	p.mu.Lock()
	asked, known := p.grants[code]
	delete(p.grants, code)
	p.mu.Unlock()
	if !known || id != client || !p.knows(secret) {
		w.WriteHeader(http.StatusUnauthorized)
		answer(w, map[string]string{"error": "invalid_client"})
		return
	}
	token, err := p.idToken(asked.Get("nonce"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	answer(w, map[string]any{"access_token": "x", "token_type": "Bearer", "id_token": token})
}

func (p *Provider) knows(secret string) bool {
	content, err := os.ReadFile(p.Secrets)
	return err == nil && secret != "" && slices.Contains(strings.Fields(string(content)), secret)
}

func (p *Provider) idToken(nonce string) (string, error) {
	now := time.Now()
	claims, err := json.Marshal(map[string]any{
		"iss": p.Issuer, "aud": client, "sub": "subject of " + p.Email, "nonce": nonce,
		"email": p.Email, "email_verified": true,
		"iat": now.Unix(), "exp": now.Add(time.Minute).Unix(), "auth_time": now.Unix(),
	})
	if err != nil {
		return "", err
	}
	encode := base64.RawURLEncoding.EncodeToString
	signed := encode([]byte(`{"alg":"RS256","kid":"1","typ":"JWT"}`)) + "." + encode(claims)
	sum := sha256.Sum256([]byte(signed))
	signature, err := rsa.SignPKCS1v15(nil, p.key, crypto.SHA256, sum[:])
	return signed + "." + encode(signature), err
}
