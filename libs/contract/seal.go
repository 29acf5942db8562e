package contract

import (
	"bytes"
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
	// FileBytes is the length of the document's file, which follows this object. 0 has
	// it fetched from GetURL.
	FileBytes int `json:"fileBytes,omitempty"`
}

// ClaimKey opens replies sealed to its public half.
type ClaimKey struct {
	private  hpke.PrivateKey
	sessions sealSessions // by the sender's key
}

// NewClaimKey returns a key, which must not outlive its process.
func NewClaimKey() (*ClaimKey, error) {
	private, err := hpke.DHKEM(ecdh.X25519()).GenerateKey()
	if err != nil {
		return nil, fmt.Errorf("make claim key: %w", err)
	}
	return &ClaimKey{private: private}, nil
}

// Public is the value of ClaimRequest.SealKey.
func (k *ClaimKey) Public() []byte { return k.private.PublicKey().Bytes() }

// Sealer seals replies to workers. It agrees on a secret with each of them once, and stores that, so it
// should live as long as its process. The zero value is ready for concurrent use.
type Sealer struct{ sessions sealSessions } // by the worker's key

// sealInfo binds a sealed claim to its document and worker, so that it is invalid for others.
func sealInfo(documentID, worker string) []byte {
	return []byte("docmill claim\x00" + documentID + "\x00" + worker)
}

// Claim moves the reply's secrets and its file into Sealed, or into Apart for a worker that
// takes files. DocumentID must be set.
func (s *Sealer) Claim(to ClaimRequest, r *ClaimReply) error {
	plain, err := json.Marshal(SealedClaim{
		Token: r.Token, GetURL: r.GetURL, PutURL: r.PutURL, FileBytes: len(r.File),
	})
	if err == nil {
		plain = append(plain, r.File...)
		r.SealSender, r.Sealed, err = s.seal(to.SealKey, to.SealSessions, sealInfo(r.DocumentID, to.Worker), plain)
	}
	if err != nil {
		return fmt.Errorf("seal claim: %w", err)
	}
	r.Token, r.GetURL, r.PutURL, r.File = "", "", "", nil
	if to.TakesFiles {
		r.Sealed, r.Apart = nil, r.Sealed
	}
	return nil
}

// Open undoes Sealer.Claim.
func (r *ClaimReply) Open(key *ClaimKey, worker string) error {
	sealed := r.Sealed
	if len(r.Apart) > 0 {
		sealed = r.Apart
	}
	plain, err := key.open(sealInfo(r.DocumentID, worker), r.SealSender, sealed)
	if err != nil {
		return fmt.Errorf("open claim: %w", err)
	}
	var secret SealedClaim
	d := json.NewDecoder(bytes.NewReader(plain))
	if err := d.Decode(&secret); err != nil || int64(secret.FileBytes) != int64(len(plain))-d.InputOffset() {
		return errors.New("open claim: content is malformed") // the cause would quote it
	}
	r.SealSender, r.Sealed, r.Apart = nil, nil, nil
	r.Token, r.GetURL, r.PutURL, r.File = secret.Token, secret.GetURL, secret.PutURL, nil
	if secret.FileBytes > 0 {
		r.File = plain[d.InputOffset():]
	}
	return r.Validate()
}

// seal encrypts in a session with the owner or, without sessions, by HPKE (X25519, HKDF-SHA256, ChaCha20-Poly1305).
func (s *Sealer) seal(sealKey []byte, inSession bool, info, plain []byte) (sender, sealed []byte, err error) {
	if !inSession {
		public, err := hpke.DHKEM(ecdh.X25519()).NewPublicKey(sealKey)
		if err != nil {
			return nil, nil, err
		}
		sealed, err = hpke.Seal(public, hpke.HKDFSHA256(), hpke.ChaCha20Poly1305(), info, plain)
		return nil, sealed, err
	}
	session, err := s.sessions.session(sealKey, newSession)
	if err != nil {
		return nil, nil, err
	}
	return session.sender, session.aead.Seal(nil, nil, plain, info), nil
}

func (k *ClaimKey) open(info, sender, sealed []byte) ([]byte, error) {
	if len(sender) == 0 { // of a gateway that knows no sessions
		return hpke.Open(k.private, hpke.HKDFSHA256(), hpke.ChaCha20Poly1305(), info, sealed)
	}
	session, err := k.sessions.session(sender, k.session)
	if err != nil {
		return nil, err
	}
	return session.aead.Open(nil, nil, sealed, info)
}
