package model

import (
	"errors"
	"fmt"
	"net/url"
	"time"
)

// Config of the language model; see the service's settings, which it mirrors.
type Config struct {
	URL       string // of the server, as http://vllm:8000/v1; empty turns all off
	Model     string
	APIKey    string // none when empty
	Timeout   time.Duration
	MaxTokens int // of one document, question and answer together
	PerMinute int // documents
	AtOnce    int // documents
}

// Bounds of the settings.
const (
	minTimeout   = 100 * time.Millisecond
	maxTimeout   = 4 * time.Minute // less than a document's time
	minMaxTokens = 2000
	maxMaxTokens = 1_000_000
)

// Enabled reports whether there is a model to ask.
func (c Config) Enabled() bool { return c.URL != "" }

// Validate reports every violation. Without a URL nothing else is looked at.
func (c Config) Validate() error {
	if !c.Enabled() {
		return nil
	}
	var errs []error
	u, err := url.Parse(c.URL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" ||
		u.Fragment != "" {
		// It may hold a key by mistake, so it is not repeated.
		errs = append(errs, errors.New("DOCMILL_LLM_URL: is no address such as http://vllm:8000/v1 (no user, query or "+
			"fragment)"))
	}
	if c.Model == "" {
		errs = append(errs, errors.New("DOCMILL_LLM_MODEL: is empty"))
	}
	if c.Timeout < minTimeout || c.Timeout > maxTimeout {
		errs = append(errs, fmt.Errorf("DOCMILL_LLM_TIMEOUT: is %s, want %s to %s", c.Timeout, minTimeout, maxTimeout))
	}
	if c.MaxTokens < minMaxTokens || c.MaxTokens > maxMaxTokens {
		errs = append(errs, fmt.Errorf("DOCMILL_LLM_MAX_TOKENS: is %d, want %d to %d", c.MaxTokens, minMaxTokens,
			maxMaxTokens))
	}
	if c.PerMinute < 1 {
		errs = append(errs, fmt.Errorf("DOCMILL_LLM_DOCUMENTS_PER_MINUTE: is %d, want at least 1", c.PerMinute))
	}
	if c.AtOnce < 1 {
		errs = append(errs, fmt.Errorf("DOCMILL_LLM_CONCURRENCY: is %d, want at least 1", c.AtOnce))
	}
	return errors.Join(errs...)
}
