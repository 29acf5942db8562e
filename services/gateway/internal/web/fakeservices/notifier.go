package fakeservices

import (
	"context"
	"slices"
	"sync"
	"testing"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
)

// Notifier is a fake notifier service.
type Notifier struct {
	mu        sync.Mutex
	byAccount map[string][]contract.Subscription
	last      bus.Message
	refusal   error

	server *bus.Server
}

func startNotifier(t testing.TB, conn *bus.Conn) *Notifier {
	s := serve(t, conn, "notifier")
	n := &Notifier{byAccount: map[string][]contract.Subscription{}, server: s}
	handle(t, s, contract.RPCNotifierList, n.list)
	handle(t, s, contract.RPCNotifierDelete, n.delete)
	return n
}

// Add adds a subscription to an account.
func (n *Notifier) Add(accountID string, s contract.Subscription) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.byAccount[accountID] = append(n.byAccount[accountID], s)
}

func (n *Notifier) list(
	_ context.Context, r contract.ListSubscriptionsRequest,
) (contract.ListSubscriptionsReply, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return contract.ListSubscriptionsReply{Items: slices.Clone(n.byAccount[r.AccountID])}, nil
}

func (n *Notifier) delete(_ context.Context, r contract.DeleteSubscriptionRequest) (contract.Empty, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	all := n.byAccount[r.AccountID]
	i := slices.IndexFunc(all, func(s contract.Subscription) bool { return s.ID == r.ID })
	if i < 0 {
		return contract.Empty{}, apierror.New(contract.CodeNotFound, "No subscription has this id.")
	}
	n.byAccount[r.AccountID] = slices.Delete(all, i, i+1)
	return contract.Empty{}, nil
}
