package intake

import (
	"encoding/json"
	"errors"
	"io"
	"mime/multipart"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// Names of the form's parts.
const (
	partFile         = "file"
	partFiles        = "files"
	partDocumentType = "document_type"
	partSchema       = "schema"
)

const (
	// maxText bounds the document type, in bytes.
	maxText = 256
	// maxEpilogue is how much is read after the closing boundary (RFC 2046 allows anything there).
	maxEpilogue = 64 << 10
	// maxEmpty bounds the empty text parts of a form; otherwise a body could be endless.
	maxEmpty = 16
)

// form reads the parts of a body in any order. Each text part may come once; takeFile bounds the number of files.
type form struct {
	fileParts []string // names of the parts that are files
	textParts []string
	// emptyParts are text parts of other calls that may be sent empty: some clients use one form for all calls.
	emptyParts []string
	takeFile   func(part io.Reader, fileName string) error

	documentType string          // "" unless one was sent that is not empty
	schema       json.RawMessage // nil unless one was sent that is not empty
	findType     FindType
	saved        *model.SavedType // that documentType names
	empty        int              // text parts that were sent empty
}

func (f *form) read(body io.Reader, boundary string) error {
	gate := &headerLimitReader{r: body}
	parts := multipart.NewReader(gate, boundary)
	for {
		gate.close()
		// A raw part is not decoded, see checkHeader.
		part, err := parts.NextRawPart()
		gate.open()
		if err == io.EOF { // the closing boundary
			break
		}
		if err != nil {
			return bodyFault(err)
		}
		if err := f.take(part); err != nil {
			return err
		}
	}
	if f.saved != nil && f.schema != nil {
		return apierror.New(contract.CodeInvalidRequest,
			"The document type %q has a schema already; send no other one.", f.saved.Name)
	}
	if _, err := io.CopyN(io.Discard, body, maxEpilogue); err != nil && !errors.Is(err, io.EOF) {
		return bodyFault(err)
	}
	return nil
}

func (f *form) take(part *multipart.Part) error {
	if err := checkHeader(part); err != nil {
		return err
	}
	field, fileName, ok := parseDisposition(part.Header.Get("Content-Disposition"))
	switch {
	case !ok:
		return apierror.New(contract.CodeInvalidRequest, "A form part has no valid Content-Disposition with a name.")
	case slices.Contains(f.fileParts, field):
		return f.takeFile(part, fileName)
	case slices.Contains(f.emptyParts, field):
		return f.takeEmpty(part, field)
	case !slices.Contains(f.textParts, field):
		return f.unknownPart(field)
	case field == partSchema:
		return f.takeSchema(part)
	}
	return f.takeDocumentType(part)
}

func (f *form) unknownPart(field string) error {
	known := slices.Concat(f.fileParts, f.textParts)
	return apierror.New(contract.CodeInvalidRequest, "The form has an unknown part named %.60q. Known here: %s.", field,
		strings.Join(known, ", "))
}

// takeEmpty reads a part that is ignored if it is empty and unknown otherwise.
func (f *form) takeEmpty(part io.Reader, field string) error {
	text, err := readText(part, 1)
	switch {
	case err != nil:
		return err
	case len(text) > 0:
		return f.unknownPart(field)
	}
	return f.countEmpty(field)
}

func (f *form) countEmpty(field string) error {
	if f.empty++; f.empty > maxEmpty {
		return twice(field)
	}
	return nil
}

// checkHeader bounds the header, and refuses transfer encodings, which RFC 7578, 4.7 deprecates.
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
		return apierror.New(contract.CodeInvalidRequest,
			"A form part has the Content-Transfer-Encoding %.40q; send the bytes as they are.", enc)
	}
}

// takeDocumentType reads the part document_type. An empty one is ignored: browsers send every field of a form.
func (f *form) takeDocumentType(part io.Reader) error {
	text, err := readText(part, maxText)
	switch {
	case err != nil:
		return err
	case len(text) == 0:
		return f.countEmpty(partDocumentType)
	case f.documentType != "":
		return twice(partDocumentType)
	}
	f.documentType = string(text)
	f.saved, err = f.findType.find(f.documentType)
	return err
}

// find returns the saved type that a text names, nil for a built-in type.
func (find FindType) find(text string) (*model.SavedType, error) {
	if contract.IsDocumentType(text) {
		return nil, nil
	}
	if _, _, ok := contract.ParseSavedType(text); !ok || find == nil {
		return nil, UnknownType(text)
	}
	t, err := find(text)
	return &t, err
}

// UnknownType is the error for a document type that is neither built-in nor saved.
func UnknownType(text string) error {
	return apierror.New(contract.CodeInvalidDocumentType,
		"The document_type %.70q is not known. Known are %s, and the names of your saved document types.",
		text, strings.Join(schema.RequestableNames(), ", "))
}

func (f *form) takeSchema(part io.Reader) error {
	text, err := readText(part, custom.MaxSchemaBytes+1) // one too many is refused by Parse
	switch {
	case err != nil:
		return err
	case len(text) == 0:
		return f.countEmpty(partSchema)
	case f.schema != nil:
		return twice(partSchema)
	}
	f.schema = text
	return CheckSchema(text)
}

// CheckSchema returns CodeInvalidSchema, with the place as a JSON Pointer, if a schema of custom fields is not valid.
func CheckSchema(text []byte) error {
	if !utf8.Valid(text) {
		return apierror.New(contract.CodeInvalidSchema, "The schema is refused: it is not encoded as UTF-8.")
	}
	_, err := custom.Parse(text)
	var wrong *custom.SchemaError
	switch {
	case !errors.As(err, &wrong):
		return err
	case wrong.Pointer == "":
		return apierror.Wrap(err, contract.CodeInvalidSchema, "The schema is refused: it %s.", wrong.Problem)
	}
	return apierror.Wrap(err, contract.CodeInvalidSchema, "The schema is refused at %s: %s.", wrong.Pointer, wrong.Problem)
}

func twice(part string) error {
	return apierror.New(contract.CodeInvalidRequest, "The form has more than one part named %q.", part)
}

// asked returns the requested document type.
func (f *form) asked() string {
	if f.documentType == "" {
		return contract.DocumentTypes()[0]
	}
	return f.documentType
}

// readText reads a text part up to limit bytes.
func readText(part io.Reader, limit int) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(part, int64(limit)))
	if err != nil {
		return nil, bodyFault(err)
	}
	return text, nil
}
