package contract

import (
	"container/list"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hpke"
	"sync"
)

const (
	// maxSessions bounds the stored sessions: few processes communicate, and a lost one costs one key agreement.
	maxSessions = 256
	// maxSealed bounds a session's messages: two random 96-bit nonces are equal with a probability of 2^-57.
	maxSealed = 1 << 20
	// sessionInfo separates the keys of sessions from those of single messages.
	sessionInfo = "docmill session"
	// sessionKeyBytes is the key length of AES-256.
	sessionKeyBytes = 32
)

// sealSession is a key agreement between two processes (HPKE, RFC 9180) and the key derived from its
// exported secret (AES-256-GCM). Unlike with HPKE's counter, messages may be lost and reordered.
type sealSession struct {
	sender []byte // the encapsulated key: the recipient derives the same secret by it
	aead   cipher.AEAD
	used   int // times that it was asked for
}

// newSession agrees on a secret with the owner of a public key.
func newSession(sealKey []byte) (*sealSession, error) {
	public, err := hpke.DHKEM(ecdh.X25519()).NewPublicKey(sealKey)
	if err != nil {
		return nil, err
	}
	sender, context, err := hpke.NewSender(public, hpke.HKDFSHA256(), hpke.ExportOnly(), []byte(sessionInfo))
	if err != nil {
		return nil, err
	}
	return exported(sender, context.Export)
}

// session derives the sender's secret.
func (k *ClaimKey) session(sender []byte) (*sealSession, error) {
	context, err := hpke.NewRecipient(sender, k.private, hpke.HKDFSHA256(), hpke.ExportOnly(), []byte(sessionInfo))
	if err != nil {
		return nil, err
	}
	return exported(sender, context.Export)
}

func exported(sender []byte, export func(string, int) ([]byte, error)) (*sealSession, error) {
	key, err := export(sessionInfo, sessionKeyBytes)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return nil, err
	}
	return &sealSession{sender: sender, aead: aead}, nil
}

// sealSessions holds a process's recently used sessions, by the other one's key. The zero value is empty.
type sealSessions struct {
	mu    sync.Mutex
	known map[string]*list.Element // of order, whose values are *keptSealSession
	order list.List                // the most recently used first
}

type keptSealSession struct {
	key string
	*sealSession
}

// session returns the session for a key. If there is none, or it has sealed enough, agree creates another.
func (s *sealSessions) session(key []byte, agree func([]byte) (*sealSession, error)) (*sealSession, error) {
	if found := s.find(string(key)); found != nil {
		return found, nil
	}
	agreed, err := agree(key) // outside the lock, as it takes long
	if err != nil {
		return nil, err
	}
	s.keep(&keptSealSession{string(key), agreed})
	return agreed, nil
}

func (s *sealSessions) find(key string) *sealSession {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, ok := s.known[key]
	if !ok {
		return nil
	}
	found := e.Value.(*keptSealSession).sealSession
	if found.used++; found.used >= maxSealed {
		return nil
	}
	s.order.MoveToFront(e)
	return found
}

// keep replaces a session of the same key, because two may have been agreed on concurrently.
func (s *sealSessions) keep(k *keptSealSession) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known == nil {
		s.known = map[string]*list.Element{}
	}
	if e, ok := s.known[k.key]; ok {
		s.order.Remove(e)
	}
	s.known[k.key] = s.order.PushFront(k)
	if s.order.Len() > maxSessions {
		oldest := s.order.Remove(s.order.Back()).(*keptSealSession)
		delete(s.known, oldest.key)
	}
}
