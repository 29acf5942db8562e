// Package exitstatus maps errors to exit statuses of all commands.
package exitstatus

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"

	"github.com/docmill/docmill/client"
	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
)

// Status is an exit status.
type Status int

// The statuses. Programs rely on them, so their meaning never changes.
const (
	OK           Status = 0
	Failed       Status = 1
	Usage        Status = 2
	SomeFailed   Status = 3
	AllFailed    Status = 4
	Unreachable  Status = 5
	Unauthorized Status = 6
	Quota        Status = 7
	NotFound     Status = 8
	Interrupted  Status = 130
)

// StopsAll reports whether a document failed because of the service or the account, so that others fail as
// well.
func (s Status) StopsAll() bool { return s == Unreachable || s == Unauthorized || s == Quota }

// Meaning is a line of the list of statuses.
type Meaning struct {
	Status Status
	Name   string
	Text   string
}

// Meanings returns all statuses, as help and documentation list them.
func Meanings() []Meaning {
	return []Meaning{
		{OK, "ok", "All went well; of extract: every document was extracted."},
		{Failed, "failed", "Something else failed: a file cannot be written, docmill erred, a figure is under --fail-under."},
		{Usage, "usage", "The command line or the settings are not valid; nothing was done."},
		{SomeFailed, "some-failed", "Some documents could not be extracted or read; the others were."},
		{AllFailed, "all-failed", "No document could be extracted, or there was none."},
		{Unreachable, "unreachable", "The service cannot be reached, or has no room at the moment."},
		{Unauthorized, "unauthorised", "The service does not take the key or password, or it lacks the right."},
		{Quota, "quota", "The plan's documents of the month or its requests are used up, or the plan does not include it."},
		{NotFound, "not-found", "No account, user, key, document or dead letter is called so, or several are."},
		{Interrupted, "interrupted", "Ended by a signal (SIGINT, SIGTERM) before the work was done."},
	}
}

// Write lists the statuses.
func Write(w io.Writer) error {
	var errs []error
	for _, m := range Meanings() {
		_, err := fmt.Fprintf(w, "%4d  %-12s  %s\n", m.Status, m.Name, m.Text)
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// coded is an error with a fixed status.
type coded struct {
	status Status
	err    error
}

func (c coded) Error() string { return c.err.Error() }

func (c coded) Unwrap() error { return c.err }

// With returns an error, with all that it wraps, with a status; nil stays nil.
func With(s Status, err error) error {
	if err == nil {
		return nil
	}
	return coded{s, err}
}

// Of returns the status of an error; of joined errors the most useful one.
func Of(err error) Status {
	if err == nil {
		return OK
	}
	found := statuses(err)
	for _, s := range []Status{Interrupted, Unauthorized, Quota, Unreachable, Usage, NotFound} {
		if slices.Contains(found, s) {
			return s
		}
	}
	if slices.Contains(found, Failed) || len(found) == 0 {
		return Failed
	}
	return found[0]
}

// statuses collects the statuses of wrapped and joined errors.
func statuses(err error) []Status {
	if c, ok := err.(coded); ok { //nolint:errorlint // each layer is looked at by itself
		return []Status{c.status}
	}
	if s, ok := own(err); ok {
		return []Status{s}
	}
	switch wrapper := err.(type) { //nolint:errorlint // each layer is looked at by itself
	case interface{ Unwrap() []error }:
		var all []Status
		for _, one := range wrapper.Unwrap() {
			all = append(all, statuses(one)...)
		}
		return all
	case interface{ Unwrap() error }:
		if inner := wrapper.Unwrap(); inner != nil {
			return statuses(inner)
		}
	}
	return []Status{Failed}
}

func own(err error) (Status, bool) {
	switch e := err.(type) { //nolint:errorlint // each layer is looked at by itself
	case *client.Error:
		return ofAnswer(e), true
	case *apierror.Error:
		return OfCode(e.Code), true
	case *url.Error:
		if errors.Is(e, context.Canceled) {
			return Interrupted, true
		}
		return Unreachable, true
	case *net.OpError, *net.DNSError:
		return Unreachable, true
	}
	if err == context.Canceled { //nolint:errorlint // each layer is looked at by itself
		return Interrupted, true
	}
	return 0, false
}

// ofAnswer returns the status of an HTTP response, which may come from a proxy.
func ofAnswer(e *client.Error) Status {
	if s := OfCode(contract.Code(e.Code)); s != Failed {
		return s
	}
	switch e.Status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return Unauthorized
	case http.StatusTooManyRequests:
		return Quota
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return Unreachable
	}
	return Failed
}

// OfCode is the status of a public code of the service.
func OfCode(code contract.Code) Status {
	switch code {
	case contract.CodeAuthMissing, contract.CodeAuthInvalid:
		return Unauthorized
	case contract.CodeQuotaExceeded, contract.CodeRateLimited, contract.CodePlanRequired:
		return Quota
	case contract.CodeServiceUnavailable:
		return Unreachable
	case contract.CodeNotFound:
		return NotFound
	}
	return Failed
}
