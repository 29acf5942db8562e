package submission

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/documents/intake"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// HeaderIdempotencyKey is the header of the key.
const HeaderIdempotencyKey = "Idempotency-Key"

// releaseTimeout bounds the release of a refused call's key.
const releaseTimeout = 5 * time.Second

// idempotencyClaim is a call's claim of its key. Without a key it does nothing.
type idempotencyClaim struct {
	keys     Keys
	ctx      context.Context
	claim    *model.IdempotencyClaim // of a call that is the first
	earlier  *model.EarlierCall      // of a call that was accepted before
	accepted bool
}

// claimKey claims the call's key before the body is read; "" is none. release must be called.
func (s *Service) claimKey(ctx context.Context, accountID, key string) (*idempotencyClaim, error) {
	k := &idempotencyClaim{keys: s.documents, ctx: context.WithoutCancel(ctx)}
	if key == "" {
		return k, nil
	}
	var err error
	k.claim, k.earlier, err = s.documents.ClaimKey(ctx, accountID, key)
	return k, err
}

// release releases the key of a refused call: refusals are not remembered.
func (k *idempotencyClaim) release() {
	if k.claim == nil || k.accepted {
		return
	}
	ctx, cancel := context.WithTimeout(k.ctx, releaseTimeout)
	defer cancel()
	k.keys.ReleaseKey(ctx, *k.claim)
}

// claimFor returns the claim for Accept, nil without a key.
func (k *idempotencyClaim) claimFor(fingerprint [32]byte) *model.IdempotencyClaim {
	if k.claim != nil {
		k.claim.Fingerprint = fingerprint
	}
	return k.claim
}

// plan returns the plan for a repeated call: a move to a smaller plan does not refuse a body that was accepted once.
func (k *idempotencyClaim) plan(now contract.Plan) contract.Plan {
	then, _ := k.earlier.Plan.Limits() // zero for an unknown plan
	if limits, _ := now.Limits(); then.MaxFileSizeBytes <= limits.MaxFileSizeBytes {
		return now
	}
	return k.earlier.Plan
}

// check refuses a call that differs from the one that used the key.
func (k *idempotencyClaim) check(fingerprint [32]byte) error {
	if k.earlier.Fingerprint == fingerprint {
		return nil
	}
	return apierror.New(contract.CodeIdempotencyKeyReused,
		"The %s was used for another request within the last 24 hours. Use a new one for each request.", HeaderIdempotencyKey)
}

// Endpoints in fingerprints, which are kept for a day: the paths of the API.
const (
	extractEndpoint = "/api/v1/extract"
	batchEndpoint   = "/api/v1/batch"
	rerunEndpoint   = "/api/v1/documents/{id}/rerun"
)

// fingerprinter hashes a call. Each value is preceded by its length, so that no two calls look the same.
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

func extractFingerprint(d intake.Document) [32]byte {
	f := newFingerprinter(extractEndpoint, d.DocumentType, d.Schema)
	f.addFile(d.File)
	return f.result()
}

func rerunFingerprint(r Rerun) [32]byte {
	f := newFingerprinter(rerunEndpoint, r.DocumentType, nil)
	f.add([]byte(r.DocumentID))
	return f.result()
}

func batchFingerprint(b intake.Batch) [32]byte {
	f := newFingerprinter(batchEndpoint, b.DocumentType, nil)
	for _, file := range b.Files {
		f.addFile(file.File)
	}
	return f.result()
}
