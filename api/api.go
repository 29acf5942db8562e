// Package api contains docmill's public interface as documents: the HTTP API (OpenAPI 3.1), the events
// (AsyncAPI 3.0) and the JSON Schemas of the events' bodies. It has no dependencies, so that the gateway
// can serve the documents.
package api

import (
	"embed"
	"slices"
)

//go:embed openapi.yaml
var openAPI []byte

//go:embed asyncapi.yaml
var asyncAPI []byte

//go:embed schemas/*.json
var schemas embed.FS

// OpenAPI returns the description of the HTTP API: OpenAPI 3.1.0 in YAML. The caller owns the copy.
func OpenAPI() []byte { return slices.Clone(openAPI) }

// AsyncAPI returns the description of the events: AsyncAPI 3.0.0 in YAML. The caller owns the copy.
func AsyncAPI() []byte { return slices.Clone(asyncAPI) }

// Schema returns the JSON Schema (2020-12) of an event's body, by the event's name, such as
// "extraction.completed"; ok is false for an unknown name.
func Schema(name string) (schema []byte, ok bool) {
	schema, err := schemas.ReadFile("schemas/" + name + ".json")
	return schema, err == nil
}
