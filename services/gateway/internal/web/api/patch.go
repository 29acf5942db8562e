package api

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/httpheader"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// Limits of one call.
const (
	maxCorrections = 200       // values, and paths of each list of paths
	maxPatch       = 512 << 10 // bytes
)

// correctDocument stores a person's corrections and responds with the resulting record.
func (a *API) correctDocument(c *fiber.Ctx, cl *call) error {
	id, err := httpserver.OnlyDocumentID(c)
	if err != nil {
		return err
	}
	members, err := jsonObjectUpTo(maxPatch, c, cl, "data", "confirm", "unconfirm", "revert", "reviewed")
	if err != nil {
		return err
	}
	said := model.Correction{AccountID: cl.principal.AccountID, DocumentID: id, By: cl.principal.KeyID}
	if err := readPatch(members, &said); err != nil {
		return err
	}
	if tags := c.Get(fiber.HeaderIfMatch); tags != "" {
		said.Match = func(rec contract.Record) (bool, error) {
			_, tag, err := tagged(rec)
			return httpheader.MatchesTagStrongly(tags, tag), err
		}
	}
	rec, err := a.deps.Documents.Correct(cl.Context, said)
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

// readPatch reads the members of a non-empty body.
func readPatch(members map[string]json.RawMessage, said *model.Correction) (err error) {
	if len(members) == 0 {
		return apierror.New(contract.CodeInvalidRequest,
			"The body is empty. Send at least one of the members data, confirm, unconfirm, revert and reviewed.")
	}
	change := &said.Change
	if data, ok := members["data"]; ok {
		if change.Values, change.Lists, err = corrections(data); err != nil {
			return err
		}
	}
	for name, paths := range map[string]*[]string{
		"confirm": &change.Confirm, "unconfirm": &change.Unconfirm, "revert": &change.Revert,
	} {
		if raw, ok := members[name]; ok {
			if *paths, err = pathList(name, raw); err != nil {
				return err
			}
		}
	}
	if raw, ok := members["reviewed"]; ok {
		if err := json.Unmarshal(raw, &said.Reviewed); err != nil || said.Reviewed == nil {
			return apierror.Wrap(err, contract.CodeInvalidRequest, "The member \"reviewed\" must be true or false.")
		}
	}
	return nil
}

func pathList(name string, raw json.RawMessage) (paths []string, err error) {
	var texts []*string
	if err := json.Unmarshal(raw, &texts); err != nil || len(texts) == 0 || len(texts) > maxCorrections ||
		slices.Contains(texts, nil) {
		return nil, apierror.Wrap(err, contract.CodeInvalidRequest,
			"The member %q must be a list of 1 to %d paths, such as [\"total\", \"lineItems.0.amount\"].", name, maxCorrections)
	}
	for _, text := range texts {
		paths = append(paths, *text)
	}
	return paths, nil
}

// corrections reads strings and nulls by path, and whole lists by name.
func corrections(raw json.RawMessage) (values map[string]*string, lists map[string]json.RawMessage, err error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil || len(members) == 0 || len(members) > maxCorrections {
		return nil, nil, apierror.Wrap(err, contract.CodeInvalidRequest,
			"The member \"data\" must be an object of 1 to %d values by path, such as {\"total\": \"120.00\"}.", maxCorrections)
	}
	values, lists = make(map[string]*string, len(members)), map[string]json.RawMessage{}
	for _, path := range slices.Sorted(maps.Keys(members)) {
		if members[path][0] == '[' {
			lists[path] = members[path]
			continue
		}
		var value *string
		if err := json.Unmarshal(members[path], &value); err != nil {
			return nil, nil, apierror.Wrap(err, contract.CodeInvalidRequest,
				"The value for %.80q must be a string, or null when there is none. Elements of arrays are named by their path, "+
					"such as \"lineItems.0.amount\"; an array replaces a whole list, such as \"lineItems\".", path)
		}
		values[path] = value
	}
	return values, lists, nil
}
