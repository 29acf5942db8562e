package webhook

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"fmt"
	"io"
	"strings"

	"github.com/docmill/docmill/libs/contract"
)

// secretBytes is the minimum of Standard Webhooks; it makes 32 characters of base64 without padding.
const secretBytes = 24

// NewSecret returns a subscription's secret: whsec_ and 192 random bits in base64, as in Standard Webhooks.
func NewSecret(random io.Reader) (string, error) {
	b := make([]byte, secretBytes)
	if _, err := io.ReadFull(random, b); err != nil {
		return "", fmt.Errorf("random bytes for a webhook secret: %w", err)
	}
	return contract.PrefixWebhookSecret + base64.StdEncoding.EncodeToString(b), nil
}

// NewSubscriptionID returns a subscription's id: wh_ and 120 random bits in base32.
func NewSubscriptionID(random io.Reader) (string, error) {
	b := make([]byte, 15)
	if _, err := io.ReadFull(random, b); err != nil {
		return "", fmt.Errorf("random bytes for a subscription's id: %w", err)
	}
	return contract.PrefixSubscription + strings.ToLower(base32.StdEncoding.EncodeToString(b)), nil
}

// Sealer encrypts secrets for the database (AES-256-GCM). A secret sealed for one subscription does not
// open for another.
type Sealer struct {
	aead   cipher.AEAD
	second cipher.AEAD // also opens; nil for none
	random io.Reader
}

// NewSealer derives the key from the installation's secret (HKDF, RFC 5869). random is for nonces.
func NewSealer(installationSecret string, random io.Reader) (*Sealer, error) {
	aead, err := keyed(installationSecret)
	if err != nil {
		return nil, err
	}
	return &Sealer{aead: aead, random: random}, nil
}

// WithSecond returns a sealer that also opens secrets sealed under another secret of the installation.
func (s *Sealer) WithSecond(installationSecret string) (*Sealer, error) {
	second, err := keyed(installationSecret)
	return &Sealer{aead: s.aead, second: second, random: s.random}, err
}

func keyed(installationSecret string) (cipher.AEAD, error) {
	key, err := hkdf.Key(sha256.New, []byte(installationSecret), nil, "docmill webhook secrets", 32)
	if err != nil {
		return nil, fmt.Errorf("key of webhook secrets: %w", err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("key of webhook secrets: %w", err)
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return nil, fmt.Errorf("key of webhook secrets: %w", err)
	}
	return aead, nil
}

// Seal encrypts a subscription's secret.
func (s *Sealer) Seal(subscriptionID, secret string) ([]byte, error) {
	nonce := make([]byte, s.aead.NonceSize())
	if _, err := io.ReadFull(s.random, nonce); err != nil {
		return nil, fmt.Errorf("random bytes for a nonce: %w", err)
	}
	return s.aead.Seal(nonce, nonce, []byte(secret), []byte(subscriptionID)), nil
}

// Open decrypts the output of Seal for the same subscription.
func (s *Sealer) Open(subscriptionID string, sealed []byte) (string, error) {
	n := s.aead.NonceSize()
	if len(sealed) < n {
		return "", fmt.Errorf("the secret of %s has %d bytes", subscriptionID, len(sealed))
	}
	secret, err := s.aead.Open(nil, sealed[:n], sealed[n:], []byte(subscriptionID))
	if err != nil && s.second != nil {
		secret, err = s.second.Open(nil, sealed[:n], sealed[n:], []byte(subscriptionID))
	}
	if err != nil {
		return "", fmt.Errorf("the secret of %s does not open; is DOCMILL_SECRET_KEY another one? %w", subscriptionID, err)
	}
	return string(secret), nil
}

// Anew reseals a secret that only the installation's second secret opens; sealed is nil if the first one
// opens it.
func (s *Sealer) Anew(subscriptionID string, old []byte) (sealed []byte, err error) {
	first := &Sealer{aead: s.aead, random: s.random}
	if _, err := first.Open(subscriptionID, old); err == nil {
		return nil, nil
	}
	secret, err := s.Open(subscriptionID, old)
	if err != nil {
		return nil, err
	}
	return s.Seal(subscriptionID, secret)
}
