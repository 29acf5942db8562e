package main

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// Load describes the uploads, the service and the keys.
type Load struct {
	URL      string
	Keys     []string
	Document []byte
	Workers  int
	Files    bool          // whether the file of each accepted document is read afterwards
	Wait     int           // seconds an upload asks to wait for its result
	Pause    time.Duration // of a worker between uploads
}

// Run uploads for duration or until ctx ends, waits until the accepted documents have ended, at most for
// patience, and returns the result. It never interrupts a request.
func (l Load) Run(ctx context.Context, duration, patience time.Duration) Result {
	tally := newTally()
	started := time.Now()
	end := started.Add(duration)
	var group sync.WaitGroup
	for n := range l.Workers {
		group.Go(func() { l.work(ctx, n, end, tally) })
	}
	group.Wait()
	uploading := time.Since(started)
	l.follow(context.WithoutCancel(ctx), tally, time.Now().Add(patience))
	return tally.summary(uploading)
}

// work uploads with the keys in turn, because each has a rate limit.
func (l Load) work(ctx context.Context, number int, end time.Time, tally *tally) {
	client := newClient(l.URL, l.Wait)
	for n := number; time.Now().Before(end) && ctx.Err() == nil; n += l.Workers {
		key := l.Keys[n%len(l.Keys)]
		started := time.Now()
		answer, err := client.upload(context.WithoutCancel(ctx), key, l.Document)
		tally.add(key, answer, err, time.Since(started))
		rest := l.Pause
		if answer.limited() || err != nil {
			rest = max(rest, 50*time.Millisecond)
		}
		sleep(ctx, rest)
	}
}

// follow polls every accepted document until it has ended.
func (l Load) follow(ctx context.Context, tally *tally, deadline time.Time) {
	client := newClient(l.URL, 0)
	for _, document := range tally.accepted {
		for {
			status, err := client.status(ctx, document)
			if ended(status) || time.Now().After(deadline) || ctx.Err() != nil {
				tally.end(status, err)
				break
			}
			sleep(ctx, 100*time.Millisecond)
		}
		if l.Files {
			tally.file(l.fetch(ctx, client, document, deadline))
		}
	}
}

// fetch reports whether the complete file of a document is available.
func (l Load) fetch(ctx context.Context, client *client, d document, deadline time.Time) bool {
	for {
		code, size := client.file(ctx, d)
		if code == http.StatusOK {
			return size > len(l.Document)
		}
		if code == http.StatusNotFound || time.Now().After(deadline) {
			return false
		}
		sleep(ctx, 100*time.Millisecond)
	}
}

func ended(status string) bool { return status == "completed" || status == "failed" }

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
