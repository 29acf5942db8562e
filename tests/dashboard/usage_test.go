package dashboard_test

import (
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/tests/instance"
)

func testNoUsage(t *testing.T, h *fixture) {
	b := h.newTab(t, h.newPerson(t))
	b.open("/usage")
	b.wantText(".empty", "No documents this month")
	b.checkAccessible()
}

func testUsage(t *testing.T, h *fixture) {
	p := h.join(t, h.newAccount(t, contract.PlanFree), contract.RoleOwner)
	h.charge(t, p.Account.ID)
	key := p.makeKey("usage")
	for range 3 {
		h.usage(t, key)
	}
	b := h.newTab(t, p)
	b.open("/usage")
	b.wantText("main", "84 of 100 documents")
	b.wantText("main", "3 of 60 API requests")
	b.wantText(".signals", "80% used")
	b.checkAccessible()
	now := time.Now().UTC()
	days := evaluate[int](b, `[...document.querySelectorAll(".bar title")].reduce((sum, e) => sum + `+
		`Number(e.textContent.match(/: (\d+)/)[1]), 0)`)
	assert.Equal(t, days, 84, "the bars stand for documents")
	last := now.AddDate(0, 0, -now.Day()).Format("January 2006")
	b.wantText("#history-heading + table", last)
	b.submit("#history-heading + table tbody tr:nth-child(2) a")
	b.wantText("#chart-heading", last)
	b.wantText("main", "No documents in that month")
}

// charge uses 84 documents of this month and 31 of the last.
func (h *fixture) charge(t *testing.T, account string) {
	t.Helper()
	for _, sql := range []string{
		`SELECT quota.charge($1, 'Free', ARRAY(SELECT gen_random_uuid() FROM generate_series(1, 84)), 1)`,
		// Spread over the days that there were.
		`UPDATE quota.charges SET charged_at = date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + random() ` +
			`* (now() - date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC') WHERE account = $1`,
		`INSERT INTO quota.months SELECT $1, date_trunc('month', now() AT TIME ZONE 'UTC') - interval '1 month', 31`,
	} {
		testkit.Exec(t, instance.Database(t, h.DatabaseURL()), sql, account)
	}
}

func testWebhooks(t *testing.T, h *fixture) {
	b := h.newTab(t, h.newPerson(t))
	b.open("/webhooks")
	assert.NotContains(t, b.text(".nav"), "Webhooks", "what is not there is in the navigation")
	b.wantText("main", "not available yet")
	b.checkAccessible()
}

func testNoPage(t *testing.T, h *fixture) {
	b := h.newTab(t, nil)
	b.allow("404")
	b.open("/no/such/page")
	b.wantText("h1", "Page not found")
	b.checkAccessible()
	assert.NotContains(t, b.text("body"), "such", "the page repeats the address")
}
