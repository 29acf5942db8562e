package api_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"github.com/docmill/docmill/api"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
)

type asyncDocument struct {
	AsyncAPI string
	Channels map[string]struct {
		Address    string
		Parameters map[string]any
		Messages   map[string]reference
	}
	Operations map[string]struct {
		Action  string
		Channel reference
	}
	Components struct {
		Messages map[string]struct {
			Name    string
			Payload struct {
				SchemaFormat string `yaml:"schemaFormat"`
				Schema       reference
			}
			Examples []struct {
				Headers map[string]string
				Payload map[string]any
			}
		}
	}
}

type reference struct {
	Ref string `yaml:"$ref"`
}

func (r reference) last() string { return r.Ref[strings.LastIndexByte(r.Ref, '/')+1:] }

// Every event has a subject, an operation, a message, a schema and an example,
// each as the code has it.
func TestAsyncAPIEvents(t *testing.T) {
	t.Parallel()
	var doc asyncDocument
	require.NoError(t, yaml.Unmarshal(api.AsyncAPI(), &doc))
	events := contract.EventTypes()
	if doc.AsyncAPI != "3.0.0" || len(doc.Channels) != len(events) || len(doc.Operations) != len(events) ||
		len(doc.Components.Messages) != len(events) {
		t.Errorf("AsyncAPI %s with %d channels, %d operations, %d messages", doc.AsyncAPI, len(doc.Channels),
			len(doc.Operations), len(doc.Components.Messages))
	}
	for _, event := range events {
		name := strings.TrimSuffix(componentOf(string(event)), "Event")
		channel := strings.ToLower(name[:1]) + name[1:]
		id := "{" + map[bool]string{true: "month", false: "document"}[strings.HasPrefix(string(event), "quota")] + "}"
		if strings.HasPrefix(string(event), "batch") {
			id = "{batch}"
		}
		c := doc.Channels[channel]
		if want := contract.EventSubject(event, "{account}", id); c.Address != want {
			t.Errorf("address %q, want %q", c.Address, want)
		}
		if len(c.Parameters) != strings.Count(c.Address, "{") || c.Messages[channel].last() != channel {
			t.Errorf("%s: parameters %v, messages %v", channel, c.Parameters, c.Messages)
		}
		if op := doc.Operations["hear"+name]; op.Action != "receive" || op.Channel.last() != channel {
			t.Errorf("%s: operation %+v", channel, op)
		}
		message := doc.Components.Messages[channel]
		if message.Name != string(event) || message.Payload.Schema.Ref != "schemas/"+string(event)+".json" ||
			len(message.Examples) == 0 {
			t.Errorf("%s: message %+v", channel, message)
		}
		for _, example := range message.Examples {
			checkEventExample(t, event, example.Headers, example.Payload)
		}
	}
}

func checkEventExample(t *testing.T, event contract.EventType, headers map[string]string, payload map[string]any) {
	t.Helper()
	if headers[contract.HeaderAccount] != accountID || !strings.HasPrefix(headers["Nats-Msg-Id"], string(event)+":") {
		t.Errorf("%s: headers %v", event, headers)
	}
	body, err := json.Marshal(payload)
	require.NoError(t, err)
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	require.NoError(t, err)
	if err := compiled(t, event).Validate(value); err != nil {
		t.Errorf("example of %s: %v", event, err)
	}
	var e contract.Event
	if err := json.Unmarshal(body, &e); err != nil || e.Validate() != nil {
		t.Errorf("example of %s: %v, %v", event, err, e.Validate())
	}
}

// The document's names are those of the code.
func TestAsyncAPIStreamNames(t *testing.T) {
	t.Parallel()
	text := string(api.AsyncAPI())
	for _, word := range []string{contract.StreamEvents, contract.SubjectEvents, contract.HeaderAccount,
		contract.UserSubscriber, "seven days", "256 KB"} {
		if !strings.Contains(text, word) {
			t.Errorf("the text does not name %s", word)
		}
	}
	if contract.EventRetention.Hours() != 7*24 || contract.MaxEventData != 256<<10 {
		t.Error("retention or size of events changed: the text says other")
	}
}
