package intake

import (
	"context"
	"io"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
)

type singleFile struct {
	files fileHandler
	form  form
	file  *File
}

func (s *singleFile) read(ctx context.Context, u Upload) error {
	s.form = form{
		fileParts: []string{partFile}, textParts: []string{partDocumentType, partSchema},
		takeFile: func(part io.Reader, name string) error { return s.take(ctx, part, name) },
	}
	if err := s.form.read(u.Body, u.Boundary); err != nil {
		return err
	}
	if s.file == nil {
		return apierror.New(contract.CodeInvalidRequest, "The form has no part named %q.", partFile)
	}
	return nil
}

func (s *singleFile) take(ctx context.Context, part io.Reader, name string) error {
	if s.file != nil {
		return apierror.New(contract.CodeInvalidRequest, "The form has more than one part named %q; send one file.", partFile)
	}
	m := newMeter(part)
	f, err := s.files.handle(ctx, m, name)
	if err != nil {
		return publicFault(err)
	}
	f.Size, f.SHA256 = m.n, m.sha256()
	s.file = &f
	return nil
}

func (s *singleFile) result() Document {
	d := Document{DocumentType: s.form.asked(), Schema: s.form.schema}
	if s.file != nil {
		d.File = *s.file
	}
	return d
}
