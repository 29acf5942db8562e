// Package passwords hashes and checks passwords, and rejects those that are easy to guess.
package passwords

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
)

// Cost of one hash: argon2id (RFC 9106) with one lane.
type Cost struct {
	MemoryKiB uint32
	Passes    uint32
}

// Bounds of a cost. The minimum is OWASP's for argon2id; a stored hash above the maximum would exhaust the
// service.
const (
	MinMemoryKiB = 19 << 10
	MaxMemoryKiB = 1 << 20
	MinPasses    = 2
	MaxPasses    = 16
)

const (
	lanes   = 1
	saltLen = 16 // bytes (RFC 9106, section 3.1)
	sumLen  = 32
)

// Hasher hashes with a pepper: a copy of the hashes is useless for guessing without it.
type Hasher struct {
	pepper []byte
	second []byte // second accepted pepper; nil for none
	cost   Cost
	decoy  hash
	gate   gate
}

// New makes a Hasher. Hashes under second, unless it is nil, are taken as well.
func New(pepper []byte, cost Cost, second []byte) *Hasher {
	decoy := hash{cost: cost, salt: make([]byte, saltLen), sum: make([]byte, sumLen)}
	_, _ = rand.Read(decoy.salt) // never fails
	_, _ = rand.Read(decoy.sum)  // no password has it
	return &Hasher{pepper: pepper, second: second, cost: cost, decoy: decoy, gate: newGate()}
}

// Hash returns the PHC string of a password: "$argon2id$v=19$…". If like, a stored hash, is not empty, the
// result has its salt and cost, so that one computation checks a password against both. The error means
// that like is invalid.
func (h *Hasher) Hash(p contract.Password, like string) (string, error) {
	s := hash{cost: h.cost, salt: make([]byte, saltLen)}
	_, _ = rand.Read(s.salt) // never fails
	if like != "" {
		l, err := parse(like)
		if err != nil {
			return "", err
		}
		s.cost, s.salt = l.cost, l.salt
	}
	s.sum = sum(h.pepper, p, s)
	return s.String(), nil
}

// Check reports for each stored hash whether it is the password's, and whether the first one has an
// outdated cost or pepper. Hashes with equal salt and cost take one computation per pepper; without hashes
// it takes as long. The error means that a stored hash is invalid.
func (h *Hasher) Check(stored []string, p contract.Password) (right []bool, outdated bool, err error) {
	right, outdated, err = h.checkUnder(h.pepper, stored, p)
	if err != nil || h.second == nil || slices.Contains(right, true) {
		return right, outdated, err
	}
	right, _, err = h.checkUnder(h.second, stored, p)
	return right, true, err
}

func (h *Hasher) checkUnder(
	pepper []byte, stored []string, p contract.Password,
) (right []bool, outdated bool, err error) {
	sums := map[string][]byte{} // by salt and cost
	right = make([]bool, len(stored))
	for i, text := range stored {
		s, err := parse(text)
		if err != nil {
			return nil, false, err
		}
		kind := fmt.Sprintf("%v %x", s.cost, s.salt)
		if sums[kind] == nil {
			sums[kind] = sum(pepper, p, s)
		}
		right[i] = subtle.ConstantTimeCompare(sums[kind], s.sum) == 1
		outdated = outdated || i == 0 && s.cost != h.cost
	}
	if len(stored) == 0 {
		sum(pepper, p, h.decoy)
	}
	return right, outdated, nil
}

func sum(pepper []byte, p contract.Password, s hash) []byte {
	m := hmac.New(sha256.New, pepper)
	m.Write([]byte(normal(p)))
	return argon2.IDKey(m.Sum(nil), s.salt, s.cost.Passes, s.cost.MemoryKiB, lanes, sumLen)
}

// normal normalizes a password for all keyboards (NIST SP 800-63B, section 5.1.1.2).
func normal(p contract.Password) string { return norm.NFKC.String(string(p)) }

// hash is a parsed stored hash.
type hash struct {
	cost      Cost
	salt, sum []byte
}

// String writes the PHC form.
func (s hash) String() string {
	b64 := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, s.cost.MemoryKiB, s.cost.Passes, lanes,
		b64(s.salt), b64(s.sum))
}

func parse(text string) (hash, error) {
	parts := strings.Split(text, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != "v="+strconv.Itoa(argon2.Version) {
		return hash{}, errors.New("password hash: no argon2id in version 19")
	}
	var s hash
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=1", &s.cost.MemoryKiB, &s.cost.Passes); err != nil {
		return hash{}, fmt.Errorf("password hash: parameters: %w", err)
	}
	var saltErr, sumErr error
	s.salt, saltErr = base64.RawStdEncoding.Strict().DecodeString(parts[4])
	s.sum, sumErr = base64.RawStdEncoding.Strict().DecodeString(parts[5])
	if err := errors.Join(saltErr, sumErr); err != nil {
		return hash{}, fmt.Errorf("password hash: %w", err)
	}
	c := s.cost
	if c.MemoryKiB < MinMemoryKiB || c.MemoryKiB > MaxMemoryKiB || c.Passes < MinPasses || c.Passes > MaxPasses ||
		len(s.salt) < saltLen || len(s.sum) != sumLen || s.String() != text {
		return hash{}, errors.New("password hash: parameters out of range")
	}
	return s, nil
}

// Limits of concurrent hashes (memory) and of waiting requests, because more would delay key checks.
const (
	atOnce  = 4
	waiting = 28
)

// busyRetry is the Retry-After if too many requests wait.
const busyRetry = 2 * time.Second

// gate limits concurrent hashes.
type gate struct{ queue, slots chan struct{} }

func newGate() gate {
	return gate{queue: make(chan struct{}, atOnce+waiting), slots: make(chan struct{}, atOnce)}
}

// Enter waits until memory for one more hash is free; leave frees it. It returns CodeServiceUnavailable if
// too many wait already, or ctx ends.
func (h *Hasher) Enter(ctx context.Context) (leave func(), err error) {
	select {
	case h.gate.queue <- struct{}{}:
	default:
		return nil, apierror.Unavailable(errors.New("too many passwords wait to be hashed"), busyRetry)
	}
	select {
	case h.gate.slots <- struct{}{}:
		return func() { <-h.gate.slots; <-h.gate.queue }, nil
	case <-ctx.Done():
		<-h.gate.queue
		return nil, apierror.Unavailable(ctx.Err(), busyRetry)
	}
}
