package client_test

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/docmill/docmill/client"
)

const layoutID = "layout_019a1b2c-3d4e-7f60-8a9b-0c1d2e3f4b00"

func layout(enabled bool) map[string]any {
	return map[string]any{
		"id": layoutID, "vendor": "Muster GmbH", "enabled": enabled, "documents": 1, "version": 3,
		"changedAt": "2026-11-20T10:15:30.123Z", "usedAt": "2026-11-20T10:00:00.000Z",
		"fields":  []any{map[string]any{"name": "total", "held": 1, "contradicted": 0}},
		"columns": []any{map[string]any{"name": "unitPrice", "held": 1, "contradicted": 0}},
		"lessons": []any{map[string]any{"document": "ext_1", "correction": 7, "at": "2026-11-20T10:15:30.123Z"}},
	}
}

func TestLayouts(t *testing.T) {
	t.Parallel()
	far := newWire(t, func(_ int, w http.ResponseWriter, r request) {
		switch {
		case r.Method == http.MethodDelete:
			w.WriteHeader(http.StatusNoContent)
		case r.Path == "/api/v1/layouts":
			reply(w, map[string]any{"items": []any{layout(true)}, "nextCursor": "c2"})
		default:
			reply(w, layout(r.Method == http.MethodGet))
		}
	})
	c := far.client(t)
	page, err := c.Layouts(t.Context(), client.PageOptions{Limit: 7, Cursor: "c1"})
	if err != nil || len(page.Items) != 1 || page.Items[0].ID != layoutID || *page.NextCursor != "c2" {
		t.Errorf("%+v, %v", page, err)
	}
	one, err := c.Layout(t.Context(), layoutID)
	if err != nil || !one.Enabled || one.Vendor != "Muster GmbH" || one.Documents != 1 || one.Version != 3 ||
		one.Fields[0] != (client.LayoutField{Name: "total", Held: 1}) ||
		one.Columns[0] != (client.LayoutField{Name: "unitPrice", Held: 1}) || one.Lessons[0].Correction != 7 ||
		!one.ChangedAt.Equal(time.Date(2026, 11, 20, 10, 15, 30, 123e6, time.UTC)) || one.UsedAt.IsZero() {
		t.Errorf("%+v, %v", one, err)
	}
	if off, err := c.EnableLayout(t.Context(), layoutID, false); err != nil || off.Enabled {
		t.Errorf("%+v, %v", off, err)
	}
	if err := c.ForgetLayout(t.Context(), layoutID); err != nil {
		t.Error(err)
	}
	requests, _ := far.seen()
	for i, want := range []request{
		{Method: http.MethodGet, Path: "/api/v1/layouts", Query: "cursor=c1&limit=7"},
		{Method: http.MethodGet, Path: "/api/v1/layouts/" + layoutID},
		{Method: http.MethodPatch, Path: "/api/v1/layouts/" + layoutID, Body: []byte(`{"enabled":false}`)},
		{Method: http.MethodDelete, Path: "/api/v1/layouts/" + layoutID},
	} {
		got := requests[i]
		if got.Method != want.Method || got.Path != want.Path || got.Query != want.Query ||
			string(got.Body) != string(want.Body) {
			t.Errorf("request %d: %s %s?%s %s", i, got.Method, got.Path, got.Query, got.Body)
		}
	}
}

func TestMissingLayout(t *testing.T) {
	t.Parallel()
	far := newWire(t, func(_ int, w http.ResponseWriter, _ request) {
		refuse(w, http.StatusNotFound, client.CodeNotFound)
	})
	c := far.client(t)
	_, readErr := c.Layout(t.Context(), layoutID)
	_, switchErr := c.EnableLayout(t.Context(), layoutID, true)
	for what, err := range map[string]error{
		"read": readErr, "switch": switchErr, "forget": c.ForgetLayout(t.Context(), layoutID),
	} {
		if !errors.Is(err, client.CodeNotFound) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for _, id := range []string{"", "."} {
		if _, err := c.Layout(t.Context(), id); err == nil || errors.Is(err, client.CodeNotFound) {
			t.Errorf("id %q: %v", id, err)
		}
	}
}

func TestRecordLearnedLayout(t *testing.T) {
	t.Parallel()
	record := completed("ext_2")
	record["memory"] = map[string]any{"layout": layoutID, "version": 3}
	record["fields"] = map[string]any{"total": map[string]any{
		"value": "119.00", "source": "learned", "learned": map[string]any{"layout": layoutID, "document": "ext_1"},
	}}
	far := newWire(t, func(_ int, w http.ResponseWriter, _ request) { reply(w, record) })
	got, err := far.client(t).Document(t.Context(), "ext_2")
	if err != nil || got.Memory == nil || *got.Memory != (client.Memory{Layout: layoutID, Version: 3}) ||
		got.Fields["total"].Learned == nil ||
		*got.Fields["total"].Learned != (client.Learned{Layout: layoutID, Document: "ext_1"}) {
		t.Errorf("%+v, %v", got, err)
	}
}
