package soak_test

import (
	"testing"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
)

// Retention of the accounts, in days.
const retention = 3

// moments are the edges of the calendar that the short form visits, all in UTC.
func moments() []time.Time {
	at := func(month time.Month, day, hour, minute int) time.Time {
		return time.Date(2028, month, day, hour, minute, 0, 0, time.UTC)
	}
	return []time.Time{
		at(time.February, 28, 22, 30), // documents of now are kept across the leap day
		at(time.February, 29, 23, 30), // already March in Berlin
		at(time.March, 1, 0, 15),
		at(time.March, 25, 22, 30), // the day after has 23 hours in Berlin
		at(time.March, 26, 12, 0),
		at(time.March, 27, 18, 0),
		at(time.March, 31, 22, 30), // already April in Berlin
		at(time.April, 1, 0, 15),
	}
}

// further are the long form's moments: edges of autumn and winter, then consecutive days.
func further(n int) (all []time.Time) {
	if n == 0 {
		return nil
	}
	for _, text := range []string{
		"2028-10-28T22:30:00Z", "2028-10-29T12:00:00Z", // the day after the first has 25 hours in Berlin
		"2028-12-31T23:30:00Z", "2029-01-01T00:15:00Z", // already the next year in Berlin
	} {
		at, err := time.Parse(time.RFC3339, text)
		if err != nil {
			panic(err) // it stands above
		}
		all = append(all, at)
	}
	for day := range n {
		all = append(all, time.Date(2029, time.January, 2+day, 1, 30, 0, 0, time.UTC))
	}
	return all
}

func TestAcceleratedMonths(t *testing.T) {
	w := newWorld(t)
	c := newCustomers(w, moments()[0])
	var sizes []size
	for n, moment := range append(moments(), further(*days)...) {
		if n > 0 {
			w.at(moment)
		}
		c.expired()
		c.live(n)
		c.monthIsRight()
		w.settled()
		sizes = append(sizes, w.size())
	}
	w.growsNot(sizes[len(moments()):])
	c.monthsAreRight()
	if *days > 0 {
		w.drains(c)
	}
	w.inst.Stop()
}

// drains checks what remains without new work.
func (w *world) drains(c *customers) {
	w.t.Helper()
	// Expiring data is removed, and only permanent data stays.
	last := w.now()
	for _, later := range []time.Duration{13 * time.Hour, (retention + 1) * 24 * time.Hour, 16 * 24 * time.Hour} {
		w.at(last.Add(later))
		c.expired()
		w.settled()
	}
	w.isEmpty()
}

// settled waits for ended documents, erased data, published events and removed remains of erasures.
func (w *world) settled() {
	w.t.Helper()
	for what, sql := range map[string]string{
		"all documents have ended": `SELECT count(*) FROM gateway.documents WHERE status IN ('queued', 'processing')`,
		"all events are told": `SELECT (SELECT count(*) FROM gateway.outbox WHERE published_at IS NULL) +
			(SELECT count(*) FROM quota.outbox WHERE published_at IS NULL) +
			(SELECT count(*) FROM quota.thresholds WHERE relayed_at IS NULL)`,
		"what expired is erased":      `SELECT count(*) FROM gateway.documents WHERE expires_at <= clock_timestamp()`,
		"what is erased is removed":   `SELECT count(*) FROM gateway.erasures WHERE due_at <= clock_timestamp()`,
		"what people did is in audit": `SELECT count(*) FROM gateway.deeds`,
		"idempotency keys of more than a day are forgotten": `SELECT count(*) FROM gateway.idempotency_keys
			WHERE accepted_at <= clock_timestamp() - interval '25 hours'`,
		"outboxes hold seven days": `SELECT count(*) FROM gateway.outbox
			WHERE published_at <= clock_timestamp() - interval '169 hours'`,
		"sessions that ended are removed": `SELECT count(*) FROM auth.sessions
			WHERE last_seen_at <= clock_timestamp() - interval '40 minutes'`,
		"what is corrected is taught": `SELECT count(*) FROM gateway.teachings`,
	} {
		testkit.Await(w.t, what, func() bool { return w.count(sql) == 0 })
	}
}

// monthOf returns the first day of a time's month, UTC.
func monthOf(at time.Time) time.Time {
	at = at.UTC()
	return time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, time.UTC)
}

// limit of the plan of the account whose month runs full.
func limit() int {
	limits, _ := contract.PlanFree.Limits()
	return limits.DocumentsPerMonth
}
