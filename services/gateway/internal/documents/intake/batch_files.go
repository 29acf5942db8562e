package intake

import (
	"context"
	"errors"
	"io"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
)

type batchFiles struct {
	files fileHandler
	batch Batch
}

func (m *batchFiles) read(ctx context.Context, u Upload) error {
	f := form{
		fileParts: []string{partFiles, partFile}, textParts: []string{partDocumentType}, emptyParts: []string{partSchema},
		takeFile: func(part io.Reader, name string) error { return m.take(ctx, part, name) },
	}
	// Refused files are read as well, so the sum needs a bound.
	body := &cappedReader{r: u.Body, left: maxBody(u.Plan, contract.MaxBatchFiles)}
	if err := f.read(body, u.Boundary); err != nil {
		return err
	}
	if len(m.batch.Files) == 0 {
		return apierror.New(contract.CodeInvalidRequest, "The form has no part named %q.", partFiles)
	}
	m.batch.DocumentType = f.asked()
	return nil
}

func (m *batchFiles) take(ctx context.Context, part io.Reader, name string) error {
	if len(m.batch.Files) == contract.MaxBatchFiles {
		return apierror.New(contract.CodeInvalidRequest, "The form has more than %d files.", contract.MaxBatchFiles)
	}
	meter := newMeter(part)
	f, err := m.files.handle(ctx, meter, name)
	var r *refusal
	if err != nil && !errors.As(err, &r) {
		return publicFault(err)
	}
	b := BatchFile{File: f}
	if r != nil {
		b.Refusal = r.fault
		if err := meter.drain(); err != nil {
			return bodyFault(err)
		}
	}
	b.Size, b.SHA256 = meter.n, meter.sha256()
	m.batch.Files = append(m.batch.Files, b)
	return nil
}
