package record

import (
	"encoding/json"
	"fmt"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore/outbox"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

func statusOf(e model.Entry) contract.Status {
	switch {
	case e.ID == nil:
		return contract.StatusRejected
	case e.Status == nil:
		return contract.StatusDeleted
	default:
		return visible(model.Document{Status: *e.Status, Started: e.Started})
	}
}

// OfBatch returns the client's view of b.
func OfBatch(b model.Batch) contract.Batch {
	shown := contract.Batch{
		ID: b.ID, Status: contract.StatusQueued, Total: b.Total, Results: make([]contract.BatchEntry, len(b.Entries)),
		CreatedAt: contract.TimeOf(b.CreatedAt), CompletedAt: contract.TimePtr(b.CompletedAt),
	}
	for i, e := range b.Entries {
		shown.Results[i] = entry(e)
		count(&shown.Counts, shown.Results[i].Status)
	}
	n := shown.Counts
	if n.Processing+n.Completed+n.Failed > 0 {
		shown.Status = contract.StatusProcessing
	}
	if b.Status != nil {
		shown.Status = *b.Status
	}
	return shown
}

func entry(e model.Entry) contract.BatchEntry {
	shown := contract.BatchEntry{Index: e.Index, FileName: e.FileName, Status: statusOf(e)}
	if e.ID != nil {
		shown.ID = *e.ID
	}
	if e.Code != nil && e.Message != nil {
		shown.Code, shown.Error = *e.Code, *e.Message
	}
	return shown
}

func count(n *contract.BatchCounts, status contract.Status) {
	switch status {
	case contract.StatusQueued:
		n.Queued++
	case contract.StatusProcessing:
		n.Processing++
	case contract.StatusCompleted:
		n.Completed++
	case contract.StatusFailed:
		n.Failed++
	case contract.StatusRejected:
		n.Rejected++
	case contract.StatusDeleted:
		n.Deleted++
	}
}

// Outcome of a batch whose documents have all ended or been deleted. It is failed only if there are
// documents left and all of them ended by an internal error.
func Outcome(b model.Batch) contract.Status {
	ours := 0
	for _, e := range b.Entries {
		switch statusOf(e) {
		case contract.StatusRejected, contract.StatusDeleted:
		case contract.StatusFailed:
			if e.Code == nil || *e.Code != contract.CodeInternalError {
				return contract.StatusCompleted
			}
			ours++
		default:
			return contract.StatusCompleted
		}
	}
	if ours > 0 {
		return contract.StatusFailed
	}
	return contract.StatusCompleted
}

// BatchEnded returns the event about the end of b for the outbox, with the files of all remaining
// documents.
func BatchEnded(b model.Batch, headers map[string]string) (outbox.Message, error) {
	kind := contract.EventBatchCompleted
	if *b.Status == contract.StatusFailed {
		kind = contract.EventBatchFailed
	}
	shown := OfBatch(b)
	n := shown.Counts
	event := contract.BatchEvent{
		ID: b.ID, Total: b.Total, Completed: n.Completed, Failed: n.Failed, Rejected: n.Rejected, Deleted: n.Deleted,
		Results: []contract.BatchEventResult{},
	}
	for _, e := range shown.Results {
		if e.ID != "" {
			event.Results = append(event.Results, contract.BatchEventResult{ID: e.ID, FileName: e.FileName, Status: e.Status})
		}
	}
	data, err := json.Marshal(event)
	if err != nil {
		return outbox.Message{}, fmt.Errorf("event %s of %s: %w", kind, b.ID, err)
	}
	return message(contract.Event{Event: kind, Timestamp: contract.TimeOf(*b.CompletedAt), Data: data},
		b.Account, b.ID, headers)
}

// Ended returns the event about the end of d for the outbox; missing is that of d's Summary. Its message id
// is stable, so that the stream removes duplicates.
func Ended(d model.Document, missing []string, headers map[string]string) (outbox.Message, error) {
	kind := contract.EventExtractionCompleted
	if d.Status == contract.StatusFailed {
		kind = contract.EventExtractionFailed
	}
	data, err := eventData(d, missing)
	if err != nil {
		return outbox.Message{}, fmt.Errorf("event %s of %s: %w", kind, d.ID, err)
	}
	return message(contract.Event{Event: kind, Timestamp: contract.TimeOf(*d.CompletedAt), Data: data},
		d.Account, d.ID, headers)
}

func message(e contract.Event, account, id string, headers map[string]string) (outbox.Message, error) {
	msgID := fmt.Sprintf("%s:%s", e.Event, id)
	payload, err := json.Marshal(e)
	if err != nil {
		return outbox.Message{}, fmt.Errorf("event %s: %w", msgID, err)
	}
	all := map[string]string{contract.HeaderAccount: account}
	for k, v := range headers {
		all[k] = v
	}
	return outbox.Message{
		Ref: id, Subject: contract.EventSubject(e.Event, account, id), MsgID: msgID, Headers: all, Payload: payload,
	}, nil
}

// eventData is the brief record. Above contract.MaxEventData it omits data, and checks if they alone exceed it.
func eventData(d model.Document, missing []string) (json.RawMessage, error) {
	r, err := brief(d, missing)
	if err != nil {
		return nil, err
	}
	// An event outlives the documents that it would refer to.
	r.Metadata.RerunOf, r.Metadata.DuplicateOf = nil, nil
	encoded, err := json.Marshal(r)
	if err != nil || len(encoded) <= contract.MaxEventData {
		return encoded, err
	}
	r.Data, r.Metadata.Truncated = null(), true
	if len(r.Checks) > contract.MaxEventData {
		r.Checks = null()
	}
	return json.Marshal(r)
}
