package extract

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/docmill/docmill/cmd/docmill/internal/input"
	"github.com/docmill/docmill/cmd/docmill/internal/remote"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/extractor"
	"github.com/docmill/docmill/services/extractor/enginepool"
)

// Source selects how and where documents are extracted. Tags are kong's.
type Source struct {
	DocumentType string        `name:"document-type" predictor:"document-type" default:"auto" help:"Document type of the files; auto detects it. With --server also a saved type, as name or name@version."`
	Schema       string        `name:"schema" placeholder:"FILE" help:"JSON Schema of custom fields."`
	IgnoreXML    bool          `name:"ignore-embedded-xml" help:"Read the pages only, ignoring embedded e-invoices."`
	Workers      int           `name:"workers" env:"DOCMILL_EXTRACTOR_WORKERS" default:"0" help:"Concurrent files; 0 means the number of processors, or 4 with --server."`
	Timeout      time.Duration `name:"timeout" default:"300s" help:"Time limit of one file."`
	Server       string        `name:"server" env:"DOCMILL_URL" placeholder:"URL" help:"A running service that extracts and charges the files instead, e.g. https://docmill.example."`
	APIKey       string        `name:"api-key" aliases:"key" env:"DOCMILL_API_KEY" help:"Key for --server."`
	Options
}

// Validate reports settings that are not valid.
func (r Source) Validate() error {
	_, _, saved := contract.ParseSavedType(r.DocumentType)
	names := strings.Join(schema.RequestableNames(), ", ")
	switch {
	case contract.IsDocumentType(r.DocumentType):
	case !saved:
		return fmt.Errorf("--document-type: %q is none of %s", r.DocumentType, names)
	case r.Server == "" && schema.Of(schema.DocumentType(r.DocumentType)).IsSaved():
		return fmt.Errorf("--document-type: %q is none of %s; only an account of a service has saved types: add --server, "+
			"or give the fields with --schema", r.DocumentType, names)
	case r.Schema != "":
		return fmt.Errorf("--schema cannot be combined with the document type %q, which has a schema", r.DocumentType)
	}
	if r.Server != "" && r.IgnoreXML {
		return errors.New("--ignore-embedded-xml cannot be combined with --server")
	}
	if r.Server != "" && r.APIKey == "" {
		return errors.New("--server needs a key: --api-key or DOCMILL_API_KEY")
	}
	return nil
}

// memoryBytes is the memory limit of one document.
const memoryBytes = 1 << 30

// Extractor extracts documents, here or on a service. It is safe for concurrent use.
type Extractor interface {
	// Extract returns the record of a document; errors become its failure.
	Extract(ctx context.Context, d input.Document) contract.Record
	// Workers is how many documents to extract at a time.
	Workers() int
	Close()
}

// Open starts an extractor. It returns an error for an invalid schema, and for an unreachable service or
// one that rejects the key. most is the maximum number of documents, or 0 if unknown.
func (r Source) Open(ctx context.Context, most int) (Extractor, error) {
	job, err := r.Job()
	if err != nil {
		return nil, err
	}
	if r.Server != "" {
		return remote.Open(ctx, remote.Config{
			Server: r.Server, APIKey: r.APIKey, DocumentType: job.DocumentType, Schema: job.Schema, Workers: r.Workers,
			Timeout: r.Timeout,
		})
	}
	workers := r.Workers
	if workers <= 0 {
		workers = extractor.DefaultWorkers()
	}
	if most > 0 {
		workers = min(workers, most)
	}
	engine, err := OpenEngine(ctx, workers, r.Options)
	if err != nil {
		return nil, err
	}
	return &inProcess{engine: engine, job: job, workers: workers, timeout: r.Timeout}, nil
}

// Job reads the schema, so that an error is reported before any file is read.
func (r Source) Job() (enginepool.Job, error) {
	job := enginepool.Job{DocumentType: r.DocumentType, IgnoreEmbeddedXML: r.IgnoreXML}
	if r.Schema == "" {
		return job, nil
	}
	text, err := os.ReadFile(r.Schema)
	if err != nil {
		return job, fmt.Errorf("--schema: %w", input.Explain(err))
	}
	if _, err := custom.Parse(text); err != nil {
		return job, fmt.Errorf("--schema %s: %w", r.Schema, err)
	}
	job.Schema = text
	return job, nil
}
