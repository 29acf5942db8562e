package contract

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
)

// The form of an API key (specification, section 2.1): an 8-character prefix
// and 48 lower-case hexadecimal characters, 56 characters in all.
const (
	KeyPrefixLive = "dm_live_"
	KeyPrefixTest = "dm_test_" // announced, not available yet
	keyHexLen     = 48
	KeyLen        = len(KeyPrefixLive) + keyHexLen
)

// NewKey makes a live API key from 24 random bytes of random.
func NewKey(random io.Reader) (string, error) {
	var b [keyHexLen / 2]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return "", fmt.Errorf("random bytes for an API key: %w", err)
	}
	return KeyPrefixLive + hex.EncodeToString(b[:]), nil
}

// KeyForm reports what a presented key looks like, before any look-up.
type KeyForm int

// The forms of a presented key.
const (
	KeyMalformed KeyForm = iota
	KeyLive
	KeyTest
)

// FormOfKey checks length, prefix and alphabet.
func FormOfKey(key string) KeyForm {
	if len(key) != KeyLen {
		return KeyMalformed
	}
	for _, c := range []byte(key[len(KeyPrefixLive):]) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return KeyMalformed
		}
	}
	switch {
	case strings.HasPrefix(key, KeyPrefixLive):
		return KeyLive
	case strings.HasPrefix(key, KeyPrefixTest):
		return KeyTest
	}
	return KeyMalformed
}

// HashKey is the SHA-256 of a key in lower-case hexadecimal: the only form in
// which a key travels between services. A key has 192 random bits, so a fast
// hash is right; the auth service adds its pepper before it stores it.
func HashKey(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:])
}

// LastFour returns the characters by which a person recognizes a key in a list.
func LastFour(key string) string { return key[max(0, len(key)-4):] }

func validKeyHash(h string) error { return validHash("keyHash", h) }
