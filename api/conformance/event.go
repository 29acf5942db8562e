package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/docmill/docmill/api"
)

// ValidateEvent checks the body of an event against the schema of its `event`. The error has one line per
// violation.
func ValidateEvent(body []byte) error {
	var head struct{ Event string }
	if err := json.Unmarshal(body, &head); err != nil {
		return fmt.Errorf("event is no JSON object: %w", err)
	}
	raw, ok := api.Schema(head.Event)
	if !ok {
		return fmt.Errorf("there is no event %q", head.Event)
	}
	schema, err := compileEvent(raw)
	if err != nil {
		return fmt.Errorf("schema of %s: %w", head.Event, err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	if err := schema.Validate(value); err != nil {
		return errors.New("event " + head.Event + "\n" + problems(err))
	}
	return nil
}

func compileEvent(raw []byte) (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	const url = "docmill:///event"
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(url, doc); err != nil {
		return nil, err
	}
	return c.Compile(url)
}
