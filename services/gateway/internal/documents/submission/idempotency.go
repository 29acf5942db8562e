package submission

import (
	"context"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
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

// plan returns the plan whose limits apply to the body of a repeated call: a body that was
// accepted once is not refused because the account moved to a smaller plan.
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
