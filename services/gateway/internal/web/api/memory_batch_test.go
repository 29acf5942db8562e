package api_test

import (
	"context"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// memoryBatch is a batch; reading it looks up the documents' states.
type memoryBatch struct {
	created contract.Time
	entries []contract.BatchEntry
}

func (m *memory) AcceptBatch(_ context.Context, a model.BatchAcceptance) (contract.Batch, []string, error) {
	for _, f := range a.Files {
		if f.Document == nil {
			continue
		}
		if err := m.decide(model.Acceptance{Principal: a.Principal, Document: *f.Document}); err != nil {
			if apierror.Is(err, contract.CodeServiceUnavailable) { // it may have been accepted
				return contract.Batch{}, nil, err
			}
			return contract.Batch{}, keysOf(a.Files), err
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	keys := keysOf(a.Files)
	if m.room == 0 && len(keys) > 0 {
		return contract.Batch{}, keys, apierror.New(contract.CodeQuotaExceeded, "The month is full.")
	}
	if err := m.use(a.Claim, a.BatchID, a.Principal.Plan); err != nil {
		return contract.Batch{}, keys, err
	}
	b := &memoryBatch{created: contract.TimeOf(time.Now())}
	var dropped []string
	for i, f := range a.Files {
		e := contract.BatchEntry{Index: i, FileName: f.FileName, Status: contract.StatusRejected}
		switch {
		case f.Refusal != nil:
			e.Error, e.Code = f.Refusal.Message, f.Refusal.Code
		case m.room == 0:
			e.Error, e.Code = "The month is full.", contract.CodeQuotaExceeded
			dropped = append(dropped, f.Document.ObjectKey)
		default:
			e.ID, e.Status = f.Document.ID, contract.StatusQueued
			m.insert(model.Acceptance{Principal: a.Principal, Document: *f.Document, Claim: a.Claim}, &a.BatchID)
		}
		b.entries = append(b.entries, e)
	}
	m.batches[a.BatchID] = b
	m.owners[a.BatchID] = a.Principal.AccountID
	return m.batch(a.BatchID), dropped, nil
}

func keysOf(files []model.BatchFile) (keys []string) {
	for _, f := range files {
		if f.Document != nil {
			keys = append(keys, f.Document.ObjectKey)
		}
	}
	return keys
}

func (m *memory) Batch(_ context.Context, accountID, batchID string) (contract.Batch, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.batches[batchID] == nil || m.owners[batchID] != accountID {
		return contract.Batch{}, apierror.New(contract.CodeNotFound, "No batch has this id.")
	}
	return m.batch(batchID), nil
}

// batch shows a batch as it is now.
func (m *memory) batch(id string) contract.Batch {
	kept := m.batches[id]
	b := contract.Batch{ID: id, Status: contract.StatusQueued, Total: len(kept.entries), CreatedAt: kept.created}
	for _, e := range kept.entries {
		rec, exists := m.records[e.ID]
		switch {
		case exists:
			e.Status = rec.Status
			if rec.Failure != nil {
				e.Error, e.Code = rec.Failure.Message, rec.Failure.Code
			}
		case e.ID != "":
			e.Status, e.FileName = contract.StatusDeleted, ""
		}
		b.Results = append(b.Results, e)
		*counter(&b.Counts, e.Status)++
	}
	switch open := b.Counts.Queued + b.Counts.Processing; {
	case open == 0:
		now := contract.TimeOf(time.Now())
		b.Status, b.CompletedAt = contract.StatusCompleted, &now
	case b.Counts.Processing+b.Counts.Completed+b.Counts.Failed > 0:
		b.Status = contract.StatusProcessing
	}
	return b
}

func counter(c *contract.BatchCounts, status contract.Status) *int {
	return map[contract.Status]*int{
		contract.StatusQueued: &c.Queued, contract.StatusProcessing: &c.Processing, contract.StatusCompleted: &c.Completed,
		contract.StatusFailed: &c.Failed, contract.StatusRejected: &c.Rejected, contract.StatusDeleted: &c.Deleted,
	}[status]
}
