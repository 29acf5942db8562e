package auth

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/netip"
)

// hashMAC is the stored form of a key, or of the secret of a session or link: HMAC-SHA256 with pepper of
// the bytes of hash, which is the hexadecimal output of contract.HashKey or HashSecret.
func hashMAC(pepper []byte, hash string) ([]byte, error) {
	b, err := hex.DecodeString(hash)
	if err != nil {
		return nil, fmt.Errorf("hash: %w", err)
	}
	return mac(pepper, b), nil
}

// throttledBits is the length of the IPv6 prefix that counts as one address: a site gets at least that (RFC
// 6177), with 2^64 addresses in it.
const throttledBits = 64

// addressMAC is the stored form of a client's address: HMAC-SHA256 with pepper of the IPv4 address, or of
// the IPv6 address's /64. An IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2) counts as IPv4.
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
