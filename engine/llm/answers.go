package llm

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

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

// ParseAnswers decodes a JSON object of texts, lists of texts and lists of objects of texts. It drops other values,
// null, and what exceeds a limit. The error wraps ErrAnswers.
func ParseAnswers(data []byte) (Answers, error) {
	a := Answers{Texts: map[string]string{}, Lists: map[string][]string{}, Rows: map[string][]map[string]string{}}
	if len(data) > maxBytes {
		return a, fmt.Errorf("%d bytes, the maximum is %d: %w", len(data), maxBytes, ErrAnswers)
	}
	var top map[string]json.RawMessage
	if err := json.Unmarshal(data, &top); err != nil || top == nil {
		return a, errors.Join(ErrAnswers, err)
	}
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

func rowOf(raw json.RawMessage) map[string]string {
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil || len(members) > maxMembers {
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
