package llmclient

import (
	"errors"
	"fmt"
	"net/url"
	"time"
)

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
