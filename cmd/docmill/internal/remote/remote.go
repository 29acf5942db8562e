// Package remote extracts files on a running service, through its HTTP API.
package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"time"

	"github.com/docmill/docmill/client"
	"github.com/docmill/docmill/libs/contract"
)

// Job is what to extract, and where.
type Job struct {
	Server, APIKey string
	Files          []string
	DocumentType   string
	Schema         json.RawMessage // of custom fields; nil for none
	Workers        int             // files under way at a time; 0 takes defaultWorkers
	Timeout        time.Duration   // for one file, with the wait for a place
}

const (
	defaultWorkers = 4
	// attempts is how often a call is made: many files meet the rate limit many
	// times, and each time the service says when to come again.
	attempts = 25
	// wait is how long one request waits for the end of its document.
	wait = 60 * time.Second
)

// Extract returns a channel for each file, in order, that receives its record. It
// fails when the service cannot be reached or does not take the key; what goes
// wrong with one file is that record's failure.
func (j Job) Extract(ctx context.Context) ([]<-chan contract.Record, error) {
	c, err := client.New(j.Server, j.APIKey, client.WithUserAgent("docmill-cli"), client.WithRetries(attempts))
	if err != nil {
		return nil, err
	}
	if err := reach(ctx, j); err != nil {
		return nil, err
	}
	workers := j.Workers
	if workers < 1 {
		workers = defaultWorkers
	}
	records := make([]<-chan contract.Record, 0, len(j.Files))
	slots := make(chan struct{}, workers)
	for _, path := range j.Files {
		record := make(chan contract.Record, 1)
		records = append(records, record)
		go func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			record <- j.extract(ctx, c, path)
		}()
	}
	return records, nil
}

// reach finds out early, and without patience, what would fail for every file.
func reach(ctx context.Context, j Job) error {
	c, err := client.New(j.Server, j.APIKey)
	if err != nil {
		return err
	}
	_, err = c.Usage(ctx)
	var unreachable *url.Error
	if errors.As(err, &unreachable) {
		return fmt.Errorf("%s cannot be reached: %w", j.Server, unreachable.Err)
	}
	return err
}

func (j Job) extract(ctx context.Context, c *client.Client, path string) contract.Record {
	ctx, cancel := context.WithTimeout(ctx, j.Timeout)
	defer cancel()
	record, err := j.record(ctx, c, path)
	if err != nil {
		return failed(path, j.DocumentType, err)
	}
	return record
}

func (j Job) record(ctx context.Context, c *client.Client, path string) (r contract.Record, err error) {
	found, err := c.Extract(ctx, client.FromPath(path), client.ExtractOptions{
		DocumentType: j.DocumentType, Schema: j.Schema, Wait: wait,
	})
	if err == nil && !found.Status.Ended() {
		found, err = c.WaitFor(ctx, found.ID)
	}
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(found.JSON(), &r); err != nil {
		return r, fmt.Errorf("record %s: %w", found.ID, err)
	}
	return r, nil
}

// failed is the record of a file that the service did not take.
func failed(path, documentType string, err error) contract.Record {
	now := contract.TimeOf(time.Now())
	failure := contract.Failure{Code: contract.CodeInternalError, Message: err.Error()}
	var answer *client.Error
	if errors.As(err, &answer) && answer.Code != "" {
		failure = contract.Failure{Code: contract.Code(answer.Code), Message: answer.Message}
	} else if errors.Is(err, context.DeadlineExceeded) {
		failure = contract.Failure{Code: contract.CodeTimedOut, Message: "The document did not end in time."}
	}
	return contract.Record{
		Status: contract.StatusFailed, DocumentType: documentType, Confidence: new(0.0),
		Data: json.RawMessage(`{}`), Fields: json.RawMessage(`{}`), Checks: json.RawMessage(`[]`),
		Metadata:  contract.Metadata{FileName: filepath.Base(path)},
		CreatedAt: now, CompletedAt: &now, Failure: &failure,
	}
}
