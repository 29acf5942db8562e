package store

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
)

func planFault() error {
	return apierror.New(contract.CodePlanRequired,
		"Webhooks require the Pro or Enterprise plan. Deliveries resume when the account has it again.")
}

// Accounts returns at most limit accounts with subscriptions, sorted by id, after a given id.
func (s *Store) Accounts(ctx context.Context, after string, limit int) ([]string, error) {
	accounts, err := collect(ctx, s.pool, pgx.RowTo[string], `
		SELECT DISTINCT account FROM subscriptions WHERE account > $1 ORDER BY account LIMIT $2`, after, limit)
	return accounts, wrap(err, "list accounts with subscriptions")
}

// SetPlans stores which accounts' plans have webhooks. If a plan loses them, pending deliveries end as
// failed, to be replayed later. It returns the number of affected subscriptions, also with an error;
// repeating the call completes the work.
func (s *Store) SetPlans(ctx context.Context, plans map[string]contract.Plan) (changed int, err error) {
	var accounts []string
	var has []bool
	for account, plan := range plans {
		accounts, has = append(accounts, account), append(has, plan.HasWebhooks())
	}
	var without []string
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `
			UPDATE subscriptions s SET in_plan = p.has FROM unnest($1::text[], $2::bool[]) AS p (account, has)
			WHERE s.account = p.account AND s.in_plan <> p.has`, accounts, has)
		if err != nil {
			return err
		}
		changed = int(tag.RowsAffected())
		without, err = collect(ctx, tx, pgx.RowTo[string], `
			SELECT s.id FROM subscriptions s WHERE s.account = ANY ($1) AND NOT s.in_plan
			AND EXISTS (SELECT FROM deliveries d WHERE d.subscription = s.id AND d.state = 'pending')`, accounts)
		if err != nil {
			return err
		}
		return voidClaims(ctx, tx, without)
	})
	if err != nil {
		return 0, wrap(err, "note plans")
	}
	return changed, wrap(s.endPending(ctx, without), "end what is pending without a plan")
}
