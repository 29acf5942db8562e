package api_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Client generators ignore what they do not support: a body with an unknown media type, an array without an
// item type.
func TestGeneratorSupport(t *testing.T) {
	t.Parallel()
	root := tree(t)
	bodies := 0
	walk(root["paths"], "/paths", func(pointer string, object map[string]any) {
		content, ok := object["content"].(map[string]any)
		if !ok {
			return
		}
		bodies++
		for mediaType := range content {
			if isKnownToGenerators(mediaType) {
				return
			}
		}
		t.Errorf("%s: none of its media types is known to generators", pointer)
	})
	if bodies < 20 {
		t.Errorf("%d bodies", bodies)
	}
	walk(root["components"].(map[string]any)["schemas"], "/components/schemas",
		func(pointer string, object map[string]any) {
			isEmpty := fmt.Sprint(object["maxItems"]) == "0"
			if object["type"] == "array" && object["items"] == nil && object["prefixItems"] == nil && !isEmpty {
				t.Errorf("%s: an array without items", pointer)
			}
			for _, name := range optionalConstants(object) {
				t.Errorf("%s: %s may be absent and is a constant; give its type and an enum of one", pointer, name)
			}
		})
}

// optionalConstants returns the optional properties of an object with a constant that is not a string:
// Python's generator writes invalid code for them.
func optionalConstants(object map[string]any) (names []string) {
	properties, _ := object["properties"].(map[string]any)
	required, _ := object["required"].([]any)
	if required == nil {
		return nil // a condition, or the members of one
	}
	for name, property := range properties {
		p, ok := property.(map[string]any)
		if !ok || p["const"] == nil || slices.Contains(required, any(name)) {
			continue
		}
		if _, isText := p["const"].(string); !isText {
			names = append(names, name)
		}
	}
	return names
}

func isKnownToGenerators(mediaType string) bool {
	return strings.HasPrefix(mediaType, "text/") || mediaType == "application/json" ||
		mediaType == "application/octet-stream" || mediaType == "multipart/form-data"
}
