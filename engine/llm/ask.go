// Package llm makes questions about missing fields for a language model and merges the answers.
//
// Answers are not trusted: they only point to words on the page. An answer counts only if its characters are on the
// page, and the value is read from those words by the same recognizers as any other value. An answer that makes a
// check fail is dropped, and a value that passes its checks is never replaced.
package llm

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/validate"
)

// Limits of questions. Larger documents get none, because their text would have to be stored.
const (
	maxWords       = 50_000
	maxAttachments = 1 << 20 // bytes of all
	maxText        = 64 << 10
	maxCandidates  = 40 // of a form
	maxCandidate   = 80 // bytes
)

// Finding is the result of the extraction without a model.
type Finding struct {
	Layout       *layout.Layout
	DocumentType result.DocumentType
	// Set and Outcomes are the type's fields and their checks. Settled says that they come from an e-invoice, so that
	// no questions are made about them.
	Set           *value.Set
	Outcomes      []validate.CheckResult
	TypeRequested bool
	// Schema and Custom are the caller's custom fields; both may be nil.
	Schema *custom.Schema
	Custom *value.Set
}

// Questions returns the questions about a finding, or nil. Questions about the type's fields are made only if an
// expected field is missing or a field fails a check; most documents lack some of the others. Then all missing fields
// are included. Missing custom fields are always included.
func Questions(f Finding, doc *document.Document) *result.Questions {
	if tooLarge(doc) {
		return nil
	}
	open := typeQuestions(f)
	for _, q := range customQuestions(f) {
		if !slices.ContainsFunc(open, func(o result.Question) bool { return o.Name == q.Name }) {
			open = append(open, q)
		}
	}
	if len(open) == 0 {
		return nil
	}
	q := &result.Questions{DocumentType: f.DocumentType, Fields: open, Candidates: map[string][]string{},
		Pages: pageTexts(f.Layout), Document: doc}
	p := newPages(f.Layout, f.Set.Text("currency"))
	for _, form := range formsOf(open) {
		if texts := p.candidates(valueType(form)); len(texts) > 0 {
			q.Candidates[form] = texts
		}
	}
	return q
}

func tooLarge(doc *document.Document) bool {
	words, bytes := 0, 0
	for i := range doc.Pages {
		for j := range doc.Pages[i].Lines {
			words += len(doc.Pages[i].Lines[j].Words)
		}
	}
	for i := range doc.Attachments {
		bytes += len(doc.Attachments[i].Data)
	}
	return words > maxWords || bytes > maxAttachments
}

func typeQuestions(f Finding) []result.Question {
	if f.TypeRequested {
		return nil
	}
	known := fieldsOf(f.DocumentType)
	doubted := failedPaths(f.Set, f.Outcomes)
	if !worthAsking(known, f.Set, doubted) {
		return nil
	}
	var open []result.Question
	for i := range known {
		k := &known[i]
		switch {
		case slices.Contains(doubted, k.name):
			q := k.question()
			q.Doubted = document.TruncateText(f.Set.Scalars[k.name].Raw, maxCandidate)
			open = append(open, q)
		case !has(f.Set, k.name):
			open = append(open, k.question())
		}
	}
	return open
}

// worthAsking reports whether an expected field is missing or an askable field fails a check.
func worthAsking(known []field, set *value.Set, doubted []string) bool {
	return slices.ContainsFunc(known, func(k field) bool {
		return k.expected && !has(set, k.name) || slices.Contains(doubted, k.name)
	})
}

func customQuestions(f Finding) []result.Question {
	if f.Schema == nil {
		return nil
	}
	var open []result.Question
	for _, c := range customFields(f.Schema) {
		if !has(f.Set, c.name) && !has(f.Custom, c.name) {
			open = append(open, c.question())
		}
	}
	return open
}

func has(set *value.Set, name string) bool {
	if set == nil {
		return false
	}
	return set.Has(name) || len(set.Lists[name]) > 0 || len(set.Arrays[name]) > 0
}

// failedPaths returns the scalars in a failed check and no passed one, except those from e-invoices and codes.
func failedPaths(set *value.Set, outcomes []validate.CheckResult) []string {
	failed, holding := map[string]bool{}, map[string]bool{}
	for _, o := range outcomes {
		for _, path := range o.Paths {
			failed[path] = failed[path] || !o.Passed
			holding[path] = holding[path] || o.Passed
		}
	}
	var names []string
	for name, v := range set.Scalars {
		certain := v.Source == document.SourceXML || v.Source == document.SourceCode
		if failed[name] && !holding[name] && !certain {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func formsOf(questions []result.Question) []string {
	var forms []string
	for _, q := range questions {
		for _, form := range append(formsOf(q.Members), q.Form) {
			if form != "" && !slices.Contains(forms, form) {
				forms = append(forms, form)
			}
		}
	}
	return forms
}

const columnGap = "   "

// pageTexts returns the text of the pages row by row, at most maxText bytes in all.
func pageTexts(lay *layout.Layout) []string {
	texts := make([]string, 0, len(lay.Pages))
	left := maxText
	for _, page := range lay.Pages {
		var sb strings.Builder
		for _, row := range page.Rows {
			for i, s := range row.Segments {
				if i > 0 {
					sb.WriteString(columnGap)
				}
				sb.WriteString(s.Text())
			}
			sb.WriteByte('\n')
		}
		text := document.TruncateText(sb.String(), left)
		if left -= len(text); left <= 0 {
			return append(texts, text)
		}
		texts = append(texts, text)
	}
	return texts
}

// Maximum sizes of answers; more is dropped.
const (
	maxAnswer  = 400 // bytes of a text
	maxAnswers = 200 // names
	maxRows    = 200 // of a list
	maxMembers = 50  // of a row
	maxBytes   = 1 << 20
)

// ErrAnswers is returned if the answers are not a JSON object.
var ErrAnswers = errors.New("answers are no JSON object")

// Answers are texts by question name. Each is supposed to be printed on the pages.
type Answers struct {
	Texts map[string]string
	Lists map[string][]string
	Rows  map[string][]map[string]string
}

// ParseAnswers decodes a JSON object of texts, lists of texts and lists of objects of texts. Members of nested objects
// answer the questions with dots in their names. It drops other values, null, and what exceeds a limit. The error wraps
// ErrAnswers.
func ParseAnswers(data []byte) (Answers, error) {
	a := Answers{Texts: map[string]string{}, Lists: map[string][]string{}, Rows: map[string][]map[string]string{}}
	if len(data) > maxBytes {
		return a, fmt.Errorf("%d bytes, the maximum is %d: %w", len(data), maxBytes, ErrAnswers)
	}
	var top map[string]json.RawMessage
	if err := json.Unmarshal(data, &top); err != nil || top == nil {
		return a, errors.Join(ErrAnswers, err)
	}
	top = custom.Flatten(top, objectOf)
	if len(top) > maxAnswers {
		return a, fmt.Errorf("%d answers, the maximum is %d: %w", len(top), maxAnswers, ErrAnswers)
	}
	for name, raw := range top {
		if text, ok := textOf(raw); ok {
			a.Texts[name] = text
			continue
		}
		a.addList(name, raw)
	}
	return a, nil
}

func (a Answers) addList(name string, raw json.RawMessage) {
	var entries []json.RawMessage
	if json.Unmarshal(raw, &entries) != nil {
		return
	}
	for _, entry := range entries[:min(len(entries), maxRows)] {
		if text, ok := textOf(entry); ok {
			a.Lists[name] = append(a.Lists[name], text)
		} else if row := rowOf(entry); len(row) > 0 {
			a.Rows[name] = append(a.Rows[name], row)
		}
	}
}

// objectOf returns the members of an object, or nil for other values.
func objectOf(raw json.RawMessage) (members map[string]json.RawMessage) {
	if json.Unmarshal(raw, &members) != nil {
		return nil
	}
	return members
}

func rowOf(raw json.RawMessage) map[string]string {
	members := custom.Flatten(objectOf(raw), objectOf)
	if len(members) > maxMembers {
		return nil
	}
	row := map[string]string{}
	for name, member := range members {
		if text, ok := textOf(member); ok {
			row[name] = text
		}
	}
	return row
}

func textOf(raw json.RawMessage) (string, bool) {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		var number json.Number
		if json.Unmarshal(raw, &number) != nil {
			return "", false
		}
		text = number.String()
	} else if string(raw) == "null" {
		return "", false
	}
	text = strings.TrimSpace(text)
	return text, text != "" && len(text) <= maxAnswer
}
