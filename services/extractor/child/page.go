package child

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/libs/contract"
)

func drawPage(ctx context.Context, x Extractor, want Picture, data []byte) ([]byte, error) {
	drawn, err := x.Picture(ctx, engine.PictureRequest{
		Data: data, Page: want.Page, Width: want.Width, Small: want.Small,
	})
	if err == nil {
		return drawn.Data, nil
	}
	var a Answer
	if a.Failure, a.Cause, err = failureOf(err); err != nil {
		return nil, err
	}
	return json.Marshal(a)
}

func readWords(ctx context.Context, x Extractor, want Page, data []byte) ([]byte, error) {
	var gc recognitionGC
	words, err := x.Words(ctx, engine.WordsRequest{Data: data, Page: want.Page, BeforePage: gc.beforePage})
	gc.restore()
	var a WordsAnswer
	switch {
	case err != nil:
		if a.Failure, a.Cause, err = failureOf(err); err != nil {
			return nil, err
		}
	case len(words) > contract.MaxPageWords:
		a.Failure = &contract.Failure{
			Code:    contract.CodeTooComplex,
			Message: fmt.Sprintf("It has more than %d words.", contract.MaxPageWords),
		}
	default:
		a.Words = &contract.PageWords{Page: want.Page, Words: make([]contract.PageWord, 0, len(words))}
		for _, w := range words {
			a.Words.Words = append(a.Words.Words, contract.PageWord(w))
		}
	}
	return json.Marshal(a)
}

func inspect(ctx context.Context, x Extractor, data []byte) ([]byte, error) {
	var a InspectAnswer
	var gc recognitionGC
	err := gc.beforePage(ctx) // an inspection does not report its first picture
	if err == nil {
		a.Inspection, err = x.Inspect(ctx, data)
	}
	gc.restore()
	if err != nil {
		a.Inspection = nil
		if a.Failure, a.Cause, err = failureOf(err); err != nil {
			return nil, err
		}
	}
	return json.Marshal(a)
}

func teach(ctx context.Context, x Extractor, j Job, ask askParent, data []byte) ([]byte, error) {
	req, err := requestOf(j)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	req.Data = data
	gc := recognitionGC{before: ask.beforePage(cancel)}
	req.BeforePage = gc.beforePage
	t := extract.LearnRequest{
		Request: req, Touched: j.Teach.Touched, Reviewed: j.Teach.Reviewed, Document: j.Teach.Document,
		Correction: j.Teach.Correction, At: j.Teach.At,
	}
	if err := json.Unmarshal(j.Teach.Data, &t.Data); err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	example, err := x.Learn(ctx, t)
	gc.restore()
	var a ExampleAnswer
	if err != nil {
		if a.Failure, _, err = failureOf(err); err != nil {
			return nil, err
		}
		return json.Marshal(a)
	}
	if a.Lesson, err = json.Marshal(example); err != nil {
		return nil, fmt.Errorf("encode lesson: %w", err)
	}
	if len(a.Lesson) > template.MaxExampleBytes {
		return nil, fmt.Errorf("lesson of %d bytes is larger than %d", len(a.Lesson), template.MaxExampleBytes)
	}
	return json.Marshal(a)
}
