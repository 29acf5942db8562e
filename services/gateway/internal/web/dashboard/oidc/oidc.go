// Package oidc signs users in with an OpenID provider (OpenID Connect Core 1.0,
// section 3.1: the authorization code flow), with state against forged answers,
// a nonce against replayed tokens and PKCE (RFC 7636) against stolen codes.
package oidc

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
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

// Config is the client's registration at the provider.
type Config struct {
	Issuer       string // URL of the provider
	ClientID     string
	ClientSecret string
	RedirectURL  string // of this service
	Label        string // display name of the provider
	// Secret is shared by all replicas and encrypts the state of sign-ins.
	Secret string
}

// CallbackPath is the path of RedirectURL.
const CallbackPath = "/sign-in/oidc/callback"

// requestTimeout bounds each request to the provider.
const requestTimeout = 10 * time.Second

// Provider is an OpenID provider. Its metadata is fetched at the first sign-in, so that
// it need not be reachable when the service starts. It is safe for concurrent use.
type Provider struct {
	cfg    Config
	seal   cipher.AEAD
	client *http.Client
	now    func() time.Time

	mu         sync.Mutex
	discovered *gooidc.Provider // nil until fetched
}

// New returns a Provider without fetching anything.
func New(cfg Config, now func() time.Time) (*Provider, error) {
	seal, err := newSeal(cfg.Secret)
	if err != nil {
		return nil, err
	}
	return &Provider{cfg: cfg, seal: seal, client: &http.Client{Timeout: requestTimeout}, now: now}, nil
}

// Label is the display name of the provider; "" for nil.
func (p *Provider) Label() string {
	if p == nil {
		return ""
	}
	return p.cfg.Label
}

// secrets per Flow, in bytes before base64url.
const secretBytes = 32

// Start returns the provider's URL for the browser, and the state that the browser
// stores until it returns. If the aim is fresh, the provider must ask for the password
// again.
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

// Identity is the user as the provider knows them.
type Identity struct {
	Issuer, Subject string
	Email           string
	EmailVerified   bool
	Fresh           bool // the provider asked for the password during this sign-in
}

// ErrRefused says that the user or the provider refused the sign-in.
var ErrRefused = errors.New("provider refused the sign-in")

// skew is the tolerated clock difference between provider and gateway.
const skew = time.Minute

// Finish checks the provider's redirect and exchanges its code for an identity.
func (p *Provider) Finish(ctx context.Context, f Flow, answer url.Values) (Identity, error) {
	if subtle.ConstantTimeCompare([]byte(answer.Get("state")), []byte(f.State)) != 1 || f.State == "" {
		return Identity{}, errors.New("state mismatch")
	}
	if issuer := answer.Get("iss"); issuer != "" && issuer != p.cfg.Issuer { // RFC 9207
		return Identity{}, errors.New("issuer mismatch")
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
		return Identity{}, errors.New("provider returned no ID token")
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
		return Identity{}, errors.New("ID token: nonce mismatch")
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
		return Identity{}, fmt.Errorf("%w: it did not ask for the password again", ErrRefused)
	}
	return Identity{
		Issuer: token.Issuer, Subject: token.Subject, Email: claims.Email, EmailVerified: bool(claims.EmailVerified),
		Fresh: f.Aim.Fresh,
	}, nil
}

// asked reports whether the provider says that it authenticated the user after the sign-in began.
func (p *Provider) asked(f Flow, authTime int64) bool {
	at := time.Unix(authTime, 0)
	return authTime != 0 && !at.Before(f.StartedAt.Add(-skew)) && !at.After(p.now().Add(skew))
}

// flag is a boolean that some providers encode as a string.
type flag bool

func (b *flag) UnmarshalJSON(text []byte) error {
	*b = flag(strings.Trim(string(text), `"`) == "true")
	return nil
}

// oauth returns the OAuth client and the verifier of ID tokens.
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

// discover fetches the provider's metadata once (OpenID Connect Discovery 1.0, section 4).
func (p *Provider) discover(ctx context.Context) (*gooidc.Provider, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.discovered != nil {
		return p.discovered, nil
	}
	// The provider's keys are fetched later with the same client.
	found, err := gooidc.NewProvider(gooidc.ClientContext(ctx, p.client), p.cfg.Issuer)
	if err != nil {
		return nil, fmt.Errorf("metadata of %s: %w", p.cfg.Issuer, err)
	}
	p.discovered = found
	return found, nil
}

// Purpose is the purpose of a sign-in at the provider.
type Purpose string

// Purposes. Confirm and Connect belong to a session.
const (
	SignIn  Purpose = "sign-in"
	Confirm Purpose = "confirm" // confirms the user of the session
	Connect Purpose = "connect" // links the provider's identity to the user of the session
)

// Aim is a sign-in's purpose and the page that follows.
type Aim struct {
	Purpose Purpose
	Session string // contract.HashSecret of the session's secret; "" of SignIn
	Next    string // path to go on to
	Fresh   bool   // the provider must ask for the password again
}

// Flow is the state of one sign-in. The browser stores it encrypted.
type Flow struct {
	Aim                    Aim
	State, Nonce, Verifier string
	StartedAt              time.Time
}

// flowLife bounds the time at the provider.
const flowLife = 15 * time.Minute

const sealInfo = "docmill sign-in under way"

// newSeal derives the key from the secret that replicas share (HKDF, RFC 5869).
func newSeal(secret string) (cipher.AEAD, error) {
	key, err := hkdf.Key(sha256.New, []byte(secret), nil, sealInfo, 32)
	if err != nil {
		return nil, fmt.Errorf("derive sign-in key: %w", err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("derive sign-in key: %w", err)
	}
	return cipher.NewGCMWithRandomNonce(block)
}

func (p *Provider) keep(f Flow) (string, error) {
	text, err := json.Marshal(f)
	if err != nil {
		return "", fmt.Errorf("seal sign-in state: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(p.seal.Seal(nil, nil, text, []byte(sealInfo))), nil
}

// Kept decrypts the state that Start returned. It fails if the state is forged or
// expired.
func (p *Provider) Kept(kept string) (f Flow, err error) {
	sealed, err := base64.RawURLEncoding.DecodeString(kept)
	if err != nil {
		return Flow{}, fmt.Errorf("sign-in state: %w", err)
	}
	text, err := p.seal.Open(nil, nil, sealed, []byte(sealInfo))
	if err != nil {
		return Flow{}, fmt.Errorf("sign-in state: %w", err)
	}
	if err := json.Unmarshal(text, &f); err != nil {
		return Flow{}, fmt.Errorf("sign-in state: %w", err)
	}
	if age := p.now().Sub(f.StartedAt); age > flowLife || age < -skew {
		return Flow{}, errors.New("sign-in state: expired")
	}
	return f, nil
}
