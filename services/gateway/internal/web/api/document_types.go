package api

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

type documentType struct {
	Name        schema.DocumentType `json:"name"`
	Description string              `json:"description"`
	Fields      []documentField     `json:"fields"`
	// Version and CreatedAt are those of the latest version of a saved type.
	Version   int            `json:"version,omitempty"`
	CreatedAt *contract.Time `json:"createdAt,omitempty"`
}

// documentField is a member of a type's data, or of an array's elements.
type documentField struct {
	Name        string          `json:"name"`
	Type        schema.Notation `json:"type"`
	Description string          `json:"description"`
	Fields      []documentField `json:"fields,omitempty"` // of an array's elements
}

// savedType is a saved type with its schema.
type savedType struct {
	Name      string          `json:"name"`
	Title     string          `json:"title"`
	Version   int             `json:"version"`
	Schema    json.RawMessage `json:"schema"`
	CreatedAt contract.Time   `json:"createdAt"`
}

func savedTypeOf(t model.SavedType) savedType {
	return savedType{t.Name, t.Title, t.Version, t.Schema, contract.TimeOf(t.CreatedAt)}
}

// listTypes returns the data of built-in types that no saved type replaces, and of the latest versions of saved ones.
func (a *API) listTypes(c *fiber.Ctx, cl *call) error {
	if _, err := httpserver.Query(c); err != nil {
		return err
	}
	saved, err := a.deps.Documents.ListTypes(cl.Context, cl.principal.AccountID)
	if err != nil {
		return err
	}
	var types []documentType
	for _, t := range slices.Concat(schema.All(), schema.FileTypes()) {
		if !slices.ContainsFunc(saved, func(s model.SavedType) bool { return s.Name == string(t.Name) }) {
			types = append(types, documentType{Name: t.Name, Description: t.Description, Fields: documentFields(t.Fields)})
		}
	}
	for _, t := range saved {
		parsed, err := custom.Parse(t.Schema)
		if err != nil {
			return err
		}
		fields := documentFields(schema.FieldsOf(parsed.Properties))
		types = append(types, documentType{schema.DocumentType(t.Name), t.Title, fields, t.Version,
			contract.TimePtr(&t.CreatedAt)})
	}
	return answerValue(c, list[documentType]{Items: types})
}

func documentFields(described []schema.Field) []documentField {
	fields := make([]documentField, len(described))
	for i := range described {
		f := &described[i]
		fields[i] = documentField{f.Name, f.Notation(), f.Description, documentFields(f.Members)}
	}
	return fields
}

func (a *API) getType(c *fiber.Ctx, cl *call) error {
	params, err := httpserver.Query(c, "version")
	if err != nil {
		return err
	}
	version := 0
	if text, ok := params["version"]; ok {
		if version, err = strconv.Atoi(text); err != nil || version < 1 || version > 1<<31-1 {
			return apierror.New(contract.CodeInvalidRequest,
				"The query parameter \"version\" must be a whole number from 1.")
		}
	}
	t, err := a.deps.Documents.SavedType(cl.Context, cl.principal.AccountID, c.Params("name"), version)
	if err != nil {
		return err
	}
	httpserver.WriteJSON(c.Context(), http.StatusOK, savedTypeOf(t))
	return nil
}

func (a *API) createType(c *fiber.Ctx, cl *call) error {
	if _, err := httpserver.Query(c); err != nil {
		return err
	}
	t, err := typeBody(c, cl, "name", "title", "schema")
	if err != nil {
		return err
	}
	t, err = a.deps.Documents.CreateType(cl.Context, cl.principal.AccountID, t, cl.principal.KeyID)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderLocation, documentTypesPath+"/"+t.Name)
	httpserver.WriteJSON(c.Context(), http.StatusCreated, savedTypeOf(t))
	return nil
}

// changeType adds a version to a saved type.
func (a *API) changeType(c *fiber.Ctx, cl *call) error {
	if _, err := httpserver.Query(c); err != nil {
		return err
	}
	// A name that no type can have is unknown, whatever the body is.
	name := c.Params("name")
	if !contract.IsSavedTypeName(name) {
		_, err := a.deps.Documents.SavedType(cl.Context, cl.principal.AccountID, name, 0)
		return err
	}
	t, err := typeBody(c, cl, "title", "schema")
	if err != nil {
		return err
	}
	t.Name = name
	t, err = a.deps.Documents.ChangeType(cl.Context, cl.principal.AccountID, t, cl.principal.KeyID)
	if err != nil {
		return err
	}
	httpserver.WriteJSON(c.Context(), http.StatusOK, savedTypeOf(t))
	return nil
}

func (a *API) deleteType(c *fiber.Ctx, cl *call) error {
	if _, err := httpserver.Query(c); err != nil {
		return err
	}
	if err := a.deps.Documents.DeleteType(
		cl.Context, cl.principal.AccountID, c.Params("name"), cl.principal.KeyID); err != nil {
		return err
	}
	c.Status(http.StatusNoContent)
	return nil
}

// maxTypeBody leaves room for name and title beside the schema, in bytes.
const maxTypeBody = custom.MaxSchemaBytes + 4<<10

func typeBody(c *fiber.Ctx, cl *call, known ...string) (t model.SavedType, err error) {
	members, err := jsonObjectUpTo(maxTypeBody, c, cl, known...)
	if err != nil {
		return t, err
	}
	for name, into := range map[string]*string{"name": &t.Name, "title": &t.Title} {
		if raw, ok := members[name]; ok && json.Unmarshal(raw, into) != nil {
			return t, apierror.New(contract.CodeInvalidRequest, "The member %q must be a text.", name)
		}
	}
	if t.Schema = members["schema"]; t.Schema == nil {
		return t, apierror.New(contract.CodeInvalidRequest, "The member \"schema\" is required: a JSON Schema.")
	}
	return t, nil
}
