package notifier

import (
	"cmp"
	"context"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/notifier/internal/delivery"
	"github.com/docmill/docmill/services/notifier/internal/sender"
	"github.com/docmill/docmill/services/notifier/internal/store"
	"github.com/docmill/docmill/services/notifier/internal/target"
	"github.com/docmill/docmill/services/notifier/internal/webhook"
)

// workers run beside the requests of enabled webhooks: intake of events, delivery attempts, maintenance of
// subscriptions.
type workers struct {
	intake     *delivery.Intake
	dispatcher *delivery.Dispatcher
	keeper     *delivery.Keeper
	plans      *delivery.Plans
	sender     *sender.Sender
	policy     target.Policy
}

func (s *Service) newWorkers(db *store.Store, sealer *webhook.Sealer) (*workers, error) {
	cfg, log := s.cfg.Webhooks, s.deps.Telemetry.Log
	policy, err := cfg.policy()
	if err != nil {
		return nil, err
	}
	roots, err := cfg.roots()
	if err != nil {
		return nil, err
	}
	metrics, err := delivery.NewMetrics(s.deps.Telemetry.Meter.Meter("docmill/notifier"))
	if err != nil {
		return nil, err
	}
	w := &workers{policy: policy, sender: sender.New(sender.Config{
		Policy: policy, Roots: roots, Resolver: s.deps.Resolver, ConnsPerSubscription: cmp.Or(cfg.PerSubscription,
			perSubscription),
	})}
	w.keeper = delivery.NewKeeper(db, log, cmp.Or(cfg.Retention, retention), func(ctx context.Context,
		c contract.SubscriptionChanged) error {
		return s.deps.Bus.Publish(ctx, contract.SignalSubscriptionChanged, c)
	})
	w.plans = delivery.NewPlans(db, log, func(ctx context.Context, accounts []string) (map[string]contract.Plan, error) {
		reply, err := bus.Call[contract.PlansReply](ctx, s.deps.Bus, contract.RPCAuthAccountPlans,
			contract.PlansRequest{AccountIDs: accounts})
		return reply.Plans, err
	})
	w.dispatcher = delivery.New(
		delivery.Config{
			Concurrency:     cmp.Or(cfg.Concurrency, concurrency),
			PerSubscription: cmp.Or(cfg.PerSubscription, perSubscription),
		},
		delivery.Deps{Store: db, Sender: w.sender, Sealer: sealer, Metrics: metrics, Log: log, Changed: w.keeper.Wake})
	w.intake = &delivery.Intake{Store: db, Log: log, Made: w.dispatcher.Wake}
	return w, nil
}
