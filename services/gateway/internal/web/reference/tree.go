package reference

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// tree is an OpenAPI document in its written order.
type tree struct{ root node }

// node is a place in the document. The zero node is a missing one, without members and text.
type node struct{ yaml *yaml.Node }

func parse(raw []byte) (tree, error) {
	var document yaml.Node
	if err := yaml.Unmarshal(raw, &document); err != nil {
		return tree{}, fmt.Errorf("OpenAPI document: %w", err)
	}
	if len(document.Content) != 1 || document.Content[0].Kind != yaml.MappingNode {
		return tree{}, fmt.Errorf("OpenAPI document: is not a YAML mapping")
	}
	return tree{root: node{document.Content[0]}}, nil
}

func (n node) exists() bool { return n.yaml != nil }

// get returns the member at a path of names.
func (n node) get(names ...string) node {
	for _, name := range names {
		n = n.member(name)
	}
	return n
}

func (n node) member(name string) node {
	for _, m := range n.members() {
		if m.name == name {
			return m.node
		}
	}
	return node{}
}

type member struct {
	name string
	node node
}

func (n node) members() []member {
	if n.yaml == nil || n.yaml.Kind != yaml.MappingNode {
		return nil
	}
	members := make([]member, 0, len(n.yaml.Content)/2)
	for i := 0; i+1 < len(n.yaml.Content); i += 2 {
		members = append(members, member{n.yaml.Content[i].Value, node{n.yaml.Content[i+1]}})
	}
	return members
}

func (n node) items() []node {
	if n.yaml == nil || n.yaml.Kind != yaml.SequenceNode {
		return nil
	}
	items := make([]node, 0, len(n.yaml.Content))
	for _, item := range n.yaml.Content {
		items = append(items, node{item})
	}
	return items
}

// text is a scalar as written, or "".
func (n node) text() string {
	if n.yaml == nil || n.yaml.Kind != yaml.ScalarNode {
		return ""
	}
	return n.yaml.Value
}

// texts are the scalars of a sequence.
func (n node) texts() []string {
	var texts []string
	for _, item := range n.items() {
		texts = append(texts, item.text())
	}
	return texts
}

func (n node) isTrue() bool { return n.text() == "true" }

// ref is the name of the component that the node refers to, or "".
func (n node) ref() string {
	ref := n.get("$ref").text()
	return ref[strings.LastIndexByte(ref, '/')+1:]
}

// follow resolves a reference; it returns other nodes unchanged.
func (t tree) follow(n node) node {
	for ref := n.get("$ref").text(); ref != ""; ref = n.get("$ref").text() {
		n = t.root.get(strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
	}
	return n
}
