package notifier

import (
	"context"
	"errors"
	"strings"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/notifier/internal/store"
)

// handlers handle the requests under docmill.rpc.notifier that work with webhooks on and off.
type handlers struct{ store *store.Store }

func (h *handlers) list(
	ctx context.Context, r contract.ListSubscriptionsRequest,
) (contract.ListSubscriptionsReply, error) {
	items, err := h.store.Subscriptions(ctx, r.AccountID)
	return contract.ListSubscriptionsReply{Items: items}, pgstore.Fault(err)
}

func (h *handlers) remove(ctx context.Context, r contract.DeleteSubscriptionRequest) (contract.Empty, error) {
	if unwritable(r.ID) {
		return contract.Empty{}, store.NotFound()
	}
	return contract.Empty{}, pgstore.Fault(h.store.Delete(ctx, r.AccountID, r.ID))
}

func (h *handlers) forget(ctx context.Context, r contract.ForgetEventsRequest) (contract.Empty, error) {
	return contract.Empty{}, pgstore.Fault(h.store.Forget(ctx, r.AccountID, r.IDs))
}

// unwritable reports whether a client's id contains NUL, which Postgres cannot store.
func unwritable(id string) bool { return strings.ContainsRune(id, 0) }

// offHandlers refuse everything else.
func offHandlers() func(*bus.Server) error {
	return func(server *bus.Server) error {
		var errs []error
		for _, subject := range []string{
			contract.RPCNotifierCreate, contract.RPCNotifierGet, contract.RPCNotifierRotate, contract.RPCNotifierEnable,
			contract.RPCNotifierTest, contract.RPCNotifierReplayAll, contract.RPCNotifierLog, contract.RPCNotifierDelivery,
			contract.RPCNotifierReplay,
		} {
			errs = append(errs, bus.Handle(server, subject, notAvailable))
		}
		return errors.Join(errs...)
	}
}

func notAvailable(context.Context, contract.Empty) (contract.Empty, error) {
	return contract.Empty{}, apierror.New(contract.CodeWebhooksNotAvailable, "Webhooks are not available yet.")
}
