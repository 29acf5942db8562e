package auth

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/netip"
)

// keyMAC is the stored form of a key: HMAC-SHA256 under pepper of the bytes of
// keyHash, which is contract.HashKey's hexadecimal.
func keyMAC(pepper []byte, keyHash string) ([]byte, error) {
	hash, err := hex.DecodeString(keyHash)
	if err != nil {
		return nil, fmt.Errorf("key hash: %w", err)
	}
	return mac(pepper, hash), nil
}

// throttledBits is the length of the IPv6 prefix that counts as one address: a
// site gets at least that (RFC 6177), and whoever has it has all 2^64 in it.
const throttledBits = 64

// addressMAC is the stored form of a client's address: HMAC-SHA256 under pepper
// of the IPv4 address, or of the IPv6 address's /64. An IPv4 address that is
// written as an IPv6 one (RFC 4291, 2.5.5.2) is the IPv4 address.
func addressMAC(pepper []byte, address string) ([]byte, error) {
	a, err := netip.ParseAddr(address)
	if err != nil {
		return nil, fmt.Errorf("client address: %w", err)
	}
	a = a.Unmap()
	if a.Is6() {
		prefix, err := a.Prefix(throttledBits) // drops the zone too
		if err != nil {
			return nil, fmt.Errorf("client address: %w", err)
		}
		a = prefix.Addr()
	}
	return mac(pepper, a.AsSlice()), nil
}

func mac(pepper, message []byte) []byte {
	m := hmac.New(sha256.New, pepper)
	m.Write(message)
	return m.Sum(nil)
}
