package dashboard

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/access/admission"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/sheet"
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
	// What became of the month's documents; Busy where that takes too long to tell.
	model.Usage
	KeyRows  []usageRow
	TypeRows []usageRow
	FailRows []usageRow
	Busy     bool
}

// usageRow is a row of figures with a name for people.
type usageRow struct {
	model.UsageRow
	Name string
}

// usageTable is a table of such rows.
type usageTable struct {
	ID, Heading, First string // First heads the column of names
	Rows               []usageRow
}

// neededShare is the share of completed documents that needed a person, in percent.
func neededShare(l *languages.Language, r model.UsageRow) string {
	if r.Completed() == 0 {
		return "–"
	}
	return l.Percent(float64(r.Needed) / float64(r.Completed()))
}

// times are the median and the 95th percentile of the time to read a document.
func times(l *languages.Language, r model.UsageRow) string {
	if r.Completed() == 0 {
		return "–"
	}
	return milliseconds(l, r.Median) + " / " + milliseconds(l, r.P95)
}

// milliseconds writes a time in two or three digits.
func milliseconds(l *languages.Language, ms int64) string {
	if ms < 1000 {
		return strconv.FormatInt(ms, 10) + " ms"
	}
	return l.Decimal(float64(ms)/1000) + " s"
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
	data := d.usage(v, state, history)
	if err := d.addFigures(v, &data, history.Month.Start.Time); err != nil {
		return err
	}
	return d.show(c, v, http.StatusOK, "usage", page{Title: v.tr("Usage"), Section: "usage", Data: data})
}

// figuresTimeout bounds the reading of a month's documents.
const figuresTimeout = 8 * time.Second

// addFigures adds what became of the month's documents.
func (d *Dashboard) addFigures(v *visit, data *usageData, month time.Time) (err error) {
	ctx, cancel := context.WithTimeout(v.Context, figuresTimeout)
	defer cancel()
	data.Usage, err = d.deps.Documents.Usage(ctx, v.account(), month, month.AddDate(0, 1, 0))
	if err != nil && (errors.Is(ctx.Err(), context.DeadlineExceeded) || fault.Is(err, contract.CodeServiceUnavailable)) {
		data.Busy = true
		return nil
	}
	if err != nil || data.All.Documents == 0 {
		return err
	}
	keys, err := d.keys(v)
	if err != nil {
		return err
	}
	for _, row := range data.ByKey {
		data.KeyRows = append(data.KeyRows, usageRow{row, sender(v.Language, row.Of, keys)})
	}
	for _, row := range data.ByType {
		data.TypeRows = append(data.TypeRows, usageRow{row, v.tr(sheet.Title(row.Of))})
	}
	for _, row := range data.Failures {
		data.FailRows = append(data.FailRows, usageRow{row, v.tr(sheet.Title(strings.ToLower(row.Of)))})
	}
	return nil
}

// sender names who sent documents.
func sender(l *languages.Language, of string, keys []contract.Key) string {
	switch of {
	case model.SubmittedByPerson:
		return l.Tr("Dashboard")
	case model.SubmittedByUnknown:
		return l.Tr("Not known (before it was kept)")
	}
	if i := slices.IndexFunc(keys, func(k contract.Key) bool { return k.ID == of }); i >= 0 {
		return keys[i].Name
	}
	return whoIs(l, of, nil, nil)
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
