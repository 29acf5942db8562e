package delivery

import (
	"context"
	"log/slog"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/notifier/internal/store"
)

// Plans tracks the plans of accounts with subscriptions: plans without webhooks get no deliveries. During
// outages the last known plans apply.
type Plans struct {
	Store *store.Store
	Log   *slog.Logger
	// Ask returns the plans of at most contract.MaxPlans accounts.
	Ask func(ctx context.Context, accounts []string) (map[string]contract.Plan, error)

	changed chan string
}

// NewPlans makes one.
func NewPlans(
	st *store.Store, log *slog.Logger, ask func(context.Context, []string) (map[string]contract.Plan, error),
) *Plans {
	return &Plans{Store: st, Log: log, Ask: ask, changed: make(chan string, 64)}
}

// Changed signals that an account has changed; it never blocks. The next full check covers a dropped
// signal.
func (p *Plans) Changed(account string) {
	select {
	case p.changed <- account:
	default:
	}
}

const (
	// askPlansEvery is the interval of full checks, which find changes with lost signals.
	askPlansEvery = time.Minute
	// askPlansAgain is the pause after a failed check.
	askPlansAgain = 5 * time.Second
)

// Run works until ctx ends. Checks are sequential, so that none overwrites newer knowledge.
func (p *Plans) Run(ctx context.Context) error {
	pause := p.Look(ctx)
	for {
		select {
		case <-ctx.Done():
			return nil
		case account := <-p.changed:
			if !p.attempt(ctx, func(ctx context.Context) error { return p.note(ctx, []string{account}) }) {
				pause = askPlansAgain
			}
		case <-time.After(pause):
			pause = p.Look(ctx)
		}
	}
}

// Look asks for all and returns the pause until the next time.
func (p *Plans) Look(ctx context.Context) time.Duration {
	if !p.attempt(ctx, p.all) {
		return askPlansAgain
	}
	return askPlansEvery
}

func (p *Plans) attempt(ctx context.Context, look func(context.Context) error) bool {
	err := look(ctx)
	if err != nil && ctx.Err() == nil {
		p.Log.Warn("plans of accounts with webhooks not known anew", "error", err)
	}
	return err == nil
}

func (p *Plans) all(ctx context.Context) error {
	for after := ""; ; {
		accounts, err := p.Store.Accounts(ctx, after, contract.MaxPlans)
		if err != nil || len(accounts) == 0 {
			return err
		}
		if err := p.note(ctx, accounts); err != nil {
			return err
		}
		after = accounts[len(accounts)-1]
	}
}

func (p *Plans) note(ctx context.Context, accounts []string) error {
	plans, err := p.Ask(ctx, accounts)
	if err != nil {
		return err
	}
	changed, err := p.Store.SetPlans(ctx, plans)
	if changed > 0 {
		p.Log.Info("plans have changed that decide on webhooks", "subscriptions", changed)
	}
	return err
}
