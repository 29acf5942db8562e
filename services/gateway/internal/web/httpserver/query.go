package httpserver

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
)

// Query reads the query string. It rejects unknown and duplicate parameters, so that misspelled ones are
// not ignored.
func Query(c *fiber.Ctx, known ...string) (map[string]string, error) {
	values, err := url.ParseQuery(string(c.Request().URI().QueryString()))
	if err != nil {
		return nil, apierror.Wrap(err, contract.CodeInvalidRequest, "The query string is not valid.")
	}
	params := make(map[string]string, len(values))
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !slices.Contains(known, name) {
			return nil, apierror.New(contract.CodeInvalidRequest, "The query parameter %.60q is not known. %s",
				name, KnownNames(known))
		}
		if len(values[name]) > 1 {
			return nil, apierror.New(contract.CodeInvalidRequest, "The query parameter %q appears more than once.", name)
		}
		params[name] = values[name][0]
	}
	return params, nil
}

// KnownNames says which names are known, as the end of a refusal.
func KnownNames(known []string) string {
	if len(known) == 0 {
		return "None is known here."
	}
	return "Known here: " + strings.Join(known, ", ") + "."
}

// CheckEncoding rejects compressed bodies.
func CheckEncoding(c *fiber.Ctx) error {
	if enc := c.Get(fiber.HeaderContentEncoding); enc != "" && !strings.EqualFold(enc, "identity") {
		return apierror.New(contract.CodeUnsupportedMediaType,
			"The Content-Encoding %.40q is not supported; send the body as it is.", enc)
	}
	return nil
}

// DocumentID returns the document's id from the path. A malformed one counts as unknown.
func DocumentID(c *fiber.Ctx) (string, error) {
	id := c.Params("id")
	if _, err := contract.ParseID(contract.PrefixDocument, id); err != nil {
		return "", apierror.Wrap(err, contract.CodeNotFound, "No document has this id.")
	}
	return id, nil
}

// OnlyDocumentID is DocumentID for routes without query parameters.
func OnlyDocumentID(c *fiber.Ctx) (string, error) {
	if _, err := Query(c); err != nil {
		return "", err
	}
	return DocumentID(c)
}
