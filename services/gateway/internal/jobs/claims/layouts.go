package claims

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
)

// recallTimeout bounds the search for layouts. The extractor continues without them well before.
const recallTimeout = 250 * time.Millisecond

// layouts returns the similar layouts of the account that the claim's token proves.
func (s *Server) layouts(ctx context.Context, r contract.LayoutsRequest) (contract.LayoutsReply, error) {
	if !s.Learning {
		return s.sealer.Layouts(r, nil)
	}
	f, err := fingerprint(r.Fingerprint)
	if err != nil {
		return contract.LayoutsReply{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, recallTimeout)
	defer cancel()
	found, ok, err := s.Store.Recall(ctx, r.ClaimRef, f)
	if err != nil {
		return contract.LayoutsReply{}, apierror.Unavailable(err, recallTimeout)
	}
	if !ok {
		_, err := replyOf(false, nil)
		return contract.LayoutsReply{}, err
	}
	return s.sealer.Layouts(r, found)
}

// fingerprint reads one within the bounds of package memory, its keys in order.
func fingerprint(encoded json.RawMessage) (f template.Fingerprint, err error) {
	if err = json.Unmarshal(encoded, &f); err != nil {
		return f, apierror.Wrap(err, contract.CodeInvalidRequest, "The fingerprint is not valid.")
	}
	if len(f.Keys) > template.MaxKeys || len(f.Vendors) > template.MaxVendors {
		return f, apierror.New(contract.CodeInvalidRequest, "The fingerprint has too many keys.")
	}
	slices.Sort(f.Keys)
	f.Keys = slices.Compact(f.Keys)
	return f, nil
}
