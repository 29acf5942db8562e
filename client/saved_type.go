package client

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// SavedType is a version of a document type that the account saved. Its name is a document type for requests;
// "name@2" selects version 2.
type SavedType struct {
	Name      string          `json:"name"`
	Title     string          `json:"title"` // for people
	Version   int             `json:"version"`
	Schema    json.RawMessage `json:"schema"` // a JSON Schema of the fields
	CreatedAt time.Time       `json:"createdAt"`
}

const documentTypesPath = "/api/v1/document-types"

// SavedType reads a version of a saved document type; version 0 is the latest.
func (c *Client) SavedType(ctx context.Context, name string, version int) (*SavedType, error) {
	path, err := idPath(documentTypesPath, name)
	if err != nil {
		return nil, err
	}
	query := url.Values{}
	if version > 0 {
		query.Set("version", strconv.Itoa(version))
	}
	return c.savedType(ctx, get(path, query))
}

// CreateDocumentType saves a document type. If the name is in use it returns CodeInvalidState. The call is not
// repeated.
func (c *Client) CreateDocumentType(
	ctx context.Context, name, title string, schema json.RawMessage,
) (*SavedType, error) {
	b, err := jsonBody(map[string]any{"name": name, "title": title, "schema": schema})
	if err != nil {
		return nil, err
	}
	return c.savedType(ctx, call{method: http.MethodPost, path: documentTypesPath, body: b})
}

// ChangeDocumentType adds a version to a saved type, unless title and schema are those of the latest one.
func (c *Client) ChangeDocumentType(
	ctx context.Context, name, title string, schema json.RawMessage,
) (*SavedType, error) {
	path, err := idPath(documentTypesPath, name)
	if err != nil {
		return nil, err
	}
	b, err := jsonBody(map[string]any{"title": title, "schema": schema})
	if err != nil {
		return nil, err
	}
	return c.savedType(ctx, call{method: http.MethodPut, path: path, body: b, repeatable: true})
}

// DeleteDocumentType deletes a saved type with all its versions. Its documents stay as they are.
func (c *Client) DeleteDocumentType(ctx context.Context, name string) error {
	path, err := idPath(documentTypesPath, name)
	if err != nil {
		return err
	}
	return c.remove(ctx, call{method: http.MethodDelete, path: path, repeatable: true})
}

func (c *Client) savedType(ctx context.Context, in call) (*SavedType, error) {
	var t SavedType
	if _, err := c.json(ctx, in, &t); err != nil {
		return nil, err
	}
	return &t, nil
}
