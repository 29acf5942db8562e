package contract_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
)

func exports(t *testing.T, w *world) {
	p := w.person(t, contract.PlanEnterprise)
	all := shelf(p)
	items := p.list(resultsPath, url.Values{"limit": {"100"}}).Items
	lines := p.ask(http.MethodGet, resultsPath, header("Accept", "application/x-ndjson"), http.StatusOK)
	want := append(bytes.Join(rawOf(items), []byte("\n")), '\n')
	assert.True(t, bytes.Equal(lines.Body, want), "the export is", string(lines.Body), "and the list", string(want))
	table := p.ask(http.MethodGet, resultsPath, header("Accept", "text/csv"), http.StatusOK)
	rows, err := csv.NewReader(bytes.NewReader(table.Body)).ReadAll()
	if err != nil || len(rows) != len(all)+1 || !bytes.HasSuffix(table.Body, []byte("\r\n")) {
		t.Fatalf("%d rows for %d documents, %v", len(rows), len(all), err)
	}
	columns := append([]string{"id", "status", "documentType", "confidence", "createdAt", "completedAt", "fileName"},
		scalars(p)...)
	assert.EqualSlices(t, rows[0], columns, "columns")
	for n, r := range all {
		checkRow(t, columns, rows[n+1], r)
	}
	f := anyFilter(rand.New(rand.NewPCG(1, 2)), all, true)
	f.add("min_confidence", "0.3", func(r contract.Record) bool { return *r.Confidence >= 0.3 })
	chosen := p.ask(http.MethodGet, resultsPath+"?"+f.query.Encode(), header("Accept", "application/x-ndjson"),
		http.StatusOK)
	if want := f.oracle(all); strings.Count(string(chosen.Body), "\n") != len(want) {
		t.Errorf("%s: %s, want %v", f.query.Encode(), chosen.Body, want)
	}
	for _, question := range []string{"limit=5", "cursor=abc"} {
		answer := p.ask(http.MethodGet, resultsPath+"?"+question, header("Accept", "text/csv"), http.StatusBadRequest)
		name, _, _ := strings.Cut(question, "=")
		assert.Contains(t, string(answer.Body), name)
	}
	for accept, want := range map[string]string{
		"text/csv;q=0.5, application/x-ndjson": "application/x-ndjson", "image/png": "application/json",
		"*/*":                              "application/json",
		"application/json, text/csv;q=0.9": "application/json", "text/csv;q=0, */*": "application/json",
	} {
		answer := p.ask(http.MethodGet, resultsPath, header("Accept", accept), http.StatusOK)
		got := answer.Header.Get("Content-Type")
		assert.True(t, strings.HasPrefix(got, want), "Accept", accept, "gives", got)
	}
}

func rawOf(items []json.RawMessage) (raw [][]byte) {
	for _, item := range items {
		raw = append(raw, item)
	}
	return raw
}

// scalars are the single fields of the types with columns in common exports, once, in list order, without the text of
// generic documents.
func scalars(p person) (names []string) {
	p.t.Helper()
	var types struct {
		Items []struct {
			Name   string
			Fields []struct{ Name, Type string }
		}
	}
	p.get("/api/v1/document-types").Into(p.t, &types)
	for _, typ := range types.Items {
		isFile := slices.ContainsFunc(schema.FileTypes(), func(t schema.Type) bool { return string(t.Name) == typ.Name })
		for _, f := range typ.Fields {
			if !isFile && f.Type != "array" && f.Name != "text" && !slices.Contains(names, f.Name) {
				names = append(names, f.Name)
			}
		}
	}
	return names
}

func checkRow(t *testing.T, columns, row []string, r contract.Record) {
	t.Helper()
	var data map[string]any
	require.NoError(t, json.Unmarshal(r.Data, &data))
	want := map[string]string{
		"id": r.ID, "status": string(r.Status), "documentType": r.DocumentType,
		"confidence": strconv.FormatFloat(*r.Confidence, 'f', -1, 64),
		"createdAt":  r.CreatedAt.Format(contract.TimeLayout), "completedAt": r.CompletedAt.Format(contract.TimeLayout),
		"fileName": r.Metadata.FileName,
	}
	for name, v := range data {
		if text, ok := v.(string); ok {
			want[name] = text
		}
	}
	if strings.HasPrefix(r.Metadata.FileName, "=") {
		want["fileName"] = "'" + r.Metadata.FileName
	}
	for i, column := range columns {
		assert.Equal(t, row[i], want[column], column, r.ID)
	}
}
