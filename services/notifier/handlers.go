package notifier

import (
	"context"
	"strings"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/notifier/internal/store"
)

// handlers answer the requests under docmill.rpc.notifier.
type handlers struct{ store *store.Store }

func (h *handlers) list(ctx context.Context, r contract.ListSubscriptionsRequest) (contract.ListSubscriptionsReply, error) {
	items, err := h.store.Subscriptions(ctx, r.AccountID)
	return contract.ListSubscriptionsReply{Items: items}, pgstore.Fault(err)
}

func (h *handlers) remove(ctx context.Context, r contract.DeleteSubscriptionRequest) (contract.Empty, error) {
	// The id is whatever a client wrote; no text holds NUL in Postgres.
	if strings.ContainsRune(r.ID, 0) {
		return contract.Empty{}, store.NotFound()
	}
	return contract.Empty{}, pgstore.Fault(h.store.Delete(ctx, r.AccountID, r.ID))
}
