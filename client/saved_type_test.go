package client_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"testing"

	"github.com/docmill/docmill/client"
)

func TestSavedTypes(t *testing.T) {
	t.Parallel()
	far := newWire(t, func(_ int, w http.ResponseWriter, r request) {
		if r.Method == http.MethodDelete {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		reply(w, map[string]any{"name": "acme_payslip", "title": "Payslip", "version": 2,
			"schema": map[string]any{"type": "object"}, "createdAt": "2026-11-20T10:15:30.123Z"})
	})
	c, schema := far.client(t), json.RawMessage(`{"type":"object"}`)
	created, createErr := c.CreateDocumentType(t.Context(), "acme_payslip", "Payslip", schema)
	changed, changeErr := c.ChangeDocumentType(t.Context(), "acme_payslip", "Payslip", schema)
	read, readErr := c.SavedType(t.Context(), "acme_payslip", 2)
	if err := errors.Join(createErr, changeErr, readErr, c.DeleteDocumentType(t.Context(), "acme_payslip")); err != nil {
		t.Fatal(err)
	}
	for _, got := range []*client.SavedType{created, changed, read} {
		if got.Name != "acme_payslip" || got.Title != "Payslip" || got.Version != 2 || string(got.Schema) != string(schema) ||
			got.CreatedAt.IsZero() {
			t.Errorf("%+v", got)
		}
	}
	requests, _ := far.seen()
	const path = "/api/v1/document-types"
	for i, want := range []request{
		{Method: http.MethodPost, Path: path, Body: []byte(
			`{"name":"acme_payslip","schema":{"type":"object"},"title":"Payslip"}`)},
		{Method: http.MethodPut, Path: path + "/acme_payslip", Body: []byte(`{"schema":{"type":"object"},"title":"Payslip"}`)},
		{Method: http.MethodGet, Path: path + "/acme_payslip", Query: "version=2"},
		{Method: http.MethodDelete, Path: path + "/acme_payslip"},
	} {
		got := requests[i]
		if got.Method != want.Method || got.Path != want.Path || got.Query != want.Query ||
			string(got.Body) != string(want.Body) {
			t.Errorf("request %d: %s %s?%s %s", i, got.Method, got.Path, got.Query, got.Body)
		}
	}
}
