// Package remote extracts files on a running service, through its HTTP API.
package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"time"

	"github.com/docmill/docmill/client"
	"github.com/docmill/docmill/cmd/docmill/internal/exitstatus"
	"github.com/docmill/docmill/cmd/docmill/internal/input"
	"github.com/docmill/docmill/libs/contract"
)

// Config selects the service and the extraction.
type Config struct {
	Server, APIKey string
	DocumentType   string
	Schema         json.RawMessage // of custom fields; nil for none
	Workers        int             // files under way at a time; 0 takes defaultWorkers
	Timeout        time.Duration   // for one file, with the wait for a place
}

const (
	defaultWorkers = 4
	// attempts per call are many: many files reach the rate limit often, and Retry-After spaces the retries.
	attempts = 25
	// wait is how long one request waits for the end of its document.
	wait = 60 * time.Second
)

// Service extracts documents. It is safe for concurrent use.
type Service struct {
	cfg    Config
	client *client.Client
}

// Open returns an error if the service is unreachable or rejects the key; an error of one file becomes its
// record's failure.
func Open(ctx context.Context, cfg Config) (*Service, error) {
	c, err := Client(ctx, cfg.Server, cfg.APIKey)
	if err != nil {
		return nil, err
	}
	if cfg.Workers < 1 {
		cfg.Workers = defaultWorkers
	}
	return &Service{cfg: cfg, client: c}, nil
}

// Client returns a client with many retries, after checking the service and the key.
func Client(ctx context.Context, server, key string) (*client.Client, error) {
	quick, err := client.New(server, key, client.WithUserAgent(userAgent))
	if err != nil {
		return nil, err
	}
	// This finds general errors early, with few retries.
	_, err = quick.Usage(ctx)
	var unreachable *url.Error
	if errors.As(err, &unreachable) {
		return nil, exitstatus.With(exitstatus.Unreachable, fmt.Errorf("%s cannot be reached: %w", server, unreachable.Err))
	}
	if err != nil {
		return nil, err
	}
	return client.New(server, key, client.WithUserAgent(userAgent), client.WithRetries(attempts))
}

const userAgent = "docmill-cli"

// Workers is how many documents to extract at a time.
func (s *Service) Workers() int { return s.cfg.Workers }

// Close does nothing: connections end by themselves.
func (s *Service) Close() {}

// Extract returns the record of a document.
func (s *Service) Extract(ctx context.Context, d input.Document) contract.Record {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.Timeout)
	defer cancel()
	record, err := s.record(ctx, d)
	if err != nil {
		return failed(d.Name, s.cfg.DocumentType, err)
	}
	return record
}

func (s *Service) record(ctx context.Context, d input.Document) (r contract.Record, err error) {
	f, info, err := d.Open()
	if err != nil {
		return r, err
	}
	if err := f.Close(); err != nil {
		return r, err
	}
	source := client.Source{Name: d.Name, Size: info.Size(), Open: func() (io.ReadCloser, error) {
		f, _, err := d.Open()
		return f, err
	}}
	found, err := s.client.Extract(ctx, source, client.ExtractOptions{
		DocumentType: s.cfg.DocumentType, Schema: s.cfg.Schema, Wait: wait,
	})
	if err == nil && !found.Status.Ended() {
		found, err = s.client.WaitFor(ctx, found.ID)
	}
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(found.JSON(), &r); err != nil {
		return r, fmt.Errorf("record %s: %w", found.ID, err)
	}
	return r, nil
}

// failed is the record of a file that the service rejected.
func failed(name, documentType string, err error) contract.Record {
	now := contract.TimeOf(time.Now())
	failure := contract.Failure{Code: contract.CodeInternalError, Message: err.Error()}
	var answer *client.Error
	var unreachable *url.Error
	switch {
	case errors.As(err, &answer) && answer.Code != "":
		failure = contract.Failure{Code: contract.Code(answer.Code), Message: answer.Message}
	case errors.Is(err, context.DeadlineExceeded):
		failure = contract.Failure{Code: contract.CodeTimedOut, Message: "The document did not end in time."}
	case errors.As(err, &unreachable):
		failure = contract.Failure{Code: contract.CodeServiceUnavailable, Message: "The service cannot be reached."}
	}
	return contract.Record{
		Status: contract.StatusFailed, DocumentType: documentType, Confidence: new(0.0),
		Data: json.RawMessage(`{}`), Fields: json.RawMessage(`{}`), Checks: json.RawMessage(`[]`), Missing: []string{},
		Metadata:  contract.Metadata{FileName: name},
		CreatedAt: now, CompletedAt: &now, Failure: &failure,
	}
}
