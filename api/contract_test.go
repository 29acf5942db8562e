package api_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/docmill/docmill/api"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
)

const (
	documentID = "ext_019a1b2c-3d4e-7f60-8a9b-0c1d2e3f4a5b"
	batchID    = "batch_019a1b2c-3d4e-7f60-8a9b-0c1d2e3f4a00"
	accountID  = "acct_019a1b2c-3d4e-7f60-8a9b-0c1d2e3f4b00"
	sha256     = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
)

func ptr[T any](v T) *T { return &v }

func instant() contract.Time {
	return contract.TimeOf(time.Date(2026, 10, 2, 8, 0, 0, 41_999_999, time.UTC))
}

// completed has every possible member of an event's record; least has only the required ones.
func completed() contract.Record {
	r := minimalCompleted()
	r.Confidence, r.ProcessingTimeMs, r.BatchID, r.ExpiresAt, r.Metadata.Pages = ptr(0.97), ptr(int64(31)), ptr(batchID),
		ptr(instant()), ptr(2)
	r.Data = json.RawMessage(`{"total":"119.00","lineItems":[{"amount":"119.00"}],"projectNumber":"7","tags":["a"],` +
		`"parts":[{"name":"a"}]}`)
	r.Checks = json.RawMessage(`[{"name":"sum","passed":true,"detail":"100.00 + 19.00 = 119.00"}]`)
	r.Memory = json.RawMessage(`{"layout":"layout_019a1b2c-3d4e-7f60-8a9b-0c1d2e3f4b00","version":3}`)
	return r
}

func minimalCompleted() contract.Record {
	return contract.Record{
		ID: documentID, Status: contract.StatusCompleted, DocumentType: "invoice", Confidence: new(float64),
		Missing: []string{},
		Data:    json.RawMessage(`{}`), Checks: json.RawMessage(`[]`), ProcessingTimeMs: new(int64),
		Metadata:  contract.Metadata{FileName: "", FileSize: 1, MIMEType: "text/plain", SHA256: sha256},
		CreatedAt: instant(), CompletedAt: ptr(instant()),
	}
}

func truncated() contract.Record {
	r := completed()
	r.Data, r.Checks, r.Metadata.Truncated = nil, nil, true
	return r
}

func failedRecord() contract.Record {
	r := minimalCompleted()
	r.Status, r.DocumentType = contract.StatusFailed, "auto"
	r.Failure = &contract.Failure{Code: contract.CodeTooComplex, Message: "No."}
	return r
}

func batch() contract.BatchEvent {
	return contract.BatchEvent{ID: batchID, Total: 4, Completed: 1, Failed: 1, Rejected: 1, Deleted: 1,
		Results: []contract.BatchEventResult{
			{ID: documentID, FileName: "a.pdf", Status: contract.StatusCompleted},
			{ID: documentID, FileName: "b.pdf", Status: contract.StatusFailed},
			{ID: documentID, Status: contract.StatusDeleted},
		}}
}

func minimalBatch() contract.BatchEvent {
	return contract.BatchEvent{ID: batchID, Total: 1, Rejected: 1, Results: []contract.BatchEventResult{}}
}

func quota() contract.QuotaEvent {
	return contract.QuotaEvent{AccountID: accountID, Plan: contract.PlanFree,
		Period: contract.QuotaPeriod{Start: instant(), End: instant()}, Used: 80, Limit: 100}
}

// The services' events match the schemas.
func TestValidEvents(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		event contract.EventType
		data  any
	}{
		"completed":       {contract.EventExtractionCompleted, completed()},
		"completed least": {contract.EventExtractionCompleted, minimalCompleted()},
		"truncated":       {contract.EventExtractionCompleted, truncated()},
		"failed":          {contract.EventExtractionFailed, failedRecord()},
		"batch":           {contract.EventBatchCompleted, batch()},
		"batch least":     {contract.EventBatchCompleted, minimalBatch()},
		"batch failed":    {contract.EventBatchFailed, batch()},
		"quota warning":   {contract.EventQuotaWarning, quota()},
		"quota exceeded":  {contract.EventQuotaExceeded, quota()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := validate(t, c.event, c.data); err != nil {
				t.Error(err)
			}
		})
	}
}

// The schemas are no rubber stamps.
func TestInvalidEvents(t *testing.T) {
	t.Parallel()
	withFields, withText, badMoney, failing := completed(), minimalCompleted(), completed(), completed()
	withFields.Fields = json.RawMessage(`{}`)
	withText.DocumentType, withText.Data = "generic", json.RawMessage(`{"text":"all of it"}`)
	badMoney.Data = json.RawMessage(`{"total":119}`)
	failing.Failure = &contract.Failure{Code: contract.CodeTimedOut, Message: "No."}
	open := minimalCompleted()
	open.Status = contract.StatusProcessing
	for name, c := range map[string]struct {
		event contract.EventType
		data  any
	}{
		"fields":             {contract.EventExtractionCompleted, withFields},
		"text":               {contract.EventExtractionCompleted, withText},
		"money as number":    {contract.EventExtractionCompleted, badMoney},
		"completed, failure": {contract.EventExtractionCompleted, failing},
		"open":               {contract.EventExtractionCompleted, open},
		"other event":        {contract.EventExtractionCompleted, failedRecord()},
		"other data":         {contract.EventQuotaWarning, batch()},
		"batch without files": {contract.EventBatchCompleted,
			contract.BatchEvent{ID: batchID, Results: []contract.BatchEventResult{}}},
		"batch of null":   {contract.EventBatchCompleted, contract.BatchEvent{ID: batchID, Total: 1}},
		"unknown account": {contract.EventQuotaWarning, contract.QuotaEvent{Plan: contract.PlanFree}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if validate(t, c.event, c.data) == nil {
				t.Error("it is taken")
			}
		})
	}
}

// validate encodes an event as the services do and holds it against its schema.
func validate(t *testing.T, event contract.EventType, data any) error {
	t.Helper()
	encoded, err := json.Marshal(data)
	require.NoError(t, err)
	body, err := json.Marshal(contract.Event{Event: event, Timestamp: instant(), Data: encoded})
	require.NoError(t, err)
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	require.NoError(t, err)
	return compiled(t, event).Validate(value)
}

func compiled(t *testing.T, event contract.EventType) *jsonschema.Schema {
	t.Helper()
	raw, ok := api.Schema(string(event))
	if !ok {
		t.Fatalf("no schema of %s", event)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	require.NoError(t, c.AddResource("docmill:///event", doc))
	schema, err := c.Compile("docmill:///event")
	require.NoError(t, err)
	return schema
}

// Every member that a schema has, the code has, and the other way round.
func TestSchemaMembers(t *testing.T) {
	t.Parallel()
	m := matcher{t: t, root: tree(t)}
	for name, v := range map[string]any{
		"Record": contract.Record{}, "Batch": contract.Batch{}, "SubscriptionDetail": contract.Subscription{},
		"Delivery": contract.Delivery{}, "Error": struct{ Error, Code string }{},
		"EndedBatch": contract.BatchEvent{}, "QuotaState": contract.QuotaEvent{},
	} {
		m.match(name, []any{m.component(name)}, reflect.TypeOf(v))
	}
	for _, event := range contract.EventTypes() {
		name := componentOf(string(event))
		m.match(name, []any{m.component(name)}, reflect.TypeFor[contract.Event]())
	}
	record := names(reflect.TypeFor[contract.Record]())
	delete(record, "fields")
	for _, name := range []string{"ListedRecord", "CompletedListedRecord"} {
		m.compare(name, m.members([]any{m.component(name)}), record)
	}
	delete(record, "memory") // of what could be read alone
	m.compare("FailedListedRecord", m.members([]any{m.component("FailedListedRecord")}), record)
}

type matcher struct {
	t    *testing.T
	root map[string]any
}

func (m matcher) component(name string) any {
	return map[string]any{"$ref": refPrefix + name}
}

// match compares the members of a type, recursively, with those of schemas of which any may apply.
func (m matcher) match(path string, schemas []any, typ reflect.Type) {
	m.t.Helper()
	for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice && typ != reflect.TypeFor[json.RawMessage]() {
		if typ.Kind() == reflect.Slice {
			schemas = m.collect(schemas, "items")
		}
		typ = typ.Elem()
	}
	if typ.Kind() != reflect.Struct || typ == reflect.TypeFor[contract.Time]() {
		return
	}
	inSchema, inCode := m.members(schemas), names(typ)
	if typ == reflect.TypeFor[contract.Metadata]() && inSchema["truncated"] == nil {
		delete(inCode, "truncated") // of events alone
	}
	m.compare(path, inSchema, inCode)
	for name, member := range inCode {
		m.match(path+"."+name, inSchema[name], member)
	}
}

func (m matcher) compare(path string, inSchema map[string][]any, inCode map[string]reflect.Type) {
	m.t.Helper()
	want, got := slices.Sorted(maps.Keys(inCode)), slices.Sorted(maps.Keys(inSchema))
	if !slices.Equal(got, want) {
		m.t.Errorf("%s has the members %v in the document and %v in the code", path, got, want)
	}
}

// members are the properties of schemas, and of all that these are made of.
func (m matcher) members(schemas []any) map[string][]any {
	all := map[string][]any{}
	for _, schema := range m.parts(schemas) {
		properties, _ := schema["properties"].(map[string]any)
		for name, property := range properties {
			all[name] = append(all[name], property)
		}
	}
	return all
}

func (m matcher) collect(schemas []any, keyword string) (found []any) {
	for _, schema := range m.parts(schemas) {
		if sub, ok := schema[keyword]; ok {
			found = append(found, sub)
		}
	}
	return found
}

// parts are the schemas with those that they refer to or combine.
func (m matcher) parts(schemas []any) (all []map[string]any) {
	for _, raw := range schemas {
		schema, _ := raw.(map[string]any)
		all = append(all, schema)
		if resolved := resolve(m.root, schema); schema["$ref"] != nil {
			all = append(all, m.parts([]any{resolved})...)
		}
		for _, keyword := range []string{"allOf", "anyOf", "oneOf"} {
			combined, _ := schema[keyword].([]any)
			all = append(all, m.parts(combined)...)
		}
	}
	return all
}

// names are the JSON members of a struct type.
func names(typ reflect.Type) map[string]reflect.Type {
	all := map[string]reflect.Type{}
	for i := range typ.NumField() {
		name, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
		if name == "" {
			name = strings.ToLower(typ.Field(i).Name)
		}
		all[name] = typ.Field(i).Type
	}
	return all
}
