package extractor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/libs/contract"
)

// PageOf says which page to read.
type PageOf struct {
	Page  int    `json:"page"` // from 1
	Owner string `json:"-"`    // of the document; see Job
}

// PageWords are a page's words, or why there are none to be known.
type PageWords struct {
	JSON    []byte // a contract.PageWords
	Words   int    // how many
	Failure *contract.Failure
}

// childWords is a child's answer: words or a failure.
type childWords struct {
	Words   *contract.PageWords `json:"words,omitempty"`
	Failure *contract.Failure   `json:"failure,omitempty"`
	Cause   string              `json:"cause,omitempty"` // of the failure, for the log
}

// Words reads a page of the file of exactly size bytes. A failure lies in the file,
// as when it is still being read at ctx's deadline; the errors are those of
// Extract.
func (e *Engine) Words(ctx context.Context, want PageOf, file io.Reader, size int64) (PageWords, error) {
	header, err := json.Marshal(childJob{Words: &want})
	if err != nil {
		return PageWords{}, fmt.Errorf("encode job: %w", err)
	}
	counted := &countingReader{Reader: file}
	b, err := e.do(ctx, want.Owner, header, counted, size)
	switch {
	case tooSlow(ctx, err) && counted.read == size:
		return PageWords{Failure: &contract.Failure{
			Code: contract.CodeTimedOut, Message: "It takes too long to be read.",
		}}, nil
	case err != nil:
		return PageWords{}, fmt.Errorf("words: %w", err)
	}
	var a childWords
	if err := json.Unmarshal(b, &a); err != nil {
		return PageWords{}, errors.Join(errAnswer, err)
	}
	if a.Failure != nil {
		e.log.Info("page has no words to be known", "code", a.Failure.Code, "cause", a.Cause)
		return PageWords{Failure: a.Failure}, nil
	}
	return encodeWords(want, a.Words)
}

// encodeWords encodes anew what a child says: one that a file has taken over could
// say anything.
func encodeWords(want PageOf, said *contract.PageWords) (PageWords, error) {
	if said == nil || said.Page != want.Page {
		return PageWords{}, errAnswer
	}
	if err := said.Validate(); err != nil {
		return PageWords{}, errors.Join(errAnswer, err)
	}
	b, err := json.Marshal(said)
	if err != nil {
		return PageWords{}, errors.Join(errAnswer, err)
	}
	return PageWords{JSON: b, Words: len(said.Words)}, nil
}

// answerWords is Words in the child process.
func answerWords(ctx context.Context, x DocumentExtractor, want PageOf, data []byte) ([]byte, error) {
	var memory recognitionMemory
	words, err := x.Words(ctx, engine.WordsRequest{Data: data, Page: want.Page, BeforePage: memory.beforePage})
	memory.giveBack()
	var answer childWords
	switch {
	case err != nil:
		if answer.Failure, answer.Cause, err = failureOf(err); err != nil {
			return nil, err
		}
	case len(words) > contract.MaxPageWords:
		answer.Failure = &contract.Failure{
			Code:    contract.CodeTooComplex,
			Message: fmt.Sprintf("It has more than %d words.", contract.MaxPageWords),
		}
	default:
		page := contract.PageWords{Page: want.Page, Words: make([]contract.PageWord, 0, len(words))}
		for _, w := range words {
			page.Words = append(page.Words, contract.PageWord(w))
		}
		answer.Words = &page
	}
	return json.Marshal(answer)
}
