package api

import (
	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// list is a page of a list, or a complete short one.
type list[T any] struct {
	Items      []T     `json:"items"`
	NextCursor *string `json:"nextCursor"` // null on the last page
}

type documentType struct {
	Name        schema.DocumentType `json:"name"`
	Description string              `json:"description"`
	Fields      []documentField     `json:"fields"`
}

// documentField is a member of a type's data, or of an array's elements.
type documentField struct {
	Name        string          `json:"name"`
	Type        schema.Notation `json:"type"`
	Description string          `json:"description"`
	Fields      []documentField `json:"fields,omitempty"` // of an array's elements
}

func documentTypes() []documentType {
	var types []documentType
	for _, t := range schema.All() {
		types = append(types, documentType{t.Name, t.Description, documentFields(t.Fields)})
	}
	return types
}

func documentFields(described []schema.Field) []documentField {
	fields := make([]documentField, len(described))
	for i := range described {
		f := &described[i]
		fields[i] = documentField{f.Name, f.Notation(), f.Description, documentFields(f.Members)}
	}
	return fields
}

// getDocumentTypes returns the possible data of each type.
func (a *API) getDocumentTypes(c *fiber.Ctx, _ *call) error {
	if _, err := httpserver.Query(c); err != nil {
		return err
	}
	return answerValue(c, list[documentType]{Items: documentTypes()})
}
