// Package learn sends documents that people corrected, confirmed or reviewed to extractors and
// stores what they teach about layouts. It charges nothing, sends no event and changes no record.
package learn

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/jobs/claims"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// Config of the job.
type Config struct {
	// Deadline is how long one document may take, including the wait for a worker.
	Deadline time.Duration
	// Poll is the longest pause between two queries for due documents.
	Poll time.Duration
	// Pause is the pause before the second attempt; it doubles with every further one.
	Pause time.Duration
}

const (
	// workers is how many documents a replica processes at a time. They use slots of the extractors' slow lane.
	workers = 2
	// maxAttempts is the maximum number of failed attempts of a document.
	maxAttempts = 5
	// slack is the time for storing the outcome after the deadline.
	slack = 30 * time.Second
)

// Learner is one replica's share of the job.
type Learner struct {
	config Config
	store  *store.Learning
	blob   *blob.Store
	conn   *bus.Conn
	log    *slog.Logger
	wake   chan struct{}
}

// New starts nothing.
func New(config Config, s *store.Learning, b *blob.Store, conn *bus.Conn, log *slog.Logger) *Learner {
	return &Learner{config: config, store: s, blob: b, conn: conn, log: log, wake: make(chan struct{}, workers)}
}

// Wake starts a round at once.
func (t *Learner) Wake() {
	select {
	case t.wake <- struct{}{}:
	default:
	}
}

// Run works until ctx ends. Documents in progress are then left to another replica.
func (t *Learner) Run(ctx context.Context) error {
	var running sync.WaitGroup
	for range workers {
		running.Go(func() { t.work(ctx) })
	}
	running.Wait()
	return nil
}

func (t *Learner) work(ctx context.Context) {
	tick := time.NewTicker(t.config.Poll)
	defer tick.Stop()
	for {
		for {
			more, err := t.next(ctx)
			if err != nil && ctx.Err() == nil {
				t.log.Warn("layouts not taught, trying again", "error", err)
			}
			if err != nil || !more {
				break
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-t.wake:
		}
	}
}

// next processes one due document, if there is one.
func (t *Learner) next(ctx context.Context) (more bool, err error) {
	d, ok, err := t.store.NextTeaching(ctx, rand.Text(), t.config.Deadline+slack)
	if err != nil || !ok {
		return false, err
	}
	example, err := t.example(ctx, d)
	switch {
	case err == nil:
		err = t.keep(ctx, d, example)
	case ctx.Err() != nil:
		// The document did not fail: it is due again at once.
		settling, cancel := context.WithTimeout(context.WithoutCancel(ctx), slack)
		defer cancel()
		_, err = t.store.RetryTeaching(settling, d.Ref, "the service stopped", 0, false)
	case apierror.Is(err, contract.CodeServiceUnavailable):
		t.log.Debug("no extractor to teach a layout by, trying again", "document", d.Ref.DocumentID, "error", err)
		_, err = t.store.RetryTeaching(ctx, d.Ref, err.Error(), t.config.Pause, false)
	default:
		err = t.failed(ctx, d, err)
	}
	return true, err
}

func (t *Learner) example(ctx context.Context, d store.Teaching) (example template.Example, err error) {
	if !d.Said {
		return example, nil // everything was taken back
	}
	if len(d.Data) > contract.MaxTeachData {
		return example, apierror.New(contract.CodeNotFound, "The document has too many values to learn from.")
	}
	get, err := t.blob.PresignGet(ctx, d.File.ObjectKey, t.config.Deadline+slack)
	if err != nil {
		return example, apierror.Unavailable(err, t.config.Pause)
	}
	reply, err := bus.CallWithin[contract.TeachReply](ctx, t.conn, t.config.Deadline+slack/2, contract.RPCPageTeach,
		contract.TeachRequest{
			DocumentID: d.Ref.DocumentID, GetURL: get, FileSize: d.File.Size, SHA256: d.File.SHA256,
			AccountHash: claims.AccountHash(d.Account), DocumentType: d.DocumentType, Schema: d.Schema, Data: d.Data,
			Touched: d.Touched, Reviewed: d.Reviewed, Correction: d.Correction, At: d.At,
			DeadlineMs: t.config.Deadline.Milliseconds(),
		})
	if err != nil {
		return example, err
	}
	if err := json.Unmarshal(reply.Example, &example); err != nil {
		return example, fmt.Errorf("example: %w", err)
	}
	return example, nil
}

func (t *Learner) keep(ctx context.Context, d store.Teaching, example template.Example) error {
	ok, err := t.store.PutExample(ctx, d.Ref, example)
	switch {
	case err != nil:
		return err
	case !ok:
		t.log.Debug("example of an earlier correction ignored", "document", d.Ref.DocumentID)
	default:
		t.log.Info("layout taught", "document", d.Ref.DocumentID, "fields", len(example.Fields))
	}
	return nil
}

// failed schedules another attempt, or gives the document up: at once if the file is at fault.
func (t *Learner) failed(ctx context.Context, d store.Teaching, cause error) error {
	if d.Attempt < maxAttempts && !apierror.Is(cause, contract.CodeNotFound) {
		t.log.Warn("document not taught, trying again", "document", d.Ref.DocumentID, "attempt", d.Attempt, "error", cause)
		_, err := t.store.RetryTeaching(ctx, d.Ref, cause.Error(), t.config.Pause<<(d.Attempt-1), true)
		return err
	}
	ok, err := t.store.GiveUpTeaching(ctx, d.Ref)
	if ok {
		t.log.Warn("document given up: it teaches no layout", "document", d.Ref.DocumentID, "attempts", d.Attempt,
			"error", cause)
	}
	return err
}
