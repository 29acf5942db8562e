package extract

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/google/uuid"

	"github.com/docmill/docmill/cmd/docmill/internal/input"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/sandbox"
	"github.com/docmill/docmill/services/extractor/enginepool"
)

// inProcess extracts documents in child processes.
type inProcess struct {
	engine  *enginepool.Pool
	job     enginepool.Job
	workers int
	timeout time.Duration
}

// Workers is how many documents to extract at a time.
func (e *inProcess) Workers() int { return e.workers }

// Close ends the child processes.
func (e *inProcess) Close() { e.engine.Close() }

// Extract returns the record of one file; errors become its failure.
func (e *inProcess) Extract(ctx context.Context, d input.Document) contract.Record {
	record := contract.Record{
		DocumentType: e.job.DocumentType, CreatedAt: contract.TimeOf(time.Now()),
		Metadata: contract.Metadata{FileName: d.Name},
	}
	if id, err := uuid.NewV7(); err == nil {
		record.ID = contract.PrefixDocument + id.String()
	}
	answer, err := e.read(ctx, d, &record.Metadata)
	record.CompletedAt = ptr(contract.TimeOf(time.Now()))
	record.ProcessingTimeMs = ptr(answer.Milliseconds())
	switch {
	case errors.Is(err, sandbox.ErrCrashed):
		return failed(record, contract.CodeTooComplex, "The document cannot be processed: it is too complex.")
	case err != nil:
		if ctx.Err() == nil {
			fmt.Fprintln(os.Stderr, input.Printable(fmt.Sprintf("docmill: %s: %v", d.Shown, input.Explain(err))))
		}
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

// read sends the file to a child process and computes size and hash.
func (e *inProcess) read(ctx context.Context, d input.Document, meta *contract.Metadata) (enginepool.Answer, error) {
	f, info, err := d.Open()
	if err != nil {
		return enginepool.Answer{}, err
	}
	defer f.Close()
	ctx, cancel := context.WithTimeout(ctx, e.timeout)
	defer cancel()
	sum := sha256.New()
	answer, err := e.engine.Extract(ctx, e.job, io.TeeReader(f, sum), info.Size())
	meta.FileSize, meta.SHA256 = info.Size(), hex.EncodeToString(sum.Sum(nil))
	return answer, err
}

func failed(r contract.Record, code contract.Code, message string) contract.Record {
	r.Status, r.Failure, r.Confidence = contract.StatusFailed, &contract.Failure{Code: code, Message: message}, ptr(0.0)
	r.Data, r.Fields, r.Checks = json.RawMessage(`{}`), json.RawMessage(`{}`), json.RawMessage(`[]`)
	r.Missing = []string{}
	return r
}

// missing lists the key fields and the required custom fields that were not found.
func missing(found *contract.Extraction) []string {
	var basis *result.Basis
	_ = json.Unmarshal(found.Basis, &basis) // the engine of this process has encoded it
	return result.Missing(result.DocumentType(found.DocumentType), found.Data, basis, nil)
}

func ptr[T any](v T) *T { return &v }
