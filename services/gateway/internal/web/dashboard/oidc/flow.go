package oidc

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Purpose is what a person goes to the provider for.
type Purpose string

// The purposes. All but the first are of one session.
const (
	SignIn  Purpose = "sign-in"
	Confirm Purpose = "confirm" // proves once more who uses the session
	Connect Purpose = "connect" // ties the provider's identity to who uses the session
)

// Aim is what a sign-in at the provider is for.
type Aim struct {
	Purpose Purpose
	Session string // contract.HashSecret of the session's secret; "" of SignIn
	Next    string // path to go on to
	Fresh   bool   // the provider must ask who the person is
}

// Flow is what one sign-in must be finished with. The browser keeps it sealed: it
// can neither read nor change it.
type Flow struct {
	Aim                    Aim
	State, Nonce, Verifier string
	StartedAt              time.Time
}

// flowLife is how long people may take at the provider.
const flowLife = 15 * time.Minute

const sealInfo = "docmill sign-in under way"

// newSeal derives the key from the secret that replicas share (HKDF, RFC 5869).
func newSeal(secret string) (cipher.AEAD, error) {
	key, err := hkdf.Key(sha256.New, []byte(secret), nil, sealInfo, 32)
	if err != nil {
		return nil, fmt.Errorf("key of sign-ins under way: %w", err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("key of sign-ins under way: %w", err)
	}
	return cipher.NewGCMWithRandomNonce(block)
}

func (p *Provider) keep(f Flow) (string, error) {
	text, err := json.Marshal(f)
	if err != nil {
		return "", fmt.Errorf("keep the sign-in: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(p.seal.Seal(nil, nil, text, []byte(sealInfo))), nil
}

// Kept reads what Start had the browser keep; it fails on what Start did not make
// or made too long ago.
func (p *Provider) Kept(kept string) (f Flow, err error) {
	sealed, err := base64.RawURLEncoding.DecodeString(kept)
	if err != nil {
		return Flow{}, fmt.Errorf("kept sign-in: %w", err)
	}
	text, err := p.seal.Open(nil, nil, sealed, []byte(sealInfo))
	if err != nil {
		return Flow{}, fmt.Errorf("kept sign-in: %w", err)
	}
	if err := json.Unmarshal(text, &f); err != nil {
		return Flow{}, fmt.Errorf("kept sign-in: %w", err)
	}
	if age := p.now().Sub(f.StartedAt); age > flowLife || age < -skew {
		return Flow{}, errors.New("kept sign-in: too old")
	}
	return f, nil
}
