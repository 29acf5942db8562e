package checker

import (
	"fmt"

	"github.com/docmill/docmill/tests/chaos/history"
)

// quotaExceeded is the code of a refusal because of the month's quota.
const quotaExceeded = "QUOTA_EXCEEDED"

// warnPercent is the usage in percent at which a warning is sent.
const warnPercent = 80

// Events about an account's month.
const (
	eventWarning  = "quota.warning"
	eventExceeded = "quota.exceeded"
)

// thresholds: each account that reached 80 % of its month has one warning, and each one with a refused
// document has one event. Refunded charges count; unobserved refusals may have an event.
func (c *check) thresholds() {
	in := c.state.Inside
	charged := make([]int, len(c.state.Accounts))
	for _, charge := range in.Charges {
		charged[charge.Account]++
	}
	refused, unknown := c.refusals()
	for n, a := range c.state.Accounts {
		about := fmt.Sprintf("account %d", n)
		warn := (a.Limit*warnPercent + 99) / 100
		ids := map[string]map[string]bool{eventWarning: {}, eventExceeded: {}}
		for _, t := range in.Thresholds {
			if t.Account == n && ids[t.Type] != nil {
				ids[t.Type][t.ID] = true
			}
		}
		for kind, all := range ids {
			if len(all) > 1 {
				c.broken(QuotaTwice, about, "%s under %d ids", kind, len(all))
			}
		}
		if (a.Used >= warn || refused[n]) && len(ids[eventWarning]) == 0 {
			c.broken(QuotaMissing, about, "%s is missing: %d of %d used", eventWarning, a.Used, a.Limit)
		}
		if charged[n] < warn && len(ids[eventWarning]) > 0 {
			c.broken(QuotaTwice, about, "%s though only %d of %d were charged", eventWarning, charged[n], a.Limit)
		}
		if refused[n] && len(ids[eventExceeded]) == 0 {
			c.broken(QuotaMissing, about, "%s is missing", eventExceeded)
		}
		if !refused[n] && !unknown[n] && len(ids[eventExceeded]) > 0 {
			c.broken(QuotaTwice, about, "%s though nothing was refused", eventExceeded)
		}
	}
}

// refusals returns the accounts with a document that the monthly quota refused, and those that may have one.
func (c *check) refusals() (refused, unknown map[int]bool) {
	refused, unknown = map[int]bool{}, map[int]bool{}
	for _, call := range c.calls {
		if call.Note == quotaExceeded {
			refused[call.Account] = true
		}
		if call.Type == history.Unknown && len(call.Files) > 0 {
			unknown[call.Account] = true
		}
	}
	return refused, unknown
}

// webhooks: each event of the subscribed account arrived, possibly several times but with one delivery id.
func (c *check) webhooks() {
	in := c.state.Inside
	deliveries := map[string]map[string]string{} // types by id, by document
	for _, m := range in.Webhooks {
		if deliveries[m.About] == nil {
			deliveries[m.About] = map[string]string{}
		}
		deliveries[m.About][m.ID] = m.Type
	}
	for id, row := range in.Rows {
		if row.Account != in.Subscribed || !Final(row.Status) {
			continue
		}
		got := deliveries[id]
		if len(got) == 0 {
			c.broken(HookMissing, id, "nothing arrived")
		}
		if len(got) > 1 {
			c.broken(HookTwice, id, "%v", got)
		}
		for _, kind := range got {
			if want := "extraction." + row.Status; kind != want {
				c.broken(HookTwice, id, "%s arrived, want %s", kind, want)
			}
		}
	}
}
