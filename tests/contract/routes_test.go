package contract_test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
)

// filled returns the route's path with the account's objects as parameters.
func (r route) filled(document, batch string) string {
	id := document
	if strings.HasPrefix(r.path, batchPath) {
		id = batch
	}
	return strings.NewReplacer("{id}", id, "{page}", "1", "{delivery}", "dlv_1", "{name}", "acme_payslip").Replace(r.path)
}

// Every route needs a key, rejects unknown parameters, and accepts no other method.
func everyRoute(t *testing.T, w *world) {
	p := w.person(t, contract.PlanEnterprise)
	document := p.extract(texts("a.txt", plainInvoice("R-1"))).ID
	b := batch(t, p.post(batchPath, nil, http.StatusAccepted, filed("1.txt", nil))).ID
	stranger := p
	stranger.Key = ""
	methods := map[string][]string{}
	for _, r := range routes(t) {
		path := r.filled(document, b)
		methods[path] = append(methods[path], r.method)
		if r.planned { // which is 501, whatever is asked
			p.send(r.method, path+"?colour=red", "whatever", nil, http.StatusNotImplemented)
		} else {
			assert.Contains(t, string(p.ask(r.method, path+"?colour=red", nil, http.StatusBadRequest).Body), "colour",
				r.method, path)
		}
		if r.path == "/api/auth/register" { // open to strangers, see openRegistration
			continue
		}
		answer := stranger.ask(r.method, path, nil, http.StatusUnauthorized)
		assert.Equal(t, answer.Code(), string(contract.CodeAuthMissing), r.method, path, string(answer.Body))
	}
	for path, known := range methods {
		patient := w.person(t, contract.PlanEnterprise) // all would be more requests than one account may make
		for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"} {
			if slices.Contains(known, method) {
				continue
			}
			allowed := strings.Split(patient.ask(method, path, nil, http.StatusMethodNotAllowed).Header.Get("Allow"), ", ")
			for _, want := range known {
				assert.True(t, slices.Contains(allowed, want) && !slices.Contains(allowed, method),
					method, path, "allows", allowed)
			}
		}
	}
	after := p.get(documentsPath + "/" + document)
	assert.Equal(t, record(t, after).ID, document, string(after.Body))
	p.ask(http.MethodGet, batchPath+"/"+b, header("If-None-Match", p.get(batchPath+"/"+b).Header.Get("Etag")),
		http.StatusNotModified)
	for _, path := range []string{extractPath, batchPath, "/api/auth/register"} {
		p.send(http.MethodPost, path, "text", header("Content-Type", "text/plain"), http.StatusUnsupportedMediaType)
	}
	p.ask(http.MethodGet, "/api/v1/usage", header("X-Filler", strings.Repeat("x", 64<<10)),
		http.StatusRequestHeaderFieldsTooLarge)
	for path, status := range map[string]int{"/api": 404, "/api/v2/usage": 404, "/api/v1/documents/": 404,
		"/api/v1//usage": 404, "/api/v1/usage/": 404, "/API/v1/usage": 404} {
		p.ask(http.MethodGet, path, nil, status)
	}
}

// Paths outside of /api need no key.
func openPages(t *testing.T, w *world) {
	stranger := w.person(t, contract.PlanFree)
	stranger.Key = ""
	for _, path := range []string{"/healthz", "/readyz", "/openapi.yaml", "/docs", "/docs/guides/start"} {
		answer := stranger.get(path)
		if tag := answer.Header.Get("Etag"); tag != "" {
			stranger.ask(http.MethodGet, path, header("If-None-Match", tag), http.StatusNotModified)
		}
		stranger.ask(http.MethodHead, path, nil, http.StatusOK)
	}
	page := string(stranger.get("/docs").Body)
	loaded := regexp.MustCompile(`<(?:script|link|img)[^>]* (?:src|href)="([^"]*)"`).FindAllStringSubmatch(page, -1)
	assert.Equal(t, len(loaded), 8, "/docs loads", loaded)
	for _, link := range loaded {
		if strings.Contains(link[1], "://") || strings.HasPrefix(link[1], "//") {
			t.Errorf("/docs needs %s", link[1])
		} else if name, ok := strings.CutPrefix(link[1], "/docs/"); ok {
			tag := stranger.get("/docs/" + name).Header.Get("Etag")
			stranger.ask(http.MethodGet, "/docs/"+name, header("If-None-Match", tag), http.StatusNotModified)
		}
	}
	stranger.ask(http.MethodGet, "/docs/nothing", nil, http.StatusNotFound)
	stranger.ask(http.MethodGet, "/docs/guides/nothing", nil, http.StatusNotFound)
}

// unseen are documented responses that no scenario causes: faults, silent clients, timeouts, planned features.
func unseen(answer string) bool {
	for _, status := range []string{"408", "429", "431", "500", "503"} {
		if strings.HasSuffix(answer, " "+status) {
			return true
		}
	}
	return slices.Contains([]string{
		"DELETE /api/webhooks/notifications 204",
		"GET /api/v1/results/{id} 202", "POST /api/v1/extract 202", // TestErasure has them
		"POST /api/v1/extract 409", "POST /api/v1/batch 409", // races may end without
		"POST /api/v1/batch 404",                                                         // TestMultipleGateways has it
		"POST /api/v1/batch 413",                                                         // takes gigabytes
		"POST /api/v1/documents/{id}/rerun 202", "POST /api/v1/documents/{id}/rerun 409", // as of extract
		"POST /api/v1/documents/{id}/rerun 413", // after a change to a smaller plan
	}, answer)
}
