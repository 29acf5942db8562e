package auth

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// keyMAC is the stored form of a key: HMAC-SHA256 under pepper of the bytes of
// keyHash, which is contract.HashKey's hexadecimal.
func keyMAC(pepper []byte, keyHash string) ([]byte, error) {
	hash, err := hex.DecodeString(keyHash)
	if err != nil {
		return nil, fmt.Errorf("key hash: %w", err)
	}
	m := hmac.New(sha256.New, pepper)
	m.Write(hash)
	return m.Sum(nil), nil
}
