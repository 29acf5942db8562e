package extractor_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/extractor"
)

// modelServer is a server of the chat completions protocol. It answers with the result of say and keeps the requests.
type modelServer struct {
	*httptest.Server
	mu    sync.Mutex
	asked []asked
}

// asked is one request.
type asked struct {
	authorization string
	size          int
	Model         string `json:"model"`
	MaxTokens     int    `json:"max_tokens"`
	Messages      []struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	} `json:"messages"`
	ResponseFormat struct {
		Type       string `json:"type"`
		JSONSchema struct {
			Strict bool `json:"strict"`
			Schema struct {
				Type                 string                     `json:"type"`
				Properties           map[string]json.RawMessage `json:"properties"`
				Required             []string                   `json:"required"`
				AdditionalProperties *bool                      `json:"additionalProperties"`
			} `json:"schema"`
		} `json:"json_schema"`
	} `json:"response_format"`
}

func (a asked) text() string { return a.Messages[0].Content + a.Messages[1].Content }

func newModelServer(t *testing.T, say func(http.ResponseWriter, *http.Request)) *modelServer {
	t.Helper()
	s := &modelServer{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		a := asked{authorization: r.Header.Get("Authorization"), size: len(body)}
		if err != nil || json.Unmarshal(body, &a) != nil || r.URL.Path != "/v1/chat/completions" || len(a.Messages) != 2 {
			http.Error(w, "bad request", http.StatusBadRequest)
			t.Errorf("%s %s: %v: %s", r.Method, r.URL.Path, err, body)
			return
		}
		s.mu.Lock()
		s.asked = append(s.asked, a)
		s.mu.Unlock()
		say(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *modelServer) requests() []asked {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked
}

func answering(content string) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		reply := map[string]any{
			"choices": []any{map[string]any{"finish_reason": "stop",
				"message": map[string]any{"role": "assistant", "content": content}}},
			"usage": map[string]any{"prompt_tokens": 700, "completion_tokens": 30},
		}
		if err := json.NewEncoder(w).Encode(reply); err != nil {
			panic(http.ErrAbortHandler)
		}
	}
}

// startWithModel starts the service with the real engine and, if server is not nil, with a language model.
func startWithModel(t *testing.T, server *modelServer, timeout time.Duration) *fixture {
	t.Helper()
	return start(t, func(cfg *extractor.Config) {
		cfg.OCRLanguages, cfg.CacheDir, cfg.MemoryLimitMB = "eng", engineCache(), 1024
		if server != nil {
			cfg.ModelConfig = extractor.ModelConfig{
				URL: server.URL + "/v1/", Model: "reader", APIKey: "sesame", Timeout: timeout, MaxTokens: 4000,
				PerMinute: 1000, AtOnce: 2,
			}
		}
	})
}

// oddInvoice has its number in an unusual place.
const oddInvoice = `Harrow Haulage Ltd

INVOICE

We keep this under HH/2207 as ever

Invoice date: March 18, 2031

Subtotal: 120.00
VAT 20%: 24.00
Total: GBP 144.00
`

func completed(t *testing.T, r contract.Result) (data map[string]any, fields map[string]struct {
	Value, Raw, Source string
	Confidence         float64
}) {
	t.Helper()
	require.True(t, r.Outcome == contract.OutcomeCompleted && r.Extraction != nil, "result", r)
	for raw, into := range map[*json.RawMessage]any{&r.Extraction.Data: &data, &r.Extraction.Fields: &fields} {
		require.NoError(t, json.Unmarshal(*raw, into))
	}
	return data, fields
}

func asInvoice(c *contract.ClaimReply) { c.DocumentType, c.DeadlineMs = "invoice", 60_000 }

func TestModelFields(t *testing.T) {
	t.Parallel()
	server := newModelServer(t, answering(`{"invoiceNumber":"HH/2207","dueDate":null,"total":"1.00"}`))
	f := startWithModel(t, server, patience)
	data, fields := completed(t, f.result(f.submit(oddInvoice, asInvoice)))
	got := fields["invoiceNumber"]
	if data["invoiceNumber"] != "HH/2207" || got.Source != "model" || got.Raw != "HH/2207" || got.Confidence <= 0 ||
		got.Confidence > 0.6 {
		t.Errorf("invoice number %+v in %v", got, data)
	}
	assert.True(t, data["total"] == "144.00" && fields["total"].Source == "text",
		"a value that passes its checks was replaced", data["total"])
	requests := server.requests()
	require.Equal(t, len(requests), 1, "requests")
	a := requests[0]
	shape := a.ResponseFormat.JSONSchema.Schema
	if a.ResponseFormat.Type != "json_schema" || !a.ResponseFormat.JSONSchema.Strict || shape.Type != "object" ||
		shape.AdditionalProperties == nil || *shape.AdditionalProperties || len(shape.Required) != len(shape.Properties) {
		t.Errorf("the schema is not strict: %+v", a.ResponseFormat)
	}
	_, asksForTotal := shape.Properties["total"]
	assert.True(t, !asksForTotal && shape.Properties["invoiceNumber"] != nil, "asks for", shape.Required)
	if a.Model != "reader" || a.authorization != "Bearer sesame" || a.MaxTokens <= 0 ||
		!strings.Contains(a.text(), "under HH/2207 as") {
		t.Errorf("request %+v", a)
	}
}

func TestModelOffByDefault(t *testing.T) {
	t.Parallel()
	f := startWithModel(t, nil, 0)
	data, _ := completed(t, f.result(f.submit(oddInvoice, asInvoice)))
	assert.True(t, data["invoiceNumber"] == nil && data["total"] == "144.00", "data", data)
}

func TestModelNotAsked(t *testing.T) {
	t.Parallel()
	server := newModelServer(t, answering(`{}`))
	f := startWithModel(t, server, patience)
	completed(t, f.result(f.submit(strings.Replace(oddInvoice, "We keep this under", "Invoice number:", 1), asInvoice)))
	assert.Equal(t, len(server.requests()), 0, "requests")
}

func TestCustomFields(t *testing.T) {
	t.Parallel()
	server := newModelServer(t, answering(`{"docket":"HH/2207"}`))
	f := startWithModel(t, server, patience)
	data, fields := completed(t, f.result(f.submit(oddInvoice, func(c *contract.ClaimReply) {
		c.DocumentType, c.DeadlineMs = "generic", 60_000
		c.Schema = json.RawMessage(`{"type":"object","properties":{"docket":{"type":"string","description":"what they file ` +
			`it under"}}}`)
	})))
	assert.True(t, data["docket"] == "HH/2207" && fields["docket"].Source == "model", data, fields["docket"])
	r := server.requests()
	assert.True(t, len(r) == 1 && strings.Contains(r[0].text(), "what they file it under"), "requests", r)
}

// Wrong, invalid or incomplete answers do not change the document.
func TestModelUselessAnswers(t *testing.T) {
	t.Parallel()
	for name, say := range map[string]func(http.ResponseWriter, *http.Request){
		"lie": answering(`{"invoiceNumber":"R-1001","vendorName":"Evil ` +
			`Corp","iban":"DE89370400440532013000","total":"999.00"}`),
		"types":     answering(`{"invoiceNumber":{"a":1},"vendorName":[[]],"total":true,"lineItems":"x"}`),
		"babble":    answering("Sure! Here is your JSON."),
		"cut":       answering(`{"invoiceNumber":"HH/22`),
		"html":      func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>")) },
		"no choice": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"choices":[]}`)) },
		"huge":      answering(`{"invoiceNumber":"` + strings.Repeat("9", 3<<20) + `"}`),
		"elsewhere": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://127.0.0.1:1/v1/chat/completions", http.StatusTemporaryRedirect)
		},
		"hang up": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newModelServer(t, say)
			f := startWithModel(t, server, patience)
			data, fields := completed(t, f.result(f.submit(oddInvoice, asInvoice)))
			assert.True(t, data["invoiceNumber"] == nil && data["total"] == "144.00" && data["iban"] == nil, "data", data)
			for path, field := range fields {
				assert.NotEqual(t, field.Source, "model", path)
			}
			assert.Equal(t, len(server.requests()), 1, "requests")
		})
	}
}

func TestSlowModel(t *testing.T) {
	t.Parallel()
	server := newModelServer(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	f := startWithModel(t, server, 300*time.Millisecond)
	data, _ := completed(t, f.result(f.submit(oddInvoice, asInvoice))) // though the model never answers
	if data["total"] != "144.00" {
		t.Errorf("%v", data)
	}
}

// The model gets a part of a document's time only, so that the document can end in time.
func TestDocumentDeadlineBeforeModelTimeout(t *testing.T) {
	t.Parallel()
	server := newModelServer(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	f := startWithModel(t, server, patience)
	data, _ := completed(t, f.result(f.submit(oddInvoice, func(c *contract.ClaimReply) {
		c.DocumentType, c.DeadlineMs = "invoice", 6_000
	})))
	if data["total"] != "144.00" {
		t.Errorf("data %v", data)
	}
}

func TestFailingModel(t *testing.T) {
	t.Parallel()
	server := newModelServer(t, func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "out of memory", http.StatusInternalServerError)
	})
	f := startWithModel(t, server, patience)
	const documents = 8
	for range documents {
		completed(t, f.result(f.submit(oddInvoice, asInvoice)))
	}
	assert.Equal(t, len(server.requests()), 5, "requests for", documents, "documents")
}

func TestModelSettings(t *testing.T) {
	t.Parallel()
	cfg := extractor.Config{MemoryLimitMB: 1024, OCRLanguages: "eng"}
	cfg.ModelConfig = extractor.ModelConfig{URL: "https://user:secret@llm/v1?key=secret"}
	err := cfg.Validate()
	for _, name := range []string{"LLM_URL", "LLM_MODEL", "LLM_TIMEOUT", "LLM_DOCUMENTS_PER_MINUTE"} {
		assert.True(t, err != nil && strings.Contains(err.Error(), name), name, "is missing in", err)
	}
	if err != nil && strings.Contains(err.Error(), "secret") {
		t.Errorf("the error shows the address: %v", err)
	}
}
