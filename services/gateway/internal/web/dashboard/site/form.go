package site

import (
	"io"
	"mime"
	"net/url"
	"unicode/utf8"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// maxFormBytes bounds a form without files.
const maxFormBytes = 64 << 10

// ReadForm reads a form without files of at most 64 KiB.
func ReadForm(c *fiber.Ctx, r *httpserver.Request) (url.Values, error) {
	return ReadFormUpTo(maxFormBytes, c, r)
}

// ReadFormUpTo reads a form without files of at most limit bytes.
func ReadFormUpTo(limit int64, c *fiber.Ctx, r *httpserver.Request) (url.Values, error) {
	mediaType, _, _ := mime.ParseMediaType(c.Get(fiber.HeaderContentType))
	if mediaType != fiber.MIMEApplicationForm {
		return nil, apierror.New(contract.CodeUnsupportedMediaType, "Send the form as %s.", fiber.MIMEApplicationForm)
	}
	if r.Body == nil {
		return url.Values{}, nil
	}
	data, err := io.ReadAll(io.LimitReader(r.Body, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, apierror.New(contract.CodeFileTooLarge, "The form is too large.")
	}
	values, err := url.ParseQuery(string(data))
	if err != nil {
		return nil, apierror.Wrap(err, contract.CodeInvalidRequest, "The form could not be read.")
	}
	for _, all := range values {
		for _, value := range all {
			if !utf8.ValidString(value) {
				return nil, apierror.New(contract.CodeInvalidRequest, "The form is not in UTF-8.")
			}
		}
	}
	return values, nil
}
