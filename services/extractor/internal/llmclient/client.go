// Package llmclient asks a language model what the engine left open in a document, over the chat
// completions protocol that OpenAI, vLLM, Ollama, llama.cpp and others share.
//
// The text of the document goes only to the configured server: redirects are not followed. Package
// ask checks the answers.
package llmclient

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/docmill/docmill/engine/result"
)

// Why the model was not asked, or gave no answer.
var (
	ErrBusy    = errors.New("the limit of documents per minute or at a time is reached")
	ErrOpen    = errors.New("the model failed repeatedly and is not asked for a while")
	ErrTooLong = errors.New("the questions alone exceed the tokens of a document")
)

// Limits of one exchange.
const (
	dialTimeout = 5 * time.Second
	maxReply    = 2 << 20 // bytes
)

// Client asks the model. It is safe for concurrent use.
type Client struct {
	cfg     Config
	address string
	http    *http.Client
	slots   chan struct{}
	window  *window
	breaker *breaker
}

// NewClient makes a client of a valid Config that is enabled; now is the clock
// of its limits.
func NewClient(cfg Config, now func() time.Time) *Client {
	cfg.MaxTokens, cfg.AtOnce = cmp.Or(cfg.MaxTokens, maxTokens), cmp.Or(cfg.AtOnce, maxAtOnce)
	return &Client{
		cfg:     cfg,
		address: strings.TrimRight(cfg.URL, "/") + "/chat/completions",
		http: &http.Client{
			Transport: &http.Transport{
				Proxy:               http.ProxyFromEnvironment,
				DialContext:         (&net.Dialer{Timeout: dialTimeout}).DialContext,
				TLSHandshakeTimeout: dialTimeout,
				MaxIdleConnsPerHost: cfg.AtOnce,
				IdleConnTimeout:     time.Minute,
			},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		slots:   make(chan struct{}, cfg.AtOnce),
		window:  &window{now: now, limit: cfg.PerMinute},
		breaker: &breaker{now: now},
	}
}

// Close closes idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Reply is the model's answer.
type Reply struct {
	Answers []byte // a JSON object; see ask.ParseAnswers
	// Tokens that the server counted; 0 if it did not report them.
	PromptTokens, AnswerTokens int64
	// Opened means that the model is not asked for a while because of this failure.
	Opened bool
}

// Ask asks the questions, within the time and cost of one document. Errors wrap ErrBusy, ErrOpen or
// ErrTooLong if the server was not asked, and context.DeadlineExceeded if it was too slow. They
// contain nothing of the document.
func (c *Client) Ask(ctx context.Context, q *result.Questions) (Reply, error) {
	body, ok := c.cfg.request(q)
	if !ok {
		return Reply{}, ErrTooLong
	}
	limited, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	if err := c.enter(limited); err != nil {
		return Reply{}, err
	}
	defer func() { <-c.slots }()
	reply, err := c.exchange(limited, body)
	if err != nil && ctx.Err() != nil {
		c.breaker.cancel() // the document ended, which is not the server's fault
		return reply, err
	}
	reply.Opened = c.breaker.done(err == nil)
	return reply, err
}

// enter waits for a slot and applies the limits.
func (c *Client) enter(ctx context.Context) error {
	select {
	case c.slots <- struct{}{}:
	case <-ctx.Done():
		return ErrBusy
	}
	switch {
	case !c.breaker.allow():
		<-c.slots
		return ErrOpen
	case !c.window.admit():
		c.breaker.cancel()
		<-c.slots
		return ErrBusy
	}
	return nil
}

// completion is the reply of the chat completions protocol.
type completion struct {
	Choices []struct {
		FinishReason string `json:"finish_reason"`
		Message      struct {
			Content string `json:"content"`
		} `json:"message"`
	} `json:"choices"`
	Usage struct {
		PromptTokens     int64 `json:"prompt_tokens"`
		CompletionTokens int64 `json:"completion_tokens"`
	} `json:"usage"`
}

func (c *Client) exchange(ctx context.Context, body []byte) (Reply, error) {
	raw, err := c.post(ctx, body)
	if err != nil {
		return Reply{}, err
	}
	var got completion
	if err := json.Unmarshal(raw, &got); err != nil {
		return Reply{}, errors.New("the reply is not a chat completion")
	}
	reply := Reply{PromptTokens: max(0, got.Usage.PromptTokens), AnswerTokens: max(0, got.Usage.CompletionTokens)}
	if len(got.Choices) == 0 {
		return reply, errors.New("the reply has no choice")
	}
	reply.Answers = bytes.TrimSpace([]byte(got.Choices[0].Message.Content))
	if !bytes.HasPrefix(reply.Answers, []byte("{")) || !json.Valid(reply.Answers) {
		reply.Answers = nil
		return reply, fmt.Errorf("the reply is not a JSON object (finish reason %.20q)", got.Choices[0].FinishReason)
	}
	return reply, nil
}

func (c *Client) post(ctx context.Context, body []byte) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.address, bytes.NewReader(body))
	if err != nil {
		return nil, errors.New("malformed address")
	}
	req.Header.Set("Content-Type", "application/json")
	if c.cfg.APIKey != "" {
		req.Header.Set("Authorization", "Bearer "+c.cfg.APIKey)
	}
	resp, err := c.http.Do(req)
	var detailed *url.Error
	if errors.As(err, &detailed) {
		err = detailed.Err
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", req.URL.Host, err)
	}
	defer func() { _ = resp.Body.Close() }() // the body was read, or its rest does not matter
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answered %s", req.URL.Host, resp.Status)
	}
	raw, err := io.ReadAll(io.LimitReader(resp.Body, maxReply+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", req.URL.Host, err)
	}
	if len(raw) > maxReply {
		return nil, fmt.Errorf("%s: the reply is longer than %d bytes", req.URL.Host, maxReply)
	}
	return raw, nil
}

// Config of the language model, as in the service's settings.
type Config struct {
	URL       string // of the server, such as http://vllm:8000/v1; empty for no model
	Model     string
	APIKey    string // none if empty
	Timeout   time.Duration
	MaxTokens int // of one document, questions and answers together; 0 is maxTokens
	PerMinute int // documents
	AtOnce    int // documents; 0 is maxAtOnce
}

const (
	maxTokens  = 8000 // about 16 KB of text
	maxAtOnce  = 2
	minTimeout = 100 * time.Millisecond
	maxTimeout = 4 * time.Minute // less than a document's time
)

// Enabled reports whether there is a model.
func (c Config) Enabled() bool { return c.URL != "" }

// Validate returns all violations. Without a URL, the other settings are not checked.
func (c Config) Validate() error {
	if !c.Enabled() {
		return nil
	}
	var errs []error
	u, err := url.Parse(c.URL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" ||
		u.Fragment != "" {
		// The text does not repeat the address: it may contain a key by mistake.
		errs = append(errs, errors.New("DOCMILL_LLM_URL: is not an address such as http://vllm:8000/v1 "+
			"(without user, query and fragment)"))
	}
	if c.Model == "" {
		errs = append(errs, errors.New("DOCMILL_LLM_MODEL: is empty"))
	}
	if c.Timeout < minTimeout || c.Timeout > maxTimeout {
		errs = append(errs, fmt.Errorf("DOCMILL_LLM_TIMEOUT: is %s, want %s to %s", c.Timeout, minTimeout, maxTimeout))
	}
	if c.PerMinute < 1 {
		errs = append(errs, fmt.Errorf("DOCMILL_LLM_DOCUMENTS_PER_MINUTE: is %d, want at least 1", c.PerMinute))
	}
	return errors.Join(errs...)
}
