// Package local extracts files right here, without a server: the same engine in
// the same child processes, the same records. With --server a running service
// does the work.
package local

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/docmill/docmill/cmd/docmill/internal/input"
	"github.com/docmill/docmill/cmd/docmill/internal/remote"
	"github.com/docmill/docmill/engine/custom"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/sandbox"
	"github.com/docmill/docmill/services/extractor"
)

// Command is `docmill extract`. Tags are kong's.
type Command struct {
	Files        []string      `arg:"" name:"file" help:"Files to extract, or folders of files, their subfolders included."`
	Format       string        `name:"format" enum:"json,jsonl,table" default:"json" help:"json (one indented record after another), jsonl (one record a line) or table; all in the order of the files."`
	DocumentType string        `name:"document-type" default:"auto" help:"What the files are; auto finds out."`
	Schema       string        `name:"schema" placeholder:"FILE" help:"JSON Schema of further fields to look for."`
	IgnoreXML    bool          `name:"ignore-embedded-xml" help:"Read the pages alone, even where a file carries an e-invoice as data."`
	Workers      int           `name:"workers" env:"DOCMILL_EXTRACTOR_WORKERS" default:"0" help:"Files read at a time; 0 takes the number of processors."`
	Timeout      time.Duration `name:"timeout" default:"300s" help:"Longest time that one file may take."`
	Server       string        `name:"server" placeholder:"URL" help:"A running service that extracts the files instead, e.g. https://docmill.example; they count there."`
	APIKey       string        `name:"api-key" env:"DOCMILL_API_KEY" help:"Key for --server."`
	Options
}

// ErrSomeFailed is returned when at least one record says failed, or a file could
// not be read.
var ErrSomeFailed = errors.New("not every file could be extracted")

// Validate reports settings that are not valid.
func (c Command) Validate() error {
	if !contract.IsDocumentType(c.DocumentType) {
		return fmt.Errorf("--document-type: %q is none of %s", c.DocumentType, strings.Join(contract.DocumentTypes(), ", "))
	}
	if c.Server != "" && c.IgnoreXML {
		return errors.New("--ignore-embedded-xml is for files that are read right here, not for --server")
	}
	return nil
}

// memoryBytes is what one document may use.
const memoryBytes = 1 << 30

// Run extracts the files and prints their records, as soon as those before them
// are printed. Arguments that name no file are told at the end, and have no
// record.
func (c Command) Run(ctx context.Context) error {
	job, err := c.job()
	if err != nil {
		return err
	}
	var wrong []error
	if c.Files, wrong = input.Expand(c.Files); len(c.Files) > 0 {
		wrong = append(wrong, c.extractFiles(ctx, job))
	}
	return errors.Join(wrong...)
}

func (c Command) extractFiles(ctx context.Context, job extractor.Job) error {
	if c.Server != "" {
		return c.extractRemotely(ctx, job)
	}
	engine, err := OpenEngine(ctx, c.workers(), c.Options)
	if err != nil {
		return err
	}
	defer engine.Close()
	return c.print(ctx, c.extractAll(ctx, engine, job, c.workers()))
}

func (c Command) extractRemotely(ctx context.Context, job extractor.Job) error {
	records, err := remote.Job{
		Server: c.Server, APIKey: c.APIKey, Files: c.Files, DocumentType: job.DocumentType, Schema: job.Schema,
		Workers: c.Workers, Timeout: c.Timeout,
	}.Extract(ctx)
	if err != nil {
		return err
	}
	return c.print(ctx, records)
}

// job reads the schema, so that a wrong one is told before any file is read.
func (c Command) job() (extractor.Job, error) {
	job := extractor.Job{DocumentType: c.DocumentType, IgnoreEmbeddedXML: c.IgnoreXML}
	if c.Schema == "" {
		return job, nil
	}
	schema, err := os.ReadFile(c.Schema)
	if err != nil {
		return job, fmt.Errorf("--schema: %w", input.Explain(err))
	}
	if _, err := custom.Parse(schema); err != nil {
		return job, fmt.Errorf("--schema %s: %w", c.Schema, err)
	}
	job.Schema = schema
	return job, nil
}

func (c Command) workers() int {
	n := c.Workers
	if n <= 0 {
		n = extractor.DefaultWorkers()
	}
	return min(n, len(c.Files))
}

// extractAll returns a channel for each file, in order, that receives its record.
func (c Command) extractAll(
	ctx context.Context, engine *extractor.Engine, job extractor.Job, workers int,
) []<-chan contract.Record {
	records := make([]<-chan contract.Record, 0, len(c.Files))
	slots := make(chan struct{}, workers)
	for _, path := range c.Files {
		record := make(chan contract.Record, 1)
		records = append(records, record)
		go func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			record <- c.extract(ctx, engine, job, path)
		}()
	}
	return records
}

// extract returns the record of one file; whatever goes wrong is its failure.
func (c Command) extract(
	ctx context.Context, engine *extractor.Engine, job extractor.Job, path string,
) contract.Record {
	record := contract.Record{
		DocumentType: c.DocumentType, CreatedAt: contract.TimeOf(time.Now()),
		Metadata: contract.Metadata{FileName: filepath.Base(path)},
	}
	if id, err := uuid.NewV7(); err == nil {
		record.ID = contract.PrefixDocument + id.String()
	}
	answer, err := c.read(ctx, engine, job, path, &record.Metadata)
	record.CompletedAt = ptr(contract.TimeOf(time.Now()))
	record.ProcessingTimeMs = ptr(answer.ProcessingTime.Milliseconds())
	switch {
	case errors.Is(err, sandbox.ErrCrashed):
		return failed(record, contract.CodeTooComplex, "The document cannot be processed: it is too complex.")
	case err != nil:
		fmt.Fprintf(os.Stderr, "docmill: %s: %v\n", path, input.Explain(err))
		return failed(record, contract.CodeInternalError,
			"The document could not be processed because of an error on our side.")
	case answer.Failure != nil:
		return failed(record, answer.Failure.Code, answer.Failure.Message)
	}
	found := answer.Extraction
	record.Status, record.DocumentType, record.Confidence = contract.StatusCompleted, found.DocumentType, &found.Confidence
	record.Data, record.Fields, record.Checks = found.Data, found.Fields, found.Checks
	record.Missing = missing(found)
	record.Metadata.MIMEType, record.Metadata.Pages = found.MIMEType, &found.Pages
	return record
}

// read sends the file to a child process and notes size and hash on the way.
func (c Command) read(
	ctx context.Context, engine *extractor.Engine, job extractor.Job, path string, meta *contract.Metadata,
) (
	extractor.Answer, error,
) {
	f, err := os.Open(path)
	if err != nil {
		return extractor.Answer{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return extractor.Answer{}, err
	}
	if !info.Mode().IsRegular() {
		return extractor.Answer{}, fmt.Errorf("%s is no file", path)
	}
	ctx, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	sum := sha256.New()
	answer, err := engine.Extract(ctx, job, io.TeeReader(f, sum), info.Size())
	meta.FileSize, meta.SHA256 = info.Size(), hex.EncodeToString(sum.Sum(nil))
	return answer, err
}

func failed(r contract.Record, code contract.Code, message string) contract.Record {
	r.Status, r.Failure, r.Confidence = contract.StatusFailed, &contract.Failure{Code: code, Message: message}, ptr(0.0)
	r.Data, r.Fields, r.Checks = json.RawMessage(`{}`), json.RawMessage(`{}`), json.RawMessage(`[]`)
	r.Missing = []string{}
	return r
}

// missing lists the key fields that were not found.
func missing(found *contract.Extraction) []string {
	var known map[string]json.RawMessage
	if json.Unmarshal(found.Data, &known) != nil {
		return []string{}
	}
	return result.Missing(result.DocumentType(found.DocumentType),
		func(name string) bool { return known[name] != nil }, func(string) bool { return false })
}

func ptr[T any](v T) *T { return &v }
