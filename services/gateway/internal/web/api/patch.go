package api

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// maxCorrections bounds the values that one call corrects.
const maxCorrections = 200

// correctDocument keeps what a person says is right and answers with the record
// as it then is.
func (a *API) correctDocument(c *fiber.Ctx, cl *call) error {
	id, err := httpserver.OnlyDocumentID(c)
	if err != nil {
		return err
	}
	members, err := jsonObject(c, cl, "data")
	if err != nil {
		return err
	}
	values, err := corrections(members["data"])
	if err != nil {
		return err
	}
	rec, err := a.deps.Documents.Correct(cl.Context, model.Correction{
		AccountID: cl.principal.AccountID, DocumentID: id, By: cl.principal.KeyID, Values: values,
	})
	if err != nil {
		return err
	}
	b, tag, err := tagged(rec)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderETag, tag)
	httpserver.WriteBody(c.Context(), http.StatusOK, b)
	return nil
}

// corrections reads strings and nulls by path.
func corrections(raw json.RawMessage) (map[string]*string, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); raw == nil || err != nil || len(members) == 0 ||
		len(members) > maxCorrections {
		return nil, fault.Wrap(err, contract.CodeInvalidRequest,
			"The member \"data\" is required: an object of 1 to %d values by path, such as {\"total\": "+
				"\"120.00\"}.", maxCorrections)
	}
	values := make(map[string]*string, len(members))
	for _, path := range slices.Sorted(maps.Keys(members)) {
		var value *string
		if err := json.Unmarshal(members[path], &value); err != nil {
			return nil, fault.Wrap(err, contract.CodeInvalidRequest,
				"The value for %.80q must be a string, or null when there is none. Elements of arrays are named by their path, "+
					"such as \"lineItems.0.amount\".", path)
		}
		values[path] = value
	}
	return values, nil
}
