package paymentqr

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/docmill/docmill/engine/text/recognize"
)

// Swico is the billing information S1 of a Swiss QR-bill (Swico, Syntax Definition for Billing Information
// in QR Bills, version 1.2). Missing values are empty.
type Swico struct {
	InvoiceNumber     string
	IssueDate         string // YYYY-MM-DD
	CustomerReference string
	TaxID             string // of the biller: "CHE" and nine digits
	// PeriodStart and PeriodEnd of the service, YYYY-MM-DD; equal for one day.
	PeriodStart, PeriodEnd string
	Taxes                  []SwicoTax
	// DueDate is the issue date plus the days until full payment, YYYY-MM-DD.
	DueDate string
}

// SwicoTax is a rate in percent and, if there are several rates, its net amount.
type SwicoTax struct{ Rate, Base string }

// Tags of S1 (section 2).
const (
	swicoInvoice    = "10"
	swicoDate       = "11"
	swicoCustomer   = "20"
	swicoTaxID      = "30"
	swicoPeriod     = "31"
	swicoTaxes      = "32"
	swicoConditions = "40"
)

var errSwico = errors.New("code: not Swico billing information")

// ParseSwico reads billing information without its leading slashes: "S1/10/10201409/11/190512…". It skips
// invalid values.
func ParseSwico(billing string) (Swico, error) {
	parts := swicoParts(billing)
	if parts[0] != "S1" {
		return Swico{}, errSwico
	}
	var s Swico
	conditions := ""
	last := 0
	for i := 1; i+1 < len(parts); i += 2 {
		tag, err := strconv.Atoi(parts[i])
		if err != nil || tag <= last { // tags rise
			return Swico{}, fmt.Errorf("%w: tag %q after %d", errSwico, parts[i], last)
		}
		last = tag
		if parts[i] == swicoConditions {
			conditions = parts[i+1]
			continue
		}
		s.set(parts[i], strings.TrimSpace(parts[i+1]))
	}
	s.DueDate = dueDate(s.IssueDate, conditions)
	return s, nil
}

func (s *Swico) set(tag, value string) {
	switch tag {
	case swicoInvoice:
		s.InvoiceNumber = value
	case swicoDate:
		s.IssueDate = swicoDay(value)
	case swicoCustomer:
		s.CustomerReference = value
	case swicoTaxID:
		const digits = 9
		if n := strings.TrimPrefix(recognize.Without(value, "-."), "CHE"); len(n) == digits &&
			isNumber(n) {
			s.TaxID = "CHE" + n
		}
	case swicoPeriod:
		start, end := value, value
		if day := len("060102"); len(value) == 2*day {
			start, end = value[:day], value[day:]
		}
		s.PeriodStart, s.PeriodEnd = swicoDay(start), swicoDay(end)
	case swicoTaxes:
		s.Taxes = swicoTaxList(value)
	}
}

// swicoParts splits the text at slashes; "\/" and "\\" are escapes.
func swicoParts(s string) []string {
	var parts []string
	var part []byte
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
			part = append(part, s[i])
		case s[i] == '/':
			parts, part = append(parts, string(part)), nil
		default:
			part = append(part, s[i])
		}
	}
	return append(parts, string(part))
}

func swicoDay(s string) string {
	day, err := time.Parse("060102", s)
	if err != nil {
		return ""
	}
	return day.Format(time.DateOnly)
}

// swicoTaxList reads "7.7" or "8:1000;2.5:51.8".
func swicoTaxList(s string) []SwicoTax {
	var out []SwicoTax
	for entry := range strings.SplitSeq(s, ";") {
		rate, base, _ := strings.Cut(entry, ":")
		r, err := decimal.NewFromString(rate)
		if err != nil || !moneyShape.MatchString(rate) || base != "" && money(base) == "" {
			return nil
		}
		out = append(out, SwicoTax{Rate: r.String(), Base: money(base)})
	}
	return out
}

// dueDate reads "2:10;0:30": 2 % discount within ten days, net within thirty. It returns "" without a net
// condition.
func dueDate(issued, conditions string) string {
	from, err := time.Parse(time.DateOnly, issued)
	if err != nil {
		return ""
	}
	for condition := range strings.SplitSeq(conditions, ";") {
		percent, days, found := strings.Cut(condition, ":")
		discount, err1 := strconv.ParseFloat(percent, 64)
		n, err2 := strconv.Atoi(days)
		const longest = 3650
		if found && err1 == nil && err2 == nil && discount == 0 && n >= 0 && n <= longest {
			return from.AddDate(0, 0, n).Format(time.DateOnly)
		}
	}
	return ""
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
