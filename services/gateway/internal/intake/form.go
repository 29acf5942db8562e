package intake

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"strings"
	"time"

	"github.com/docmill/docmill/engine/sniff"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
)

// Names of the form's parts.
const (
	partFile         = "file"
	partDocumentType = "document_type"
)

const (
	// maxText bounds a text part, in bytes.
	maxText = 256
	// maxEpilogue is how much may follow the closing boundary (RFC 2046 lets
	// anything stand there) and is still read.
	maxEpilogue = 64 << 10
	// storeRetry is what a client is told when the object store does not answer.
	storeRetry = 2 * time.Second
)

// form gathers the parts of one upload. Each may come once, so that their
// number is bounded as well.
type form struct {
	in       *Intake
	plan     contract.Plan
	maxBytes int64

	file         *File
	documentType *string
}

func (f *form) read(ctx context.Context, body io.Reader, boundary string) error {
	gate := &headerGate{r: body}
	parts := multipart.NewReader(gate, boundary)
	for {
		gate.close()
		// A raw part: nothing is decoded behind our back, see checkHeader.
		part, err := parts.NextRawPart()
		gate.open()
		if err == io.EOF { // the closing boundary
			break
		}
		if err != nil {
			return bodyFault(err)
		}
		if err := f.take(ctx, part); err != nil {
			return err
		}
	}
	if f.file == nil {
		return fault.New(contract.CodeInvalidRequest, "The form has no part named %q.", partFile)
	}
	if _, err := io.CopyN(io.Discard, body, maxEpilogue); err != nil && !errors.Is(err, io.EOF) {
		return bodyFault(err)
	}
	return nil
}

func (f *form) result() File {
	file := *f.file
	file.DocumentType = contract.DocumentTypes()[0]
	if f.documentType != nil {
		file.DocumentType = *f.documentType
	}
	return file
}

// take reads one part to its end.
func (f *form) take(ctx context.Context, part *multipart.Part) error {
	if err := checkHeader(part); err != nil {
		return err
	}
	field, fileName, ok := parseDisposition(part.Header.Get("Content-Disposition"))
	if !ok {
		return fault.New(contract.CodeInvalidRequest, "A form part has no valid Content-Disposition with a name.")
	}
	switch field {
	case partFile:
		if f.file != nil {
			return fault.New(contract.CodeInvalidRequest, "The form has more than one part named %q; send one file.", partFile)
		}
		return f.takeFile(ctx, part, fileName)
	case partDocumentType:
		return f.takeDocumentType(part)
	}
	return fault.New(contract.CodeInvalidRequest, "The form has an unknown part named %.60q. Known are %q and %q.",
		field, partFile, partDocumentType)
}

// checkHeader bounds the header precisely, and refuses transfer encodings,
// which RFC 7578, 4.7 deprecates: nobody would want base64 stored as the file.
func checkHeader(part *multipart.Part) error {
	size := 0
	for name, values := range part.Header {
		for _, v := range values {
			size += len(name) + len(": ") + len(v) + len("\r\n")
		}
	}
	if size > maxPartHeader {
		return headerTooLong()
	}
	switch enc := strings.ToLower(part.Header.Get("Content-Transfer-Encoding")); enc {
	case "", "binary", "8bit", "7bit":
		return nil
	default:
		return fault.New(contract.CodeInvalidRequest, "A form part has the Content-Transfer-Encoding %.40q; send the bytes as they are.", enc)
	}
}

func (f *form) takeDocumentType(part *multipart.Part) error {
	if f.documentType != nil {
		return fault.New(contract.CodeInvalidRequest, "The form has more than one part named %q.", partDocumentType)
	}
	buf := make([]byte, maxText)
	n, err := readUpTo(part, buf)
	if err != nil {
		return bodyFault(err)
	}
	text := string(buf[:n])
	if !contract.IsDocumentType(text) {
		return fault.New(contract.CodeInvalidDocumentType, "The document_type %.60q is not known. Known are %s.",
			text, strings.Join(contract.DocumentTypes(), ", "))
	}
	f.documentType = &text
	return nil
}

// takeFile looks at the first bytes before anything is stored.
func (f *form) takeFile(ctx context.Context, part io.Reader, fileName string) error {
	head := make([]byte, sniff.HeadSize)
	n, err := readUpTo(part, head)
	if err != nil {
		return bodyFault(err)
	}
	if n == 0 {
		return fault.New(contract.CodeEmptyFile, "The file is empty.")
	}
	kind, known := sniff.Sniff(head[:n])
	if !known || !sniff.Readable(kind) {
		return fault.New(contract.CodeUnsupportedFormat, "The file's content is of no supported format. Supported are %s.",
			strings.Join(sniff.SupportedNames(), ", "))
	}
	m := newMeter(io.MultiReader(bytes.NewReader(head[:n]), part), f.plan, f.maxBytes)
	key := KeyPrefix + f.in.newID()
	if err := f.store(ctx, key, m); err != nil {
		return err
	}
	f.file = &File{Name: CleanName(fileName), Size: m.n, MIMEType: kind.MIMEType(), SHA256: m.sha256(), ObjectKey: key}
	return nil
}

func (f *form) store(ctx context.Context, key string, m *meter) error {
	stored, err := f.in.store.Put(ctx, key, m)
	switch {
	case m.err != nil: // the store keeps nothing of a source that failed
		return bodyFault(m.err)
	case err == nil && stored != m.n:
		err = fmt.Errorf("stored %d of %d bytes", stored, m.n)
		fallthrough
	case err != nil:
		f.in.Discard(ctx, key) // it may have arrived all the same
		return fault.Unavailable(err, storeRetry)
	}
	return nil
}
