// Package oidc signs people in with an OpenID provider (OpenID Connect Core 1.0,
// section 3.1: the authorization code flow), with state against forged answers,
// a nonce against replayed tokens and PKCE (RFC 7636) against stolen codes.
package oidc

import (
	"context"
	"crypto/cipher"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	gooidc "github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// Config names the provider and what it knows the service by.
type Config struct {
	Issuer       string // URL; the provider's metadata lies below it
	ClientID     string
	ClientSecret string
	RedirectURL  string // where the provider sends the browser back to
	Label        string // what people call the provider
	// Secret is what replicas that serve the same people have in common; sign-ins
	// under way are sealed with it.
	Secret string
}

// CallbackPath is where the provider sends browsers back to.
const CallbackPath = "/sign-in/oidc/callback"

// requestTimeout bounds each request to the provider.
const requestTimeout = 10 * time.Second

// Provider is an OpenID provider. Its metadata is fetched when the first person
// signs in, so that it need not be up when the service starts. It is safe for
// concurrent use.
type Provider struct {
	cfg    Config
	seal   cipher.AEAD
	client *http.Client
	now    func() time.Time

	mu         sync.Mutex
	discovered *gooidc.Provider // nil until it was fetched
}

// New builds a Provider. It fetches nothing.
func New(cfg Config, now func() time.Time) (*Provider, error) {
	seal, err := newSeal(cfg.Secret)
	if err != nil {
		return nil, err
	}
	return &Provider{cfg: cfg, seal: seal, client: &http.Client{Timeout: requestTimeout}, now: now}, nil
}

// Label is what people call the provider; "" without one.
func (p *Provider) Label() string {
	if p == nil {
		return ""
	}
	return p.cfg.Label
}

// secrets per Flow, in bytes before base64url.
const secretBytes = 32

// Start makes the address at the provider to send the browser to, and what the
// browser is to keep until it comes back. Where the aim is fresh, the provider is
// to ask who the person is even if it knows.
func (p *Provider) Start(ctx context.Context, aim Aim) (address, kept string, err error) {
	config, _, err := p.oauth(ctx)
	if err != nil {
		return "", "", err
	}
	f := Flow{Aim: aim, State: newSecret(), Nonce: newSecret(), Verifier: oauth2.GenerateVerifier(), StartedAt: p.now()}
	if kept, err = p.keep(f); err != nil {
		return "", "", err
	}
	options := []oauth2.AuthCodeOption{gooidc.Nonce(f.Nonce), oauth2.S256ChallengeOption(f.Verifier)}
	if aim.Fresh {
		options = append(options, oauth2.SetAuthURLParam("prompt", "login"), oauth2.SetAuthURLParam("max_age", "0"))
	}
	return config.AuthCodeURL(f.State, options...), kept, nil
}

func newSecret() string {
	var b [secretBytes]byte
	_, _ = rand.Read(b[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// Identity is who the provider says the person is.
type Identity struct {
	Issuer, Subject string
	Email           string
	EmailVerified   bool
	Fresh           bool // the provider has asked, for this sign-in, who the person is
}

// ErrRefused is the answer of a person, or of the provider, that is a no.
var ErrRefused = errors.New("the provider did not sign the person in")

// skew is how far clocks may be apart: the provider's and the gateways'.
const skew = time.Minute

// Finish checks what the browser brought back and exchanges it for an identity.
func (p *Provider) Finish(ctx context.Context, f Flow, answer url.Values) (Identity, error) {
	if subtle.ConstantTimeCompare([]byte(answer.Get("state")), []byte(f.State)) != 1 || f.State == "" {
		return Identity{}, errors.New("the state is not that of this browser's sign-in")
	}
	if issuer := answer.Get("iss"); issuer != "" && issuer != p.cfg.Issuer { // RFC 9207
		return Identity{}, errors.New("the answer is another provider's")
	}
	if reason := answer.Get("error"); reason != "" {
		return Identity{}, fmt.Errorf("%w: %.100q", ErrRefused, reason)
	}
	config, verifier, err := p.oauth(ctx)
	if err != nil {
		return Identity{}, err
	}
	ctx = gooidc.ClientContext(ctx, p.client)
	token, err := config.Exchange(ctx, answer.Get("code"), oauth2.VerifierOption(f.Verifier))
	if err != nil {
		return Identity{}, fmt.Errorf("exchange the code: %w", err)
	}
	raw, ok := token.Extra("id_token").(string)
	if !ok {
		return Identity{}, errors.New("the provider sent no ID token")
	}
	return p.identity(ctx, verifier, raw, f)
}

func (p *Provider) identity(
	ctx context.Context, verifier *gooidc.IDTokenVerifier, raw string, f Flow,
) (Identity, error) {
	token, err := verifier.Verify(ctx, raw)
	if err != nil {
		return Identity{}, fmt.Errorf("ID token: %w", err)
	}
	if subtle.ConstantTimeCompare([]byte(token.Nonce), []byte(f.Nonce)) != 1 {
		return Identity{}, errors.New("ID token: the nonce is not that of this sign-in")
	}
	var claims struct {
		Email         string `json:"email"`
		EmailVerified flag   `json:"email_verified"`
		AuthTime      int64  `json:"auth_time"` // seconds of Unix time
		Party         string `json:"azp"`
	}
	if err := token.Claims(&claims); err != nil {
		return Identity{}, fmt.Errorf("ID token: %w", err)
	}
	// OpenID Connect Core 1.0, section 3.1.3.7.
	if claims.Party != "" && claims.Party != p.cfg.ClientID || claims.Party == "" && len(token.Audience) > 1 {
		return Identity{}, fmt.Errorf("ID token: authorized party %.100q is not this client", claims.Party)
	}
	if f.Aim.Fresh && !p.asked(f, claims.AuthTime) {
		return Identity{}, fmt.Errorf("%w: it did not ask who the person is", ErrRefused)
	}
	return Identity{
		Issuer: token.Issuer, Subject: token.Subject, Email: claims.Email, EmailVerified: bool(claims.EmailVerified),
		Fresh: f.Aim.Fresh,
	}, nil
}

// asked reports whether the provider has asked who the person is since the sign-in
// was started. One that does not say when it did has not.
func (p *Provider) asked(f Flow, authTime int64) bool {
	at := time.Unix(authTime, 0)
	return authTime != 0 && !at.Before(f.StartedAt.Add(-skew)) && !at.After(p.now().Add(skew))
}

// flag is a boolean that some providers write as a string.
type flag bool

func (b *flag) UnmarshalJSON(text []byte) error {
	*b = flag(strings.Trim(string(text), `"`) == "true")
	return nil
}

// oauth returns what speaks to the provider and what checks its tokens.
func (p *Provider) oauth(ctx context.Context) (*oauth2.Config, *gooidc.IDTokenVerifier, error) {
	provider, err := p.discover(ctx)
	if err != nil {
		return nil, nil, err
	}
	return &oauth2.Config{
			ClientID: p.cfg.ClientID, ClientSecret: p.cfg.ClientSecret, RedirectURL: p.cfg.RedirectURL,
			Endpoint: provider.Endpoint(), Scopes: []string{gooidc.ScopeOpenID, "email"},
		}, provider.VerifierContext(gooidc.ClientContext(context.WithoutCancel(ctx),
			p.client), &gooidc.Config{ClientID: p.cfg.ClientID, Now: p.now}), nil
}

// discover fetches the provider's metadata once (OpenID Connect Discovery 1.0,
// section 4).
func (p *Provider) discover(ctx context.Context) (*gooidc.Provider, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.discovered != nil {
		return p.discovered, nil
	}
	// The provider's keys are fetched later, under the same client.
	found, err := gooidc.NewProvider(gooidc.ClientContext(ctx, p.client), p.cfg.Issuer)
	if err != nil {
		return nil, fmt.Errorf("metadata of %s: %w", p.cfg.Issuer, err)
	}
	p.discovered = found
	return found, nil
}
