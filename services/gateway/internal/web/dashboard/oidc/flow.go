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
