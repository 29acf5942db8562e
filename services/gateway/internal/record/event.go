package record

import (
	"encoding/json"
	"fmt"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore/outbox"
)

// Ended makes the event about the end of d, ready for the outbox. Its message
// id is stable, so that the stream takes it once however often it is published.
func Ended(d Document, headers map[string]string) (outbox.Message, error) {
	kind := contract.EventExtractionCompleted
	if d.Status == contract.StatusFailed {
		kind = contract.EventExtractionFailed
	}
	msgID := fmt.Sprintf("%s:%s", kind, d.ID)
	data, err := eventData(d)
	if err != nil {
		return outbox.Message{}, fmt.Errorf("event %s: %w", msgID, err)
	}
	event := contract.Event{Event: kind, Timestamp: contract.TimeOf(*d.CompletedAt), Data: data}
	payload, err := json.Marshal(event)
	if err != nil {
		return outbox.Message{}, fmt.Errorf("event %s: %w", msgID, err)
	}
	all := map[string]string{contract.HeaderAccount: d.Account}
	for k, v := range headers {
		all[k] = v
	}
	return outbox.Message{
		Ref: d.ID, Subject: contract.EventSubject(kind, d.Account, d.ID), MsgID: msgID, Headers: all, Payload: payload,
	}, nil
}

// eventData is the record without fields and, for generic documents, without
// the full text. A record over contract.MaxEventData goes without data, and
// without checks if they alone are that large.
func eventData(d Document) (json.RawMessage, error) {
	r := Of(d)
	r.Fields = nil
	if r.DocumentType == "generic" {
		short, err := withoutText(r.Data)
		if err != nil {
			return nil, err
		}
		r.Data = short
	}
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

func withoutText(data json.RawMessage) (json.RawMessage, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return nil, fmt.Errorf("data of a generic document: %w", err)
	}
	if members["text"] == nil {
		return data, nil
	}
	delete(members, "text")
	return json.Marshal(members)
}
