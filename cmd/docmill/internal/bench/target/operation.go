package target

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/docmill/docmill/client"
	"github.com/docmill/docmill/cmd/docmill/internal/bench/measure"
	"github.com/docmill/docmill/cmd/docmill/internal/bench/mix"
)

// wrongError is a response that does not match the sent document.
type wrongError struct{ got, want string }

func (e wrongError) Error() string { return fmt.Sprintf("the answer says %q, not %q", e.got, e.want) }

// do makes the requests of the n-th operation and fills the outcome.
func (t *Target) do(ctx context.Context, a *account, operation mix.Operation, n int, o *measure.Outcome) error {
	switch operation {
	case mix.Batch:
		return t.batch(ctx, a, n, o)
	case mix.Read:
		id, ok := a.document(n)
		if !ok { // never, as prepare made one
			return fmt.Errorf("no document to read")
		}
		r, err := a.client.Document(ctx, id)
		if err == nil && r.ID != id {
			err = wrongError{r.ID, id}
		}
		return err
	case mix.List:
		_, err := a.client.DocumentsPage(ctx, client.Filter{}, client.PageOptions{})
		return err
	case mix.Usage:
		_, err := a.client.Usage(ctx)
		return err
	case mix.File:
		files := t.cfg.Files
		return t.upload(ctx, a, files[rand.New(rand.NewPCG(t.cfg.Seed, uint64(n))).IntN(len(files))], "", o)
	}
	d := mix.Make(operation, t.cfg.Run, n)
	return t.upload(ctx, a, client.FromBytes(d.Name, d.Content), d.Number, o)
}

// upload sends a file and waits for its record. number is the expected one; "" if unknown.
func (t *Target) upload(ctx context.Context, a *account, file client.Source, number string, o *measure.Outcome) error {
	r, err := a.client.Extract(ctx, file, client.ExtractOptions{Wait: wait})
	if err == nil && !r.Status.Ended() {
		r, err = a.client.WaitFor(ctx, r.ID)
	}
	if err != nil {
		return err
	}
	o.Documents, o.Bytes = 1, file.Size
	o.Stages = stagesOf(r, o, time.Now())
	if err := r.Err(); err != nil {
		return err
	}
	return checkNumber(r, number)
}

func checkNumber(r *client.Record, number string) error {
	if number == "" {
		return nil
	}
	var data struct {
		InvoiceNumber string `json:"invoiceNumber"`
	}
	if err := json.Unmarshal(r.Data, &data); err != nil {
		return fmt.Errorf("data of %s: %w", r.ID, err)
	}
	if data.InvoiceNumber != number {
		return wrongError{data.InvoiceNumber, number}
	}
	return nil
}

// stagesOf returns the stages from a record. Both of its times are from the service's clock.
func stagesOf(r *client.Record, o *measure.Outcome, answered time.Time) []measure.Stage {
	if r.CompletedAt == nil || r.ProcessingTimeMs == nil {
		return nil
	}
	extraction := time.Duration(*r.ProcessingTimeMs) * time.Millisecond
	accepted := r.CompletedAt.Sub(r.CreatedAt) // to the end
	return []measure.Stage{
		{Name: measure.StageLate, Took: o.Sent.Sub(o.Due)},
		{Name: measure.StageAround, Took: answered.Sub(o.Sent) - max(accepted, extraction)},
		{Name: measure.StageQueue, Took: accepted - extraction},
		{Name: measure.StageExtract, Took: extraction},
	}
}

// batch sends several files and waits for the end of all.
func (t *Target) batch(ctx context.Context, a *account, n int, o *measure.Outcome) error {
	var files []client.Source
	for i := range t.cfg.BatchSize {
		d := mix.Make(mix.Text, fmt.Sprintf("%s-%d", t.cfg.Run, n), i)
		files = append(files, client.FromBytes(d.Name, d.Content))
		o.Bytes += int64(len(d.Content))
	}
	b, err := a.client.Batch(ctx, files, client.BatchOptions{})
	if err != nil {
		return err
	}
	accepted := time.Now()
	if b, err = ended(ctx, a.client, b); err != nil {
		return err
	}
	o.Stages = []measure.Stage{
		{Name: measure.StageLate, Took: o.Sent.Sub(o.Due)}, {Name: measure.StageAccepted, Took: accepted.Sub(o.Sent)},
		{Name: measure.StageAllEnded, Took: time.Since(accepted)},
	}
	o.Documents = b.Counts.Completed
	for _, entry := range b.Results {
		if entry.Status != client.StatusCompleted {
			return &client.Failure{Code: entry.Code, Message: entry.Error}
		}
	}
	return nil
}

// ended waits until a batch has ended. It polls without the pauses of client.WaitForBatch, to notice the end at once.
func ended(ctx context.Context, c *client.Client, b *client.Batch) (*client.Batch, error) {
	for !b.Status.Ended() {
		// The last to begin is usually the last to end.
		for _, entry := range slices.Backward(b.Results) {
			if entry.Status.Ended() {
				continue
			}
			if _, err := c.WaitFor(ctx, entry.ID); err != nil {
				return nil, err
			}
			break
		}
		next, err := c.BatchStatus(ctx, b.ID)
		if err != nil {
			return nil, err
		}
		b = next
	}
	return b, nil
}
