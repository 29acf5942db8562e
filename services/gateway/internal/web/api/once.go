package api

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/documents/intake"
	"github.com/docmill/docmill/services/gateway/internal/register"
)

// The headers of calls that take effect once
// (draft-ietf-httpapi-idempotency-key-header).
const (
	headerIdempotencyKey      = "Idempotency-Key"
	headerIdempotencyReplayed = "Idempotency-Replayed"
	maxIdempotencyKey         = 255
)

// once is a call's hold on its idempotency key. Without a key it does nothing.
type once struct {
	register register.Once
	ctx      context.Context
	claim    *register.OnceClaim  // of a call that is the first
	earlier  *register.OnceAnswer // of a call that was accepted before
	accepted bool
}

// beginOnce looks the call's idempotency key up, before the body is read. end
// must be called.
func (s *Server) beginOnce(rctx *fasthttp.RequestCtx, cl *call) (*once, error) {
	o := &once{register: s.deps.Register, ctx: context.WithoutCancel(cl.ctx)}
	key, sent, err := idempotencyKey(&rctx.Request.Header)
	if err != nil || !sent {
		return o, err
	}
	o.claim, o.earlier, err = s.deps.Register.BeginOnce(cl.ctx, cl.principal.AccountID, key)
	return o, err
}

// end frees the key of a call that was refused: refusals are not remembered.
func (o *once) end() {
	const limit = 5 * time.Second
	if o.claim == nil || o.accepted {
		return
	}
	ctx, cancel := context.WithTimeout(o.ctx, limit)
	defer cancel()
	o.register.AbandonOnce(ctx, *o.claim)
}

// claimFor gives the claim for Accept, nil without a key.
func (o *once) claimFor(fingerprint [32]byte) *register.OnceClaim {
	if o.claim != nil {
		o.claim.Fingerprint = fingerprint
	}
	return o.claim
}

// plan is the one whose limits hold for the body of a call that repeats an
// accepted one: what was accepted once is not refused because the account has
// moved to a smaller plan since.
func (o *once) plan(now contract.Plan) contract.Plan {
	then, _ := o.earlier.Plan.Limits() // zero for an unknown plan
	if limits, _ := now.Limits(); then.MaxFileSizeBytes <= limits.MaxFileSizeBytes {
		return now
	}
	return o.earlier.Plan
}

// check tells whether the call is the one that used the key.
func (o *once) check(fingerprint [32]byte) error {
	if o.earlier.Fingerprint == fingerprint {
		return nil
	}
	return fault.New(contract.CodeIdempotencyKeyReused,
		"The %s was used for another request within the last 24 hours. Use a new one for each request.", headerIdempotencyKey)
}

// idempotencyKey reads the header. Unlike an API key's it must not be empty.
func idempotencyKey(h *fasthttp.RequestHeader) (key string, sent bool, err error) {
	values := h.PeekAll(headerIdempotencyKey)
	if len(values) == 0 {
		return "", false, nil
	}
	if len(values) > 1 {
		return "", false, fault.New(contract.CodeInvalidRequest, "The header %s stands there more than once.", headerIdempotencyKey)
	}
	valid := len(values[0]) >= 1 && len(values[0]) <= maxIdempotencyKey
	for _, c := range values[0] {
		valid = valid && c > ' ' && c <= '~'
	}
	if !valid {
		return "", false, fault.New(contract.CodeInvalidRequest,
			"The header %s must have 1 to %d visible ASCII characters.", headerIdempotencyKey, maxIdempotencyKey)
	}
	return string(values[0]), true, nil
}

// fingerprinter hashes what a call asks for. Every value is preceded by its
// length, so that no two calls look the same.
type fingerprinter struct{ sum hash.Hash }

func newFingerprinter(endpoint, documentType string, schema []byte) fingerprinter {
	f := fingerprinter{sha256.New()}
	f.add([]byte(endpoint))
	f.add([]byte(documentType))
	f.add(schema)
	return f
}

func (f fingerprinter) add(value []byte) {
	f.sum.Write(binary.BigEndian.AppendUint64(nil, uint64(len(value))))
	f.sum.Write(value)
}

func (f fingerprinter) addFile(file intake.File) {
	f.add([]byte(file.Name))
	f.add([]byte(file.SHA256))
}

func (f fingerprinter) result() (fingerprint [32]byte) {
	f.sum.Sum(fingerprint[:0])
	return fingerprint
}
