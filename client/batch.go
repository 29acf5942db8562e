package client

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// MaxBatchFiles is how many files one batch may have.
const MaxBatchFiles = 100

// Batch is the state of files that were sent together.
type Batch struct {
	ID          string       `json:"id"`
	Status      Status       `json:"status"` // queued, processing, completed or failed
	Total       int          `json:"total"`  // files sent, refused ones too
	Counts      BatchCounts  `json:"counts"`
	CreatedAt   time.Time    `json:"createdAt"`
	CompletedAt *time.Time   `json:"completedAt"`
	Results     []BatchEntry `json:"results"` // one for each file, in the order sent

	// Replayed means that an earlier call with the same idempotency key created the batch.
	Replayed bool `json:"-"`
}

// BatchCounts are the entries of a batch by status.
type BatchCounts struct {
	Queued     int `json:"queued"`
	Processing int `json:"processing"`
	Completed  int `json:"completed"`
	Failed     int `json:"failed"`
	Rejected   int `json:"rejected"`
	Deleted    int `json:"deleted"`
}

// BatchEntry is one file of a batch. A rejected file has no ID; rejected and failed ones have Code and
// Error.
type BatchEntry struct {
	Index    int    `json:"index"` // from 0
	FileName string `json:"fileName"`
	ID       string `json:"id"` // of the document
	Status   Status `json:"status"`
	Error    string `json:"error"`
	Code     Code   `json:"code"`
}

// BatchOptions of [Client.Batch]; the zero value has the defaults.
type BatchOptions struct {
	DocumentType   string // one of the Type constants or a saved type; empty is TypeAuto
	IdempotencyKey string // as of ExtractOptions
}

// Batch sends up to MaxBatchFiles files in one call. It returns once all are stored; use
// [Client.WaitForBatch] for the results. A rejected file is an entry of StatusRejected, not an error.
func (c *Client) Batch(ctx context.Context, files []Source, o BatchOptions) (*Batch, error) {
	if len(files) == 0 || len(files) > MaxBatchFiles {
		return nil, fmt.Errorf("docmill: a batch has 1 to %d files, not %d", MaxBatchFiles, len(files))
	}
	form := newForm()
	if o.DocumentType != "" {
		form.field("document_type", o.DocumentType)
	}
	for _, f := range files {
		form.file("files", f)
	}
	in, err := upload(batchPath, form, o.IdempotencyKey)
	if err != nil {
		return nil, err
	}
	var b Batch
	h, err := c.json(ctx, in, &b)
	if err != nil {
		return nil, err
	}
	b.Replayed = replayed(h)
	return &b, nil
}

// BatchStatus reads a batch as it is now.
func (c *Client) BatchStatus(ctx context.Context, id string) (*Batch, error) {
	path, err := idPath(batchPath, id)
	if err != nil {
		return nil, err
	}
	var b Batch
	if _, err := c.json(ctx, get(path, nil), &b); err != nil {
		return nil, err
	}
	return &b, nil
}

// WaitForBatch returns the batch once all its documents have ended. Only ctx limits the wait.
func (c *Client) WaitForBatch(ctx context.Context, id string) (*Batch, error) {
	b, err := c.BatchStatus(ctx, id)
	if err != nil {
		return nil, err
	}
	return c.watchBatch(ctx, b, func(*Batch) {})
}

// The pause between two polls of a batch is at most maxPause, and at least a time that grows by morePause
// per poll up to minPause, because polls count against the rate limit.
const (
	maxPause  = 10 * time.Second
	minPause  = 5 * time.Second
	morePause = 500 * time.Millisecond
)

// watchBatch passes every observed state to see, b first, and returns the last. It long-polls the last document.
func (c *Client) watchBatch(ctx context.Context, b *Batch, see func(*Batch)) (*Batch, error) {
	for least := morePause; ; least = min(least+morePause, minPause) {
		see(b)
		if b.Status.Ended() {
			return b, nil
		}
		looked := c.retry.now()
		if err := c.awaitEntry(ctx, b); err != nil {
			return nil, err
		}
		if rest := least - c.retry.now().Sub(looked); rest > 0 {
			if err := c.retry.sleep(ctx, rest); err != nil {
				return nil, fmt.Errorf("docmill: wait for batch %s: %w", b.ID, err)
			}
		}
		next, err := c.BatchStatus(ctx, b.ID)
		if err != nil {
			return nil, err
		}
		b = next
	}
}

// awaitEntry returns when the last open document has ended or was deleted, or maxPause is over.
func (c *Client) awaitEntry(ctx context.Context, b *Batch) error {
	for i := len(b.Results) - 1; i >= 0; i-- {
		if entry := b.Results[i]; !entry.Status.Ended() {
			_, err := c.document(ctx, entry.ID, maxPause)
			if errors.Is(err, CodeNotFound) {
				return nil
			}
			return err
		}
	}
	return nil
}
