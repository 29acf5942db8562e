package extractor

import (
	"context"
	"encoding/json"
	"time"

	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
)

// recallLimit bounds the wait for layouts that resemble a document; without an
// answer it is read as if there were none.
const recallLimit = 50 * time.Millisecond

// layouts asks the gateway, once for a document: where it is extracted a second
// time, with answers of a language model, what is known is the same.
func (a *attempt) layouts(ctx context.Context, fingerprint []byte) []byte {
	if a.known != nil {
		return *a.known
	}
	layouts, err := a.recall(ctx, fingerprint)
	a.known = &layouts
	outcome := "none"
	switch {
	case err != nil:
		outcome = "unanswered"
		a.log.Debug("layouts not known in time, the document is read without", "error", err)
	case len(layouts) > 0:
		outcome = "found"
	}
	a.metrics.layouts.Add(ctx, 1, kindOf(outcome))
	return layouts
}

func (a *attempt) recall(ctx context.Context, fingerprint []byte) ([]byte, error) {
	reply, err := bus.CallWithin[contract.LayoutsReply](ctx, a.bus, recallLimit, contract.RPCWorkLayouts,
		contract.LayoutsRequest{
			ClaimRef: a.ref, Worker: a.worker, SealKey: a.key.Public(), SealSessions: true, Fingerprint: fingerprint,
		})
	if err != nil {
		return nil, err
	}
	return reply.Open(a.key, a.ref.DocumentID, a.worker)
}

// recall asks the parent for layouts. What cannot be asked, or is not to be
// understood, is read without: a parent that does not answer ends the reading.
func (ask askParent) recall(end context.CancelCauseFunc) func(context.Context, template.Fingerprint) []template.Layout {
	return func(_ context.Context, f template.Fingerprint) []template.Layout {
		question, err := json.Marshal(f)
		if err != nil {
			return nil
		}
		answer, err := ask(question)
		if err != nil {
			end(err)
			return nil
		}
		var layouts []template.Layout
		if len(answer) == 0 || json.Unmarshal(answer, &layouts) != nil {
			return nil
		}
		return layouts[:min(len(layouts), template.MaxLayouts)]
	}
}
