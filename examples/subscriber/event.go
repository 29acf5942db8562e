package main

import (
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// event is the body of a message. It declares only the used members; other and new ones are ignored.
type event struct {
	Event     string    `json:"event"`
	Timestamp time.Time `json:"timestamp"`
	Data      struct {
		// Of extraction.* and batch.*
		ID string `json:"id"`

		// Of extraction.*
		DocumentType string  `json:"documentType"`
		Confidence   float64 `json:"confidence"`
		Metadata     struct {
			FileName string `json:"fileName"`
		} `json:"metadata"`
		Failure *struct {
			Code    string `json:"code"`
			Message string `json:"message"`
		} `json:"failure"`

		// Of batch.*
		Total     int `json:"total"`
		Completed int `json:"completed"`
		Failed    int `json:"failed"`
		Rejected  int `json:"rejected"`
		Deleted   int `json:"deleted"`

		// Of quota.*
		AccountID string `json:"accountId"`
		Plan      string `json:"plan"`
		Used      int    `json:"used"`
		Limit     int    `json:"limit"`
	} `json:"data"`
}

// handle processes one event: here, it prints a line.
func handle(out io.Writer, body []byte) error {
	var e event
	if err := json.Unmarshal(body, &e); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "%s %s %s\n", e.Timestamp.Format(time.RFC3339), e.Event, e.summary())
	return err
}

func (e event) summary() string {
	d := e.Data
	switch e.Event {
	case "extraction.completed":
		return fmt.Sprintf("%s %s %.2f %q", d.ID, d.DocumentType, d.Confidence, d.Metadata.FileName)
	case "extraction.failed":
		return fmt.Sprintf("%s %s %q", d.ID, d.Failure.Code, d.Metadata.FileName)
	case "batch.completed", "batch.failed":
		return fmt.Sprintf("%s %d files: %d completed, %d failed, %d rejected, %d deleted", d.ID, d.Total, d.Completed,
			d.Failed, d.Rejected, d.Deleted)
	case "quota.warning", "quota.exceeded":
		return fmt.Sprintf("%s %d of %d (%s)", d.AccountID, d.Used, d.Limit, d.Plan)
	}
	return d.ID // of a type that is younger than this program
}
