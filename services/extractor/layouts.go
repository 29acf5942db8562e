package extractor

import (
	"context"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
)

// layouts asks the gateway once per document, so that a second extraction with answers of a language
// model uses the same layouts.
func (a *attempt) layouts(ctx context.Context, fingerprint []byte) []byte {
	if a.knownLayouts != nil {
		return *a.knownLayouts
	}
	layouts, err := a.requestLayouts(ctx, fingerprint)
	a.knownLayouts = &layouts
	outcome := "none"
	switch {
	case err != nil:
		outcome = "unanswered"
		a.log.Debug("no answer about layouts, the document is read without", "error", err)
	case len(layouts) > 0:
		outcome = "found"
	}
	a.metrics.layouts.Add(ctx, 1, withKind(outcome))
	return layouts
}

func (a *attempt) requestLayouts(ctx context.Context, fingerprint []byte) ([]byte, error) {
	reply, err := bus.CallWithin[contract.LayoutsReply](ctx, a.bus, a.cfg.LayoutsTimeout, contract.RPCWorkLayouts,
		contract.LayoutsRequest{
			ClaimRef: a.ref, Worker: a.worker, SealKey: a.key.Public(), SealSessions: true, Fingerprint: fingerprint,
		})
	if err != nil {
		return nil, err
	}
	return reply.Open(a.key, a.ref.DocumentID, a.worker)
}
