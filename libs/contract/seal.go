package contract

import (
	"crypto/ecdh"
	"crypto/hpke"
	"encoding/json"
	"errors"
	"fmt"
)

// SealedClaim is the secret part of a ClaimReply. All replicas of a service
// share one NATS user and could listen on each other's replies; sealed to the
// key of the worker that claims, it is of no use to any other.
type SealedClaim struct {
	Token  string `json:"token"`
	GetURL string `json:"getUrl"`
	PutURL string `json:"putUrl"`
}

// ClaimKey opens what was sealed to its public half.
type ClaimKey struct{ private hpke.PrivateKey }

// NewClaimKey makes a key, which is to live no longer than its process.
func NewClaimKey() (*ClaimKey, error) {
	private, err := hpke.DHKEM(ecdh.X25519()).GenerateKey()
	if err != nil {
		return nil, fmt.Errorf("make claim key: %w", err)
	}
	return &ClaimKey{private}, nil
}

// Public is what ClaimRequest.SealKey takes.
func (k *ClaimKey) Public() []byte { return k.private.PublicKey().Bytes() }

// sealInfo binds a sealed claim to the document and the worker that it is for,
// so that it cannot be passed off as another one's.
func sealInfo(documentID, worker string) []byte {
	return []byte("docmill claim\x00" + documentID + "\x00" + worker)
}

// Seal moves the reply's secrets into Sealed (HPKE as in RFC 9180: X25519,
// HKDF-SHA256, ChaCha20-Poly1305). DocumentID must be set.
func (r *ClaimReply) Seal(sealKey []byte, worker string) error {
	plain, err := json.Marshal(SealedClaim{Token: r.Token, GetURL: r.GetURL, PutURL: r.PutURL})
	if err == nil {
		r.Sealed, err = seal(sealKey, sealInfo(r.DocumentID, worker), plain)
	}
	if err != nil {
		return fmt.Errorf("seal claim: %w", err)
	}
	r.Token, r.GetURL, r.PutURL = "", "", ""
	return nil
}

// Open undoes Seal. A reply that is not sealed stays as it is: it comes from a
// gateway that does not seal yet.
func (r *ClaimReply) Open(key *ClaimKey, worker string) error {
	if len(r.Sealed) == 0 {
		return nil
	}
	plain, err := key.open(sealInfo(r.DocumentID, worker), r.Sealed)
	if err != nil {
		return fmt.Errorf("open claim: %w", err)
	}
	var secret SealedClaim
	if err := json.Unmarshal(plain, &secret); err != nil {
		return errors.New("open claim: content is malformed") // the cause would quote it
	}
	r.Sealed, r.Token, r.GetURL, r.PutURL = nil, secret.Token, secret.GetURL, secret.PutURL
	return r.Validate()
}

func seal(sealKey, info, plain []byte) ([]byte, error) {
	public, err := hpke.DHKEM(ecdh.X25519()).NewPublicKey(sealKey)
	if err != nil {
		return nil, err
	}
	return hpke.Seal(public, hpke.HKDFSHA256(), hpke.ChaCha20Poly1305(), info, plain)
}

func (k *ClaimKey) open(info, sealed []byte) ([]byte, error) {
	return hpke.Open(k.private, hpke.HKDFSHA256(), hpke.ChaCha20Poly1305(), info, sealed)
}
