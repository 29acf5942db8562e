// Package usage has the page of the plan's usage and the figures of a month.
package usage

import (
	"context"
	"embed"
	"errors"
	"html/template"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/access/admission"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/sheet"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
)

const usagePath = "/usage"

//go:embed templates
var templateFiles embed.FS

// Documents is what the page needs of the documents service.
type Documents interface {
	// Usage returns the outcomes of the documents that were accepted from a time on and
	// before another. CodeServiceUnavailable if too many requests are running.
	Usage(ctx context.Context, accountID string, from, to time.Time) (model.Usage, error)
}

// Pages is the page of usage.
type Pages struct {
	site      *site.Site
	documents Documents
	admission *admission.Admission
}

// New adds the template of the page to the site.
func New(s *site.Site, documents Documents, a *admission.Admission) (*Pages, error) {
	return &Pages{s, documents, a}, s.AddPages(templateFiles, templateFuncs)
}

// AddRoutes adds the route of the page.
func (p *Pages) AddRoutes(t *site.Routes) { t.Get(usagePath, p.usagePage) }

func templateFuncs(l *languages.Language) template.FuncMap {
	return template.FuncMap{
		"usageTable": func(id, heading, first string, rows []usageRow) usageTable {
			return usageTable{id, heading, first, rows}
		},
		"needed": func(r model.UsageRow) string { return reviewShare(l, r) },
		"times":  func(r model.UsageRow) string { return processingTimes(l, r) },
		"level":  func(share int, level string) meter { return meter{share, level} },
	}
}

// meter is a bar that is filled in part.
type meter struct {
	Share int // in percent
	Level string
}

type usageData struct {
	Account   contract.Account
	Limits    contract.Limits
	State     admission.State
	Share     int // of the month's limit, in percent, at most 100
	Level     string
	RateUsed  int
	RateShare int
	Chart     chart
	ChartName string // of the month of Chart: "November 2026"
	Present   bool   // Chart is of the current month
	Months    []monthRow
	Signals   []signalRow
	// Outcomes of the month's documents; empty if Busy.
	model.Usage
	KeyRows  []usageRow
	TypeRows []usageRow
	FailRows []usageRow
	Busy     bool // the figures took too long
}

// usageRow is a row of figures with its title.
type usageRow struct {
	model.UsageRow
	Name string
}

type usageTable struct {
	ID, Heading, First string // First heads the column of names
	Rows               []usageRow
}

// reviewShare is the share of completed documents that needed a review.
func reviewShare(l *languages.Language, r model.UsageRow) string {
	if r.Completed() == 0 {
		return "–"
	}
	return l.Percent(float64(r.Needed) / float64(r.Completed()))
}

// processingTimes are the median and the 95th percentile.
func processingTimes(l *languages.Language, r model.UsageRow) string {
	if r.Completed() == 0 {
		return "–"
	}
	return formatMilliseconds(l, r.Median) + " / " + formatMilliseconds(l, r.P95)
}

func formatMilliseconds(l *languages.Language, ms int64) string {
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

func (p *Pages) usagePage(c *fiber.Ctx, session *site.Session) error {
	state, err := p.admission.Usage(session.Context, session.Principal())
	if err != nil {
		return err
	}
	request := contract.QuotaHistoryRequest{AccountID: session.AccountID()}
	if month, err := time.Parse("2006-01", c.Query("month")); err == nil {
		request.Month = contract.TimePtr(&month)
	}
	history, err := bus.Call[contract.QuotaHistoryReply](session.Context, p.site.Bus, contract.RPCQuotaHistory, request)
	if err != nil {
		return err
	}
	data := p.usage(session, state, history)
	if err := p.addFigures(session, &data, history.Month.Start.Time); err != nil {
		return err
	}
	return p.site.Show(c, session, http.StatusOK, "usage", site.Page{Title: session.Tr("Usage"), Section: "usage",
		Data: data})
}

// figuresTimeout bounds the query of a month's documents.
const figuresTimeout = 8 * time.Second

func (p *Pages) addFigures(session *site.Session, data *usageData, month time.Time) (err error) {
	ctx, cancel := context.WithTimeout(session.Context, figuresTimeout)
	defer cancel()
	data.Usage, err = p.documents.Usage(ctx, session.AccountID(), month, month.AddDate(0, 1, 0))
	if err != nil && (errors.Is(ctx.Err(), context.DeadlineExceeded) || apierror.Is(err,
		contract.CodeServiceUnavailable)) {
		data.Busy = true
		return nil
	}
	if err != nil || data.All.Documents == 0 {
		return err
	}
	keys, err := p.site.Keys(session)
	if err != nil {
		return err
	}
	for _, row := range data.ByKey {
		data.KeyRows = append(data.KeyRows, usageRow{row, senderName(session.Language, row.Of, keys)})
	}
	for _, row := range data.ByType {
		data.TypeRows = append(data.TypeRows, usageRow{row, session.Tr(sheet.Title(row.Of))})
	}
	for _, row := range data.Failures {
		data.FailRows = append(data.FailRows, usageRow{row, session.Tr(sheet.Title(strings.ToLower(row.Of)))})
	}
	return nil
}

func senderName(l *languages.Language, of string, keys []contract.Key) string {
	switch of {
	case model.SubmittedByPerson:
		return l.Tr("Dashboard")
	case model.SubmittedByUnknown:
		return l.Tr("Unknown (older documents)")
	}
	if i := slices.IndexFunc(keys, func(k contract.Key) bool { return k.ID == of }); i >= 0 {
		return keys[i].Name
	}
	return site.NameOf(l, of, nil, nil)
}

func (p *Pages) usage(session *site.Session, state admission.State, h contract.QuotaHistoryReply) usageData {
	limits, _ := session.Session.Account.Plan.Limits() // a valid session has a plan
	data := usageData{
		Account: session.Session.Account, Limits: limits, State: state,
		Share: Share(state.Month.Used, state.Month.Limit), RateUsed: state.Minute.Limit - state.Minute.Remaining,
		ChartName: session.Language.Month(h.Month.Start.Time), Present: h.Month.Start.Equal(state.Month.Start.Time),
		Level: "good",
	}
	data.RateShare = Share(data.RateUsed, state.Minute.Limit)
	switch {
	case state.Month.Remaining == 0:
		data.Level = "bad"
	case data.Share >= contract.WarningShare:
		data.Level = "warn"
	}
	today := 0
	if data.Present {
		today = p.site.Now().UTC().Day()
	}
	data.Chart = ChartOf(h.Month.Start.Time, h.Days, today)
	data.Months = monthRows(session.Language, h)
	for _, s := range h.Signals {
		data.Signals = append(data.Signals, signalRow{
			UsedThreshold: s, Exceeded: s.Event == contract.EventQuotaExceeded, Month: session.Language.Month(s.Start.Time),
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
			Used: m.Used, Share: Share(m.Used, most), Shown: m.Start.Equal(h.Month.Start.Time),
		})
	}
	return rows
}

// Share is n of all in percent, rounded up so that small shares are visible, at most
// 100.
func Share(n, all int) int {
	if all <= 0 {
		return 0
	}
	return min(100, (n*100+all-1)/all)
}

// chart has a bar for each day of a month, one unit wide. Heights are in percent of Top; the page scales them.
type chart struct {
	Bars  []bar
	Top   int // count at the full height
	Half  int
	Total int
}

type bar struct {
	Day    time.Time
	Count  int
	X      float64
	Y      float64 // from the top
	Height float64
	Today  bool
	Future bool
	Named  bool // below the bar
}

// Parts of a bar's unit of width.
const (
	barGap   = 0.14
	barWidth = 1 - 2*barGap
)

// minHeight keeps bars of few documents visible, in percent.
const minHeight = 1.5

// ChartOf returns the chart of the month that begins at start. today is the current
// day of the month, 0 for another month.
func ChartOf(start time.Time, counts []int, today int) chart {
	most := 0
	var c chart
	for _, n := range counts {
		most = max(most, n)
		c.Total += n
	}
	c.Top = RoundUp(most)
	c.Half = c.Top / 2
	for i, n := range counts {
		b := bar{
			Day: start.AddDate(0, 0, i), Count: n, X: float64(i) + barGap,
			Today: i+1 == today, Future: today > 0 && i+1 > today, Named: i%7 == 0,
		}
		if n > 0 {
			b.Height = max(minHeight, 100*float64(n)/float64(c.Top))
		}
		b.Y = 100 - b.Height
		c.Bars = append(c.Bars, b)
	}
	return c
}

// RoundUp returns the next even number that is 1, 2, 4, 6, 8 or 10 times a power of
// ten.
func RoundUp(n int) int {
	if n <= 2 {
		return 2
	}
	power := int(math.Pow10(int(math.Log10(float64(n)))))
	for _, factor := range []int{1, 2, 4, 6, 8, 10} {
		if top := factor * power; top >= n && top%2 == 0 {
			return top
		}
	}
	return 10 * power
}
