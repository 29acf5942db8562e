package main

import (
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/docmill/docmill/tests/openid"
)

const client = "docmill"

// Provider signs in everyone as the person with Email, without questions. A client needs one of the secrets
// in a file, one per line, which is read each time.
type Provider struct {
	Address string // what begins its URLs
	Email   string
	Secrets string

	issuer *openid.Issuer
}

// New returns a provider with a new key.
func New(address, email, secrets string) (*Provider, error) {
	issuer, err := openid.New()
	return &Provider{Address: address, Email: email, Secrets: secrets, issuer: issuer}, err
}

func (p *Provider) Handler() http.Handler {
	mux := http.NewServeMux()
	p.issuer.Handle(mux, func() string { return p.Address })
	mux.HandleFunc("GET /authorize", p.authorize)
	mux.HandleFunc("POST /token", p.token)
	return mux
}

// authorize redirects the browser with a code.
func (p *Provider) authorize(w http.ResponseWriter, r *http.Request) {
	asked := r.URL.Query()
	openid.SendBack(w, r, asked, "code", p.issuer.Grant(asked))
}

// token returns an ID token for a code, once, to a client with a valid secret.
func (p *Provider) token(w http.ResponseWriter, r *http.Request) {
	id, secret, _ := r.BasicAuth()
	asked, known := p.issuer.Redeem(r.FormValue("code"))
	if !known || id != client || !p.knows(secret) {
		w.WriteHeader(http.StatusUnauthorized)
		openid.Answer(w, map[string]string{"error": "invalid_client"})
		return
	}
	now := time.Now()
	token, err := p.issuer.Sign(map[string]any{
		"iss": p.Address, "aud": client, "sub": "subject of " + p.Email, "nonce": asked.Get("nonce"),
		"email": p.Email, "email_verified": true,
		"iat": now.Unix(), "exp": now.Add(time.Minute).Unix(), "auth_time": now.Unix(),
	})
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	openid.Tokens(w, token)
}

func (p *Provider) knows(secret string) bool {
	content, err := os.ReadFile(p.Secrets)
	return err == nil && secret != "" && slices.Contains(strings.Fields(string(content)), secret)
}
