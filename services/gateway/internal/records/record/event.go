package record

import (
	"encoding/json"
	"fmt"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore/outbox"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

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

// eventData is the brief record. If it exceeds contract.MaxEventData, it omits data, and checks if they
// alone exceed it.
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
