package dashboard

import (
	"net/http"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/access/admission"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
)

const usagePath = "/usage"

func (d *Dashboard) usageRoutes(t *table) { t.get(usagePath, d.usagePage) }

// usageData is how an account stands with its plan, and stood.
type usageData struct {
	Account   contract.Account
	Limits    contract.Limits
	State     admission.State
	Share     int // of the month's documents that are used, in percent, at most 100
	Level     string
	RateUsed  int
	RateShare int
	Chart     chart
	ChartName string // of the month of Chart: "November 2026"
	Present   bool   // Chart is of the present month
	Months    []monthRow
	Signals   []signalRow
}

type monthRow struct {
	Name, Link string
	Used       int
	Share      int // of the fullest month, in percent
	Shown      bool
}

type signalRow struct {
	contract.UsedThreshold
	Exceeded bool
	Month    string
}

func (d *Dashboard) usagePage(c *fiber.Ctx, v *visit) error {
	state, err := d.deps.Admission.Usage(v.Context, v.principal())
	if err != nil {
		return err
	}
	request := contract.QuotaHistoryRequest{AccountID: v.account()}
	if month, err := time.Parse("2006-01", c.Query("month")); err == nil {
		request.Month = contract.TimePtr(&month)
	}
	history, err := bus.Call[contract.QuotaHistoryReply](v.Context, d.deps.Bus, contract.RPCQuotaHistory, request)
	if err != nil {
		return err
	}
	return d.show(c, v, http.StatusOK, "usage", page{
		Title: v.tr("Usage"), Section: "usage", Data: d.usage(v, state, history),
	})
}

func (d *Dashboard) usage(v *visit, state admission.State, h contract.QuotaHistoryReply) usageData {
	limits, _ := v.Session.Account.Plan.Limits() // the session was checked: the plan is known
	data := usageData{
		Account: v.Session.Account, Limits: limits, State: state,
		Share: share(state.Month.Used, state.Month.Limit), RateUsed: state.Minute.Limit - state.Minute.Remaining,
		ChartName: v.Language.Month(h.Month.Start.Time), Present: h.Month.Start.Equal(state.Month.Start.Time),
		Level: "good",
	}
	data.RateShare = share(data.RateUsed, state.Minute.Limit)
	switch {
	case state.Month.Remaining == 0:
		data.Level = "bad"
	case data.Share >= contract.WarningShare:
		data.Level = "warn"
	}
	today := 0
	if data.Present {
		today = d.deps.Now().UTC().Day()
	}
	data.Chart = chartOf(h.Month.Start.Time, h.Days, today)
	data.Months = monthRows(v.Language, h)
	for _, s := range h.Signals {
		data.Signals = append(data.Signals, signalRow{
			UsedThreshold: s, Exceeded: s.Event == contract.EventQuotaExceeded, Month: v.Language.Month(s.Start.Time),
		})
	}
	return data
}

func monthRows(l *languages.Language, h contract.QuotaHistoryReply) []monthRow {
	most := 0
	for _, m := range h.Months {
		most = max(most, m.Used)
	}
	var rows []monthRow
	for _, m := range h.Months {
		rows = append(rows, monthRow{
			Name: l.Month(m.Start.Time), Link: usagePath + "?month=" + m.Start.UTC().Format("2006-01"),
			Used: m.Used, Share: share(m.Used, most), Shown: m.Start.Equal(h.Month.Start.Time),
		})
	}
	return rows
}

// share returns n of all in percent, rounded up and at most 100, so that nothing
// that is used looks like nothing.
func share(n, all int) int {
	if all <= 0 {
		return 0
	}
	return min(100, (n*100+all-1)/all)
}
