package api_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/docmill/docmill/api"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
)

var update = flag.Bool("update", false, "write schemas/*.json anew from openapi.yaml")

// The schemas of the events are those of the HTTP API, each made whole: one
// truth, two forms. `go test ./api -run Schemas -update` writes them.
func TestEventSchemas(t *testing.T) {
	t.Parallel()
	components := openComponents(t)
	var names []string
	for _, event := range contract.EventTypes() {
		want := components.bundle(t, string(event))
		path := filepath.Join("schemas", string(event)+".json")
		names = append(names, path)
		if *update {
			require.NoError(t, os.WriteFile(path, want, 0o644))
			continue
		}
		if got, ok := api.Schema(string(event)); !ok || !bytes.Equal(got, want) {
			t.Errorf("%s is not what openapi.yaml says; write it anew with -update", path)
		}
	}
	slices.Sort(names)
	if found, err := filepath.Glob("schemas/*"); err != nil || !slices.Equal(found, names) {
		t.Errorf("schemas/ holds %v, %v, want one of each event: %v", found, err, names)
	}
	if _, ok := api.Schema("extraction.started"); ok {
		t.Error("there is a schema of something that is no event")
	}
}

// components are the schemas of openapi.yaml, members in their order.
type components map[string]*yaml.Node

func openComponents(t *testing.T) components {
	t.Helper()
	var doc struct {
		Components struct {
			Schemas map[string]yaml.Node
		}
	}
	require.NoError(t, yaml.Unmarshal(api.OpenAPI(), &doc))
	all := components{}
	for name, node := range doc.Components.Schemas {
		all[name] = &node
	}
	return all
}

const refPrefix = "#/components/schemas/"

// bundle is an event's schema with everything that it refers to.
func (c components) bundle(t *testing.T, event string) []byte {
	t.Helper()
	name := componentOf(event)
	if c[name] == nil {
		t.Fatalf("openapi.yaml has no schema %s", name)
	}
	needed := map[string]bool{}
	c.collect(c[name], needed)
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:docmill:event:%s", `+
		`"title": %q, `+
		`"$comment": "Closed, to say exactly what this version sends. A subscriber must ignore members that it does not `+
		`know.", `, event, event)
	body := asJSON(t, c[name])
	b.WriteString(strings.TrimSuffix(strings.TrimPrefix(body, "{"), "}"))
	b.WriteString(`, "$defs": {`)
	for i, name := range slices.Sorted(maps.Keys(needed)) {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%q: %s", name, asJSON(t, c[name]))
	}
	b.WriteString("}}")
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, b.Bytes(), "", "  "); err != nil {
		t.Fatalf("%v in %s", err, &b)
	}
	pretty.WriteByte('\n')
	return pretty.Bytes()
}

// componentOf is the schema's name in openapi.yaml: "quota.warning" is QuotaWarningEvent.
func componentOf(event string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(event, ".") {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String() + "Event"
}

func (c components) collect(node *yaml.Node, needed map[string]bool) {
	if name, ok := strings.CutPrefix(node.Value, refPrefix); ok && !needed[name] {
		needed[name] = true
		c.collect(c[name], needed)
	}
	for _, child := range node.Content {
		c.collect(child, needed)
	}
}

// asJSON writes a node with its members in their order.
func asJSON(t *testing.T, node *yaml.Node) string {
	t.Helper()
	var parts []string
	switch node.Kind {
	case yaml.MappingNode:
		for i := 0; i < len(node.Content); i += 2 {
			if node.Content[i].Value == "discriminator" { // OpenAPI's alone
				continue
			}
			parts = append(parts, fmt.Sprintf("%q: %s", node.Content[i].Value, asJSON(t, node.Content[i+1])))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case yaml.SequenceNode:
		for _, child := range node.Content {
			parts = append(parts, asJSON(t, child))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	if node.Tag != "!!str" {
		return node.Value
	}
	text, err := json.Marshal(strings.ReplaceAll(node.Value, refPrefix, "#/$defs/"))
	require.NoError(t, err)
	return string(text)
}
