package api_test

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

type onceKey struct{ account, key string }

// onceState is an idempotency key in use: claimed by token, or answered.
type onceState struct {
	token  string
	answer *model.EarlierCall
}

func (m *memory) ClaimKey(
	_ context.Context, accountID, key string,
) (*model.IdempotencyClaim, *model.EarlierCall, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	k := onceKey{accountID, key}
	switch state := m.once[k]; {
	case state == nil:
		m.once[k] = &onceState{token: uuid.NewString()}
		return &model.IdempotencyClaim{AccountID: accountID, Key: key, Token: m.once[k].token}, nil, nil
	case state.answer != nil:
		return nil, state.answer, nil
	}
	return nil, nil, errOnceInProgress()
}

func errOnceInProgress() error {
	return &apierror.Error{
		Code:   contract.CodeIdempotencyInProgress,
		Public: "A call with this Idempotency-Key is still being received.", RetryAfter: time.Second,
	}
}

func (m *memory) ReleaseKey(_ context.Context, c model.IdempotencyClaim) {
	m.mu.Lock()
	defer m.mu.Unlock()
	k := onceKey{c.AccountID, c.Key}
	if state := m.once[k]; state != nil && state.answer == nil && state.token == c.Token {
		delete(m.once, k)
	}
}

// use stores the call's result under a claim's key.
func (m *memory) use(c *model.IdempotencyClaim, id string, plan contract.Plan) error {
	if c == nil {
		return nil
	}
	state := m.once[onceKey{c.AccountID, c.Key}]
	if state == nil || state.answer != nil || state.token != c.Token {
		return errOnceInProgress()
	}
	state.answer = &model.EarlierCall{Fingerprint: c.Fingerprint, ID: id, Plan: plan}
	return nil
}

// claims counts the idempotency keys in use.
func (m *memory) claims() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.once)
}
