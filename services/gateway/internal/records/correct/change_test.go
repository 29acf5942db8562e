package correct_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/records/correct"
)

// subject is a document on which changes are made one after the other.
type subject struct {
	t *testing.T
	correct.Document
}

func oilBill(t *testing.T) *subject {
	t.Helper()
	return &subject{t, correct.Document{
		Type: "invoice", Data: json.RawMessage(invoice), Found: json.RawMessage(invoice), Language: "de",
		Fields: json.RawMessage(`{"total":{"value":"119.00","confidence":0.9,"page":1},` +
			`"vendorName":{"value":"Ölmühle","confidence":0.6},` +
			`"lineItems.0.amount":{"value":"100.00","confidence":0.9},"lineItems.0.description":{"value":"Oil","confidence":0.9},` +
			`"lineItems.1.amount":{"value":"19.00","confidence":0.8}}`),
	}}
}

func (s *subject) make(c correct.Change) error {
	data, log, err := correct.Make(s.Document, c)
	if err == nil {
		s.Data, s.Log = data, append(s.Log, log...)
	}
	return err
}

func (s *subject) must(c correct.Change) {
	s.t.Helper()
	require.NoError(s.t, s.make(c))
}

func (s *subject) want(data string) {
	s.t.Helper()
	require.Equal(s.t, string(s.Data), data, "data")
}

func (s *subject) fields() map[string]overlaid {
	s.t.Helper()
	all, err := correct.Overlay(s.Fields, correct.StateOf(s.Log), nil)
	require.NoError(s.t, err)
	var fields map[string]overlaid
	require.NoError(s.t, json.Unmarshal(all, &fields))
	return fields
}

type overlaid struct {
	Value      *string
	Confidence float64
	Source     string
	Confirmed  bool
	Original   *struct{ Value string }
}

func lists(by map[string]string) map[string]json.RawMessage {
	all := map[string]json.RawMessage{}
	for name, list := range by {
		all[name] = json.RawMessage(list)
	}
	return all
}

func TestRevert(t *testing.T) {
	t.Parallel()
	s := oilBill(t)
	s.must(correct.Change{Values: map[string]*string{
		"total": of("120.00"), "vendorName": nil, "dueDate": of("2026-10-01"), "lineItems.0.amount": of("101.00"),
		"lineItems.2.amount": of("1.00"),
	}})
	s.must(correct.Change{Revert: []string{"total", "vendorName", "dueDate", "lineItems.0.amount", "lineItems.2.amount",
		"currency"}})
	s.want(strings.Replace(invoice, `,"vendorName":"Ölmühle"`, `,"vendorName":"Ölmühle"`, 1))
	state := correct.StateOf(s.Log)
	assert.True(t, state.Empty(), state)
	if len(s.Log) != 10 { // the currency was not corrected
		t.Errorf("%d entries", len(s.Log))
	}
}

func TestConfirm(t *testing.T) {
	t.Parallel()
	s := oilBill(t)
	s.must(correct.Change{Confirm: []string{"total", "lineItems.0.amount", "vendorName"}})
	f := s.fields()
	assert.True(t, f["total"].Confirmed && f["lineItems.0.amount"].Confirmed && f["total"].Confidence == 0.9, f)
	s.must(correct.Change{Unconfirm: []string{"vendorName", "currency"}})
	s.must(correct.Change{Values: map[string]*string{"total": of("120.00")}})
	f = s.fields()
	assert.True(t, !f["total"].Confirmed && !f["vendorName"].Confirmed && f["total"].Source == "human", f)
	s.must(correct.Change{Values: map[string]*string{"total": of("121.00")}, Confirm: []string{"total"}})
	f = s.fields()
	assert.True(t, f["total"].Confirmed && *f["total"].Value == "121.00", f)
	s.must(correct.Change{Revert: []string{"total"}})
	f = s.fields()
	assert.True(t, !f["total"].Confirmed && *f["total"].Value == "119.00", f)
}

func TestReplaceList(t *testing.T) {
	t.Parallel()
	s := oilBill(t)
	s.must(correct.Change{Typed: true, Lists: lists(map[string]string{
		"lineItems": `[{"description":"Freight","amount":"1.234,5"},{"amount":"100.00","description":"Oil","unit":null},{"amount":"20"}]`,
	})})
	s.want(`{"currency":"EUR","lineItems":[{"amount":"1234.50","description":"Freight"},` +
		`{"amount":"100.00","description":"Oil"},{"amount":"20.00"}],"total":"119.00","vendorName":"Ölmühle"}`)
	f := s.fields()
	moved := f["lineItems.1.amount"]
	assert.True(t, moved.Source != "human" && moved.Confidence == 0.9, "the row that moved is", moved)
	added := f["lineItems.0.amount"]
	assert.True(t, added.Source == "human" && added.Original == nil, "the new row is", added)
	s.must(correct.Change{Values: map[string]*string{"lineItems.1.amount": of("99.00")}})
	cell := s.fields()["lineItems.1.amount"]
	assert.True(t, *cell.Value == "99.00" && cell.Original.Value == "100.00", "a cell of it is", cell)
	s.must(correct.Change{Revert: []string{"lineItems.1.amount"}})
	cell = s.fields()["lineItems.1.amount"]
	assert.True(t, *cell.Value == "100.00" && cell.Source != "human", "a cell of it reverted is", cell)
	s.must(correct.Change{Lists: lists(map[string]string{"lineItems": `[]`})})
	s.want(`{"currency":"EUR","total":"119.00","vendorName":"Ölmühle"}`)
	s.must(correct.Change{Revert: []string{"lineItems"}})
	f = s.fields()
	assert.True(t, len(f) == 5 && f["lineItems.1.amount"].Confidence == 0.8, "the list reverted is", f)
	s.must(correct.Change{Lists: lists(map[string]string{"taxes": `[{"rate":"19 %","amount":"19.00"}]`})})
	if f := s.fields()["taxes.0.rate"]; f.Value == nil || *f.Value != "19" {
		t.Errorf("a list of which nothing was found is %+v", f)
	}
}

func TestReplaceListWithoutCell(t *testing.T) {
	t.Parallel()
	s := oilBill(t)
	s.must(correct.Change{Lists: lists(map[string]string{"lineItems": `[{"description":"Oil"}]`})})
	cell, ok := s.fields()["lineItems.0.amount"]
	assert.True(t, ok && cell.Value == nil && cell.Original.Value == "100.00", cell)
	_, ok = s.fields()["lineItems.1.amount"]
	assert.False(t, ok, "a row that is gone has fields")
}

func TestMakeRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]correct.Change{
		"confirm nothing":        {Confirm: []string{"dueDate"}},
		"confirm a list":         {Confirm: []string{"lineItems"}},
		"confirm no path":        {Confirm: []string{"colour"}},
		"unconfirm no path":      {Unconfirm: []string{"colour"}},
		"revert no path":         {Revert: []string{"colour"}},
		"revert a row":           {Revert: []string{"lineItems.0"}},
		"revert and correct":     {Revert: []string{"total"}, Values: map[string]*string{"total": of("1.00")}},
		"revert and replace":     {Revert: []string{"taxes"}, Lists: lists(map[string]string{"taxes": `[]`})},
		"confirm and unconfirm":  {Confirm: []string{"total"}, Unconfirm: []string{"total"}},
		"take away and confirm":  {Confirm: []string{"total"}, Values: map[string]*string{"total": nil}},
		"replace and correct":    {Values: map[string]*string{"taxes.0.rate": of("1")}, Lists: lists(map[string]string{"taxes": `[]`})},
		"replace a value":        {Lists: lists(map[string]string{"total": `["1.00"]`})},
		"replace nothing known":  {Lists: lists(map[string]string{"colours": `[]`})},
		"replace below":          {Lists: lists(map[string]string{"lineItems.0": `[]`})},
		"a row without a value":  {Lists: lists(map[string]string{"lineItems": `[{"amount":"1.00"},{}]`})},
		"a row of null":          {Lists: lists(map[string]string{"lineItems": `[null]`})},
		"a row of nulls":         {Lists: lists(map[string]string{"lineItems": `[{"amount":null}]`})},
		"a row that is a text":   {Lists: lists(map[string]string{"lineItems": `["x"]`})},
		"a row that is a list":   {Lists: lists(map[string]string{"lineItems": `[["x"]]`})},
		"a cell that is a list":  {Lists: lists(map[string]string{"lineItems": `[{"amount":["1.00"]}]`})},
		"a number":               {Lists: lists(map[string]string{"lineItems": `[{"amount":1}]`})},
		"a member unknown":       {Lists: lists(map[string]string{"lineItems": `[{"colour":"red"}]`})},
		"a member with a dot":    {Lists: lists(map[string]string{"lineItems": `[{"a.b":"red"}]`})},
		"no amount":              {Lists: lists(map[string]string{"lineItems": `[{"amount":"much"}]`})},
		"too many":               {Lists: lists(map[string]string{"lineItems": "[" + strings.Repeat(`{"amount":"1.00"},`, 10_001) + `{"amount":"1.00"}]`})},
		"a list of another type": {Lists: lists(map[string]string{"transactions": `[]`})},
	} {
		s := oilBill(t)
		err := s.make(c)
		assert.True(t, apierror.Is(err, contract.CodeInvalidRequest), name, err)
	}
}

// After any corrections and their reverts, the data is as found.
func FuzzRevertList(f *testing.F) {
	for _, seed := range []string{
		`[{"amount":"1.00"}]`, `[]`, `[{"description":"a","amount":"1,00"},{"quantity":"2"}]`, `[{}]`, `[1]`, `{`, `[{"a":[{}]}]`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, list string) {
		if !json.Valid([]byte(list)) || !strings.HasPrefix(list, "[") {
			return
		}
		s := oilBill(t)
		if err := s.make(correct.Change{Lists: lists(map[string]string{"lineItems": list})}); err != nil {
			require.True(t, apierror.Is(err, contract.CodeInvalidRequest), err)
			return
		}
		s.fields()
		s.must(correct.Change{Revert: []string{"lineItems"}})
		s.want(invoice)
	})
}

// A new row that happens to share a value with another leaves that one its fields.
func TestMatchRows(t *testing.T) {
	t.Parallel()
	s := oilBill(t)
	s.Fields = json.RawMessage(`{"lineItems.0.amount":{"value":"100.00","confidence":0.9},` +
		`"lineItems.0.quantity":{"value":"1","confidence":0.7},` +
		`"lineItems.1.amount":{"value":"19.00","confidence":0.8},"lineItems.1.quantity":{"value":"1","confidence":0.6}}`)
	s.must(correct.Change{Lists: lists(map[string]string{"lineItems": `[{"quantity":"1","amount":"-5.00"},` +
		`{"quantity":"1","amount":"19.00"},{"quantity":"1","amount":"100.00"}]`})})
	f := s.fields()
	for path, want := range map[string]float64{
		"lineItems.0.quantity": 1, "lineItems.0.amount": 1, "lineItems.1.quantity": 0.6, "lineItems.1.amount": 0.8,
		"lineItems.2.quantity": 0.7, "lineItems.2.amount": 0.9,
	} {
		assert.Equal(t, f[path].Confidence, want, path, "has the confidence")
	}
}

// All cells of a list that cannot be read are named at once.
func TestListErrors(t *testing.T) {
	t.Parallel()
	s := oilBill(t)
	err := s.make(correct.Change{Typed: true, Lists: lists(map[string]string{
		"lineItems": `[{"amount":"a lot","description":"Oil"},{"amount":"1,50","quantity":"two"},{"amount":"5 USD"}]`,
	})})
	require.True(t, apierror.Is(err, contract.CodeInvalidRequest), err)
	got := correct.AllRefused(err)
	for path, want := range map[string]string{
		"lineItems.0.amount": "must be an amount such as 1234.50", "lineItems.1.quantity": "must be a number such as 2.5",
		"lineItems.2.amount": "is in USD, and the document's amounts are in EUR",
	} {
		assert.Equal(t, got[path], want, path)
	}
	first, ok := correct.Refused(err)
	assert.True(t, len(got) == 3 && ok && first.Path == "lineItems.0.amount", first, "of", got)
	s.want(invoice)
	single := s.make(correct.Change{Values: map[string]*string{"total": of("x")}})
	all := correct.AllRefused(single)
	assert.True(t, len(all) == 1 && all["total"] != "", all)
	all = correct.AllRefused(s.make(correct.Change{Confirm: []string{"colour"}}))
	assert.Equal(t, len(all), 0, all)
}

func TestNestedFields(t *testing.T) {
	t.Parallel()
	const found = `{"employer":{"address":{"city":"Ulm"},"sites":[{"head":{"zip":"1"}}]},"note":"x"}`
	s := &subject{t, correct.Document{
		Type: "generic", Data: json.RawMessage(found), Found: json.RawMessage(found),
		Schema: json.RawMessage(`{"properties":{"note":{"type":"string"},"employer":{"type":"object","properties":{
			"name":{"type":"string"},"since":{"type":"string","format":"date"},
			"address":{"type":"object","properties":{"city":{"type":"string"}}},
			"sites":{"type":"array","items":{"type":"object","properties":{"head":{"type":"object","properties":{
				"zip":{"type":"string"}}}}}}}}}}`),
		Fields: json.RawMessage(`{"employer.address.city":{"value":"Ulm"},"employer.sites.0.head.zip":{"value":"1"}}`),
	}}
	for _, path := range []string{"employer", "employer.address", "employer.sites", "employer.sites.head.zip",
		"employer.x", "employer.address.city.x", "employer.sites.0.head"} {
		err := s.make(correct.Change{Values: map[string]*string{path: of("y")}})
		assert.True(t, apierror.Is(err, contract.CodeInvalidRequest), path, err)
	}
	s.must(correct.Change{Values: map[string]*string{"employer.since": of("1.2.2031"), "employer.address.city": nil,
		"employer.sites.0.head.zip": of("2"), "employer.sites.1.head.zip": of("3")}, Typed: true})
	s.want(`{"employer":{"sites":[{"head":{"zip":"2"}},{"head":{"zip":"3"}}],"since":"2031-02-01"},"note":"x"}`)
	if state := correct.StateOf(s.Log); len(state.Absent()) != 1 || state.Absent()[0] != "employer.address.city" ||
		!state.Corrected("employer") || state.Corrected("note") {
		t.Errorf("%+v", state)
	}
	s.must(correct.Change{Lists: lists(map[string]string{"employer.sites": `[{"head.zip":"2"},{"head":{"zip":"9"}}]`})})
	s.want(`{"employer":{"sites":[{"head":{"zip":"2"}},{"head":{"zip":"9"}}],"since":"2031-02-01"},"note":"x"}`)
	f := s.fields()
	assert.True(t, *f["employer.sites.1.head.zip"].Value == "9" && f["employer.address.city"].Value == nil, f)
	s.must(correct.Change{Revert: []string{"employer.address.city", "employer.sites", "employer.since"}})
	s.want(`{"employer":{"sites":[{"head":{"zip":"1"}}],"address":{"city":"Ulm"}},"note":"x"}`)
	s.must(correct.Change{Values: map[string]*string{"employer.address.city": nil}, Lists: lists(map[string]string{
		"employer.sites": `[]`})})
	s.want(`{"note":"x"}`)
	s.must(correct.Change{Revert: []string{"employer"}})
	s.want(found)
}
