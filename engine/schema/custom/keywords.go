package custom

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// keyword is a member of an object, with the JSON Pointer of its value.
type keyword struct {
	name, at string
	value    json.RawMessage
}

func (k keyword) decode(into any, want string) error {
	if bytes.Equal(k.value, []byte("null")) || json.Unmarshal(k.value, into) != nil {
		return wrong(k.at, "must be %s", want)
	}
	return nil
}

// texts reads a text or a list of texts.
func (k keyword) texts() ([]string, error) {
	texts := make([]string, 1)
	if json.Unmarshal(k.value, &texts[0]) != nil {
		if err := k.decode(&texts, "a text or a list of texts"); err != nil {
			return nil, err
		}
	}
	return slices.DeleteFunc(texts, func(text string) bool { return strings.TrimSpace(text) == "" }), nil
}

func named(keywords []keyword, name string) (keyword, bool) {
	i := slices.IndexFunc(keywords, func(k keyword) bool { return k.name == name })
	if i < 0 {
		return keyword{}, false
	}
	return keywords[i], true
}

// keywords returns the keywords of a schema with those of the schema that it refers to. Its own title, description and
// other annotations take precedence.
func (p *parser) keywords(at string, raw json.RawMessage) ([]keyword, error) {
	all, err := members(at, raw)
	if err != nil {
		return nil, err
	}
	var own, referred []keyword
	for _, k := range all {
		var more []keyword
		switch k.name {
		case "$ref", "anyOf", "oneOf", "allOf":
			if p.references++; p.references > maxReferences {
				return nil, wrong(k.at, "references are circular, or there are more than %d", maxReferences)
			}
			if k.name == "$ref" {
				more, err = p.reference(k)
			} else {
				more, err = p.alternative(k)
			}
		case "patternProperties", "prefixItems", "not", "if", "then", "else", "dependentSchemas", "$dynamicRef",
			"$recursiveRef":
			err = wrong(k.at, "this keyword is not supported")
		default:
			own = append(own, k)
		}
		if err != nil {
			return nil, err
		}
		referred = append(referred, more...)
	}
	for _, k := range referred {
		mine, ok := named(own, k.name)
		switch {
		case !ok:
			own = append(own, k)
		case slices.Contains([]string{"type", "properties", "required", "items", "enum", "const", "format"}, k.name) &&
			!bytes.Equal(mine.value, k.value):
			return nil, wrong(mine.at, "the schema that is referred to has another %s (%s)", k.name, k.at)
		}
	}
	return own, nil
}

// reference returns the keywords of the schema that $ref names.
func (p *parser) reference(k keyword) ([]keyword, error) {
	var ref string
	if err := k.decode(&ref, "a text"); err != nil {
		return nil, err
	}
	path, ok := strings.CutPrefix(ref, "#/")
	if !ok {
		return nil, wrong(k.at, `%q is not supported; a reference is inside the schema, as "#/$defs/address"`, ref)
	}
	at, raw := "", json.RawMessage(p.schema)
	for step := range strings.SplitSeq(path, "/") {
		inside, err := members(at, raw)
		if err != nil {
			return nil, err
		}
		if text, err := url.PathUnescape(step); err == nil {
			step = text
		}
		to, ok := named(inside, strings.NewReplacer("~1", "/", "~0", "~").Replace(step))
		if !ok {
			return nil, wrong(k.at, "there is nothing at %q", ref)
		}
		at, raw = to.at, to.value
	}
	return p.keywords(at, raw)
}

// alternative returns the keywords of the only schema of anyOf, oneOf or allOf besides {"type": "null"}. Some programs
// describe a decimal as a number or a string: that is a number.
func (p *parser) alternative(k keyword) ([]keyword, error) {
	var schemas []json.RawMessage
	if err := k.decode(&schemas, "a list of schemas"); err != nil {
		return nil, err
	}
	var left, null []keyword
	var types []string
	count := 0
	for i, raw := range schemas {
		keywords, err := p.keywords(pointer(k.at, strconv.Itoa(i)), raw)
		if err != nil {
			return nil, err
		}
		t, _ := named(keywords, "type")
		types = append(types, string(t.value))
		switch {
		case types[i] == `"null"` && k.name != "allOf":
			null = []keyword{{name: "nullable", at: k.at, value: json.RawMessage("true")}}
		case types[i] == `"string"` && slices.Contains(types, `"number"`): // a decimal
		default:
			left = keywords
			count++
		}
	}
	if count != 1 {
		return nil, wrong(k.at, `this keyword is not supported, except with one schema, or with one and {"type": "null"}`)
	}
	return slices.Concat(left, null), nil
}

// members reads an object in order; a name may appear once.
func members(at string, raw []byte) ([]keyword, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	open, err := dec.Token()
	if err == nil && open != json.Delim('{') {
		return nil, wrong(at, "must be a JSON object")
	}
	var out []keyword
	seen := map[string]bool{}
	for err == nil && dec.More() {
		var k keyword
		var key json.Token
		if key, err = dec.Token(); err != nil {
			break
		}
		k.name, _ = key.(string) // keys are strings, or Token had failed
		k.at = pointer(at, k.name)
		if seen[k.name] {
			return nil, wrong(k.at, "appears twice")
		}
		seen[k.name] = true
		err = dec.Decode(&k.value)
		out = append(out, k)
	}
	if err == nil {
		_, err = dec.Token() // the closing brace
	}
	if err == nil {
		if _, more := dec.Token(); !errors.Is(more, io.EOF) {
			return nil, wrong(at, "something follows the JSON object")
		}
		return out, nil
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, wrong(at, "is not valid JSON: it ends too early")
	}
	return nil, wrong(at, "is not valid JSON: %v", err)
}

// pointer appends a step to a JSON Pointer (RFC 6901, section 3).
func pointer(at, name string) string {
	return at + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}
