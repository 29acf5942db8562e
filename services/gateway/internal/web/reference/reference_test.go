package reference_test

import (
	"encoding/json"
	"html"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/docmill/docmill/api"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/web/reference"
)

func TestFiles(t *testing.T) {
	t.Parallel()
	paths, tags := map[string]bool{}, map[string]bool{}
	for _, f := range reference.Files() {
		if len(f.Plain) == 0 || f.MediaType == "" || len(f.Gzipped) >= len(f.Plain) {
			t.Errorf("%s: %d bytes of %q, packed into %d", f.Path, len(f.Plain), f.MediaType, len(f.Gzipped))
		}
		assert.True(t, !paths[f.Path] && !tags[f.Tag], f.Path, "or its tag is there twice")
		paths[f.Path], tags[f.Tag] = true, true
	}
	assert.True(t, paths["/openapi.yaml"], paths)
}

const base = "https://docmill.example"

func TestPage(t *testing.T) {
	t.Parallel()
	p, err := reference.New()
	require.NoError(t, err)
	assert.NotContains(t, string(p.HTML(`http://"><script>`, false)), "<script>", "the address is not escaped")
	text := string(p.HTML(base, false))
	if signedIn := string(p.HTML(base, true)); !strings.Contains(signedIn, "data-make-key") ||
		strings.Contains(text, "data-make-key") {
		t.Error("a key is offered to others than those who are signed in")
	}
	for name, test := range map[string]func(*testing.T, string){
		"complete": testComplete, "links": testLinks, "inline": testInline, "base": testBase, "inputs": testInputs,
		"examples": testExamples,
	} {
		t.Run(name, func(t *testing.T) { test(t, text) })
	}
}

func openAPI(t *testing.T) map[string]any {
	t.Helper()
	var root map[string]any
	require.NoError(t, yaml.Unmarshal(api.OpenAPI(), &root))
	return root
}

func object(root map[string]any, names ...string) map[string]any {
	for _, name := range names {
		root, _ = root[name].(map[string]any)
	}
	return root
}

// Everything that the document describes has a place on the page.
func testComplete(t *testing.T, text string) {
	t.Helper()
	root := openAPI(t)
	var ids []string
	for _, kind := range []string{"paths", "webhooks"} {
		for path, methods := range object(root, kind) {
			assert.Contains(t, text, "<code>"+html.EscapeString(path)+"</code>", path, "is not on the page")
			for method := range methods.(map[string]any) {
				id, _ := object(root, kind, path, method)["operationId"].(string)
				ids = append(ids, id)
			}
		}
	}
	for kind, prefix := range map[string]string{"schemas": "schema-", "responses": "response-"} {
		for name := range object(root, "components", kind) {
			ids = append(ids, prefix+name)
		}
	}
	for _, p := range object(root, "components", "parameters") {
		name, _ := p.(map[string]any)["name"].(string)
		assert.Contains(t, text, "<code>"+name+"</code>", "parameter", name, "is not on the page")
	}
	assert.True(t, len(ids) >= 100, "the document has", len(ids), "parts")
	for _, id := range ids {
		assert.Contains(t, text, ` id="`+id+`"`, id, "is not on the page")
	}
}

// Ids are unique, and what is linked to is there.
func testLinks(t *testing.T, text string) {
	t.Helper()
	ids := map[string]bool{}
	for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(text, -1) {
		assert.False(t, ids[m[1]], "id", m[1], "is there twice")
		ids[m[1]] = true
	}
	for _, m := range regexp.MustCompile(
		` (?:href="#|for="|data-copy="|aria-describedby=")([^"]*)"`).FindAllStringSubmatch(text, -1) {
		assert.True(t, ids[m[1]], m[0], "leads nowhere")
	}
}

// testInline rejects scripts, styles and loads, which the dashboard's policy blocks.
func testInline(t *testing.T, text string) {
	t.Helper()
	assert.Equal(t, regexp.MustCompile(`(?i)<script|<style|<iframe|<[^>]* (style|on\w+)=`).FindString(text), "",
		"the page", "inline")
	for _, m := range regexp.MustCompile(`<(\w+)[^>]* (?:src|href)="([^"]*)"`).FindAllStringSubmatch(text, -1) {
		assert.Equal(t, m[1], "a", "the page loads", m[2])
	}
}

// Examples have the address under which the browser finds the service.
func testBase(t *testing.T, text string) {
	t.Helper()
	for _, wrong := range []string{"127.0.0.1", "localhost", "address.invalid"} {
		assert.NotContains(t, text, wrong)
	}
	for _, want := range []string{
		"curl <span data-base>" + base + "</span>/api/v1/extract \\\n  -H &#34;X-API-Key: $DOCMILL_API_KEY&#34; \\\n  -F " +
			"file=@invoice.pdf</pre>",
		"-F files=@first.pdf -F files=@second.pdf</pre>",
		"curl -X DELETE <span data-base>" + base + "</span>/api/v1/documents/ext_019a1b2c-3d4e-7f60-8a9b-0c1d2e3f4a5b \\\n",
		"-d &#39;{&#34;name&#34;: &#34;Accounting&#34;}&#39;</pre>",
		"curl <span data-base>" + base + "</span>/healthz</pre>",
	} {
		assert.Contains(t, text, want, "the page")
	}
}

// testInputs checks that inputs offer choices, and that only required bodies are filled in.
func testInputs(t *testing.T, text string) {
	t.Helper()
	for _, want := range []string{
		`<input id="extract-form-file" name="file" data-in="form" type="file" required>`,
		`<input id="createBatch-form-files" name="files" data-in="form" type="file" multiple required>`,
		`<textarea class="mono" id="extract-form-schema" name="schema"`,
		`<input id="extract-form-document_type" name="document_type" data-in="form" type="text" ` +
			`list="extract-form-document_type-options" placeholder="auto"`,
		`<datalist id="extract-form-document_type-options"><option>auto</option>`,
		`<select id="listResults-status" name="status"`,
		`<input id="listDocuments-query-limit" name="limit" data-in="query" type="number" min="1" max="100" step="1" ` +
			`placeholder="20"`,
		`<input id="listDocuments-query-created_after" name="created_after" data-in="query" type="text" ` +
			`placeholder="2026-10-01T00:00:00Z"`,
		`<select id="listResults-accept" name="Accept" ` +
			`data-in="header"><option>application/json</option><option>application/x-ndjson</option><option>text/csv</option>`,
	} {
		want = strings.Replace(want, "listResults-status", "listResults-query-status", 1)
		assert.Contains(t, text, want, "the page")
	}
	for _, m := range regexp.MustCompile(`<(?:input|option|textarea)[^>]*>`).FindAllString(text, -1) {
		if strings.Contains(m, `type="radio"`) {
			continue // languages of the samples
		}
		if strings.Contains(m, " selected") || strings.Contains(m, " checked") ||
			regexp.MustCompile(` value="[^"]`).MatchString(m) {
			t.Errorf("%s is filled in", m)
		}
	}
}

// Examples are the document's, value for value and in its order.
func testExamples(t *testing.T, text string) {
	t.Helper()
	root := openAPI(t)
	shown := map[string]bool{}
	var values []any
	for _, m := range regexp.MustCompile(`(?s)<pre class="code tall"[^>]*>(.*?)</pre>`).FindAllStringSubmatch(text, -1) {
		var v any
		plain := html.UnescapeString(m[1])
		if json.Unmarshal([]byte(plain), &v) == nil && !shown[plain] {
			shown[plain] = true
			values = append(values, v)
		}
	}
	for name := range object(root, "components", "examples") {
		raw, err := json.Marshal(object(root, "components", "examples", name)["value"])
		require.NoError(t, err)
		var want any
		require.NoError(t, json.Unmarshal(raw, &want))
		assert.True(t, slices.ContainsFunc(values, func(v any) bool { return reflect.DeepEqual(v, want) }),
			"example", name, "is not on the page")
	}
	i, j := strings.Index(text, "&#34;invoiceNumber&#34;"), strings.Index(text, "&#34;issueDate&#34;")
	assert.True(t, i >= 0 && j >= i, "members are in another order", i, j)
}

// Text of the document is text on the page.
func TestNewPage_escapes(t *testing.T) {
	t.Parallel()
	p, err := reference.NewPage([]byte(`
info: {title: "<script>1", version: "1", description: "<script>2</script>\n\n**bold** [x](javascript:3)\n\n## Odd & even\n\nText."}
tags: [{name: A, description: "<img src=x>"}]
paths:
  /x/{id}:
    get:
      tags: [A]
      operationId: x
      summary: "<script>4"
      parameters: [{name: id, in: path, required: true, schema: {type: string, pattern: "<b>"}, example: "<i>"}]
      responses: {"200": {description: "<script>5", content: {application/json: {schema: {$ref: "#/components/schemas/S"}, examples: {a: {value: {"<u>": [1, 2.50, true, null, "é\"<"]}}}}}}}
components: {schemas: {S: {type: object, properties: {p: {type: string, description: "<script>6"}}}}}
`))
	require.NoError(t, err)
	text := string(p.HTML(base, false))
	assert.Equal(t, regexp.MustCompile(`<script|<img|<b>|<i>|<u>|href="javascript`).FindString(text), "", "the page")
	for _, want := range []string{"<strong>bold</strong>", `id="odd-&amp;-even"`,
		`{&#34;&lt;u&gt;&#34;: [1, 2.50, true, null, &#34;é\&#34;&lt;&#34;]}`} {
		assert.Contains(t, text, want, "the page")
	}
	for _, broken := range []string{"x: [", "- 1", "paths: {/x: {get: {tags: [none]}}}"} {
		_, err := reference.NewPage([]byte(broken))
		assert.Error(t, err, broken, "is taken for a document")
	}
}
