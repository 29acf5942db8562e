package api_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// once sends parts to an endpoint under an idempotency key.
func (g *gateway) once(key, path, idempotencyKey string, parts []part, pairs ...string) answer {
	g.t.Helper()
	h, b := form(parts, append(pairs, "X-API-Key", key, "Idempotency-Key", idempotencyKey, "Prefer", "respond-async")...)
	return g.send(http.MethodPost, path, h, b)
}

func idOf(t *testing.T, a answer) string {
	t.Helper()
	return decode[struct{ ID string }](t, a).ID
}

const wantedSchema = `{"properties":{"orderRef":{"type":"string"}}}`

// A repeated call returns the first one's result in its present state, for any state of the account.
func TestIdempotency_replay(t *testing.T) {
	t.Parallel()
	for path, parts := range map[string][]part{
		"/api/v1/extract": {pdf("x"), {name: "document_type", content: "invoice"}, {name: "schema", content: wantedSchema}},
		"/api/v1/batch": {batchPart(0), {"files", "empty.pdf", ""},
			{name: "document_type", content: "invoice"}, batchPart(1)},
	} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			g := start(t, func(c *config) { c.Uploads.MaxUploads, c.Uploads.MaxUploadsPerAccount = 1, 1 })
			key, _ := g.peers.Auth.NewKey(contract.PlanPro)
			first := g.once(key, path, "k1", parts)
			require.True(t, first.status == 202 && first.header.Get("Idempotency-Replayed") == "",
				"first", first.status, first.header, string(first.body))
			kept := g.objects()
			g.docs.set(func(m *memory) { m.room, m.admitErr = 0, apierror.Unavailable(nil, time.Second) })
			g.peers.Auth.SetPlan(key, contract.PlanFree)
			again := g.once(key, path, "k1", parts)
			if again.status != 202 || idOf(t, again) != idOf(t, first) || again.header.Get("RateLimit") == "" {
				t.Errorf("again: %d %s", again.status, again.body)
			}
			wantHeader(t, again, "Idempotency-Replayed", "true")
			wantHeader(t, again, "Location", first.header.Get("Location"))
			wantHeader(t, again, "Retry-After", "1")
			assert.EqualSlices(t, g.objects(), kept, "the bucket holds")
			for _, a := range g.docs.accepted() {
				g.docs.end(a.Document.ID, true)
			}
			ended := g.once(key, path, "k1", parts)
			if want := map[string]int{"/api/v1/extract": 200, "/api/v1/batch": 202}[path]; ended.status != want ||
				!strings.Contains(string(ended.body), `"status":"completed"`) || ended.header.Get("Retry-After") != "" {
				t.Errorf("after its end: %d %v %s", ended.status, ended.header, ended.body)
			}
		})
	}
}

// A repeated extract waits as the first does.
func TestIdempotency_replayWaits(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanPro)
	id := idOf(t, g.once(key, "/api/v1/extract", "k", []part{pdf("x")}))
	got := make(chan answer)
	h, b := form([]part{pdf("x")}, "X-API-Key", key, "Idempotency-Key", "k", "Prefer", "wait=60")
	go func() { got <- g.send("POST", "/api/v1/extract", h, b) }()
	for g.docs.waiters() == 0 {
		time.Sleep(time.Millisecond)
	}
	g.docs.end(id, true)
	a := <-got
	if a.status != 200 || idOf(t, a) != id || a.header.Get("Preference-Applied") != "wait=60" {
		t.Errorf("%d %v %s", a.status, a.header, a.body)
	}
}

func TestIdempotency_deleted_404(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, who := g.peers.Auth.NewKey(contract.PlanPro)
	id := idOf(t, g.once(key, "/api/v1/extract", "k", []part{pdf("x")}))
	require.NoError(t, g.docs.Erase(t.Context(), who.AccountID, id, ""))
	a := g.once(key, "/api/v1/extract", "k", []part{pdf("x")})
	wantStatus(t, a, http.StatusNotFound, contract.CodeNotFound)
	assert.Equal(t, len(g.docs.accepted()), 1, "documents made")
}

// Any difference in the request makes another call.
func TestIdempotency_422(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanEnterprise)
	other, _ := g.peers.Auth.NewKey(contract.PlanEnterprise)
	const extract, batch = "/api/v1/extract", "/api/v1/batch"
	file, invoice := pdf("x"), part{name: "document_type", content: "invoice"}
	for i, tt := range []struct {
		first, second         []part
		firstPath, secondPath string
		sameDespiteAppearance bool
		accountsDiffer        bool
	}{
		{first: []part{file}, second: []part{pdf("y")}},
		{first: []part{file}, second: []part{{"file", "other.pdf", file.content}}},
		{first: []part{file}, second: []part{file, invoice}},
		{first: []part{file}, second: []part{file, {name: "schema", content: wantedSchema}}},
		{first: []part{file, {name: "schema", content: wantedSchema}},
			second: []part{file, {name: "schema", content: wantedSchema + " "}}},
		{first: []part{file}, second: []part{file}, secondPath: batch},
		{first: []part{file}, second: []part{file}, firstPath: batch},
		{first: []part{batchPart(0), batchPart(1)}, second: []part{batchPart(1), batchPart(0)}, firstPath: batch,
			secondPath: batch},
		{first: []part{batchPart(0), batchPart(1)}, second: []part{batchPart(0)}, firstPath: batch, secondPath: batch},
		{first: []part{batchPart(0), {"files", "b", ""}}, second: []part{batchPart(0), {"files", "b", "\x7fELF"}},
			firstPath: batch, secondPath: batch},
		{first: []part{file}, second: []part{{name: "document_type", content: "auto"}, file}, sameDespiteAppearance: true},
		{first: []part{file}, second: []part{{name: "document_type"}, file, {name: "schema"}, {name: "schema"}},
			sameDespiteAppearance: true},
		{first: []part{{name: "schema"}, file, invoice}, second: []part{file, {name: "document_type"}, invoice},
			sameDespiteAppearance: true},
		{
			first: []part{batchPart(0)}, second: []part{{name: "schema"}, batchPart(0), {name: "document_type"}},
			firstPath: batch, secondPath: batch, sameDespiteAppearance: true,
		},
		{first: []part{file}, second: []part{{"file", "/tmp/invoice.pdf", file.content}}, sameDespiteAppearance: true},
		{first: []part{file}, second: []part{pdf("y")}, accountsDiffer: true},
	} {
		path := func(p string) string {
			if p == "" {
				return extract
			}
			return p
		}
		idempotencyKey := fmt.Sprintf("key-%d", i)
		if a := g.once(key, path(tt.firstPath), idempotencyKey, tt.first); a.status != 202 {
			t.Fatalf("%d: %d %s", i, a.status, a.body)
		}
		who := key
		if tt.accountsDiffer {
			who = other
		}
		a := g.once(who, path(tt.secondPath), idempotencyKey, tt.second)
		if tt.sameDespiteAppearance || tt.accountsDiffer {
			assert.True(t, a.status == 202 && (a.header.Get("Idempotency-Replayed") != "") == tt.sameDespiteAppearance,
				i, a.status, a.header, string(a.body))
			continue
		}
		wantStatus(t, a, http.StatusUnprocessableEntity, contract.CodeIdempotencyKeyReused)
		assert.Equal(t, a.header.Get("Idempotency-Replayed"), "", i, "a refusal says that it is a replay")
	}
}

// While the first call is being received the key is taken, and looked at before
// anything else of the body.
func TestIdempotency_409(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, who := g.peers.Auth.NewKey(contract.PlanFree)
	claim, _, err := g.docs.ClaimKey(t.Context(), who.AccountID, "busy")
	require.NoError(t, err)
	g.docs.set(func(m *memory) { m.admitErr = apierror.Unavailable(nil, time.Second) })
	for _, path := range []string{"/api/v1/extract", "/api/v1/batch"} {
		for _, parts := range [][]part{{pdf("x")}, {pdf(strings.Repeat("x", 6<<20))}, {}} {
			a := g.once(key, path, "busy", parts)
			wantStatus(t, a, http.StatusConflict, contract.CodeIdempotencyInProgress)
			wantHeader(t, a, "Retry-After", "1")
		}
	}
	g.docs.set(func(m *memory) { m.admitErr = nil })
	g.docs.ReleaseKey(t.Context(), *claim)
	a := g.once(key, "/api/v1/extract", "busy", []part{pdf("x")})
	assert.Equal(t, a.status, 202, "after the first was given up", string(a.body))
}

// Refusals are not remembered: the same key may be used again.
func TestIdempotency_refusedRequest(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	for _, path := range []string{"/api/v1/extract", "/api/v1/batch"} {
		for name, tt := range map[string]struct {
			parts  []part
			change func(*memory)
			status int
		}{
			"no file":      {[]part{{name: "document_type", content: "auto"}}, func(*memory) {}, 400},
			"unknown part": {[]part{pdf("x"), {name: "x", content: "x"}}, func(*memory) {}, 400},
			"backlog":      {[]part{pdf("x")}, func(m *memory) { m.admitErr = apierror.Unavailable(nil, time.Second) }, 503},
			"month":        {[]part{pdf("x")}, func(m *memory) { m.room = 0 }, 429},
			"panic": {[]part{pdf("x")},
				func(m *memory) { m.onAccept = func(model.Acceptance) error { panic("accept") } }, 500},
		} {
			g.docs.set(tt.change)
			a := g.once(key, path, "k", tt.parts)
			assert.Equal(t, a.status, tt.status, path, name, string(a.body))
			require.Equal(t, g.docs.claims(), 0, path, name, "keys are taken")
			g.docs.set(func(m *memory) { m.admitErr, m.room, m.onAccept = nil, -1, nil })
		}
	}
}

// A lost claim accepts nothing and leaves nothing.
func TestIdempotency_claimLost_409(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, who := g.peers.Auth.NewKey(contract.PlanFree)
	steal := func(a model.Acceptance) error {
		g.docs.ReleaseKey(context.Background(), *a.Claim)
		_, _, err := g.docs.ClaimKey(context.Background(), who.AccountID, "k")
		return err
	}
	g.docs.set(func(m *memory) { m.onAccept = steal })
	a := g.once(key, "/api/v1/extract", "k", []part{pdf("x")})
	wantStatus(t, a, http.StatusConflict, contract.CodeIdempotencyInProgress)
	g.wantNothingKept()
	assert.Equal(t, g.docs.claims(), 1, "keys taken")
}

func TestIdempotencyKey_400(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	for _, bad := range []string{"", "a b", "a\tb", "ä", "\x80", strings.Repeat("x", 256)} {
		for _, path := range []string{"/api/v1/extract", "/api/v1/batch"} {
			wantStatus(t, g.once(key, path, bad, []part{pdf("x")}), http.StatusBadRequest, contract.CodeInvalidRequest)
		}
	}
	wantStatus(t, g.once(key, "/api/v1/extract", "a", []part{pdf("x")}, "Idempotency-Key", "a"), 400,
		contract.CodeInvalidRequest)
	g.wantNothingKept()
	for _, good := range []string{"!", `"8e03978e-40d5-43dd-bc93-6894a57f9324"`, strings.Repeat("~", 255)} {
		if a := g.once(key, "/api/v1/extract", good, []part{pdf("x")}); a.status != 202 {
			t.Errorf("%.40s: %d %s", good, a.status, a.body)
		}
	}
}

// Of concurrent calls with one key one is accepted; the others get a Retry-After or its result.
func TestIdempotency_parallel(t *testing.T) {
	t.Parallel()
	for path, parts := range map[string][]part{
		"/api/v1/extract": {pdf("x")},
		"/api/v1/batch":   {batchPart(0), batchPart(1)},
	} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			const calls = 50
			g := start(t, func(c *config) { c.Uploads.MaxUploads, c.Uploads.MaxUploadsPerAccount = calls, calls })
			key, _ := g.peers.Auth.NewKey(contract.PlanPro)
			got := make([]answer, calls)
			var wg sync.WaitGroup
			for i := range calls {
				wg.Go(func() { got[i] = g.once(key, path, "k", parts) })
			}
			wg.Wait()
			ids, accepted := map[string]bool{}, 0
			for _, a := range got {
				switch {
				case a.status == 409:
					assert.Equal(t, a.code(t), string(contract.CodeIdempotencyInProgress), string(a.body))
					continue
				case a.status != 202:
					t.Errorf("%d %s", a.status, a.body)
				case a.header.Get("Idempotency-Replayed") == "":
					accepted++
				}
				ids[idOf(t, a)] = true
			}
			if accepted != 1 || len(ids) != 1 || len(g.docs.accepted()) != len(parts) || len(g.objects()) != len(parts) {
				t.Errorf("%d accepted, ids %v, %d documents, %d files", accepted, ids, len(g.docs.accepted()), len(g.objects()))
			}
		})
	}
}
