package workload

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/tests/chaos/checker"
	"github.com/docmill/docmill/tests/chaos/history"
	"github.com/docmill/docmill/tests/instance"
)

// Clients carry out a plan against the API.
type Clients struct {
	Recorder *history.Recorder
	Accounts []instance.Account
	Gateways []string // base URLs

	mu       sync.Mutex
	accepted map[Upload]string // document ids
	ids      [][]string        // of each account, as they were accepted
}

// callTimeout is longer than any timeout of docmill, so that only hanging or disconnected calls reach it.
const callTimeout = 10 * time.Second

// attempts bounds the calls with one key, after no response or a Retry-After.
const attempts = 3

// Run executes the plan; it returns when all workers have finished, or after the current calls when ctx
// ends.
func (c *Clients) Run(ctx context.Context, plan [][]Step) {
	c.accepted, c.ids = map[Upload]string{}, make([][]string, len(c.Accounts))
	var wg sync.WaitGroup
	for n, steps := range plan {
		wg.Go(func() {
			w := worker{Clients: c, number: n, account: n / workersPerAccount}
			w.http = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1}, Timeout: callTimeout}
			defer w.http.CloseIdleConnections()
			for k, step := range steps {
				if pause(ctx, step.Pause) != nil {
					return
				}
				w.take(ctx, k, step)
			}
		})
	}
	wg.Wait()
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

type worker struct {
	*Clients
	number, account int
	http            *http.Client
}

// take makes the call of step k, and repeats it with its key without a response, like a client.
func (w *worker) take(ctx context.Context, k int, step Step) {
	e := history.Event{Worker: w.number, Account: w.account, Kind: step.Kind, Key: step.Key}
	for _, f := range step.Files {
		e.Files = append(e.Files, f.Name)
	}
	if len(step.Files) == 0 {
		if e.Document = w.documentOf(step.Of); e.Document == "" {
			return // nothing was accepted yet
		}
		e.Value = step.Value
	}
	for attempt := range attempts {
		end := w.once(ctx, e, step, step.Gateway+attempt)
		for n, id := range end.Documents {
			w.note(Upload{w.number, k, n}, id)
		}
		again := step.Key != "" && (end.Type == history.Unknown || end.HTTP == 0 || end.HTTP == http.StatusConflict)
		if !again || pause(ctx, time.Second) != nil {
			return
		}
	}
}

// documentOf returns an upload's document, or else another one, so that faults leave enough to correct and erase.
func (c *Clients) documentOf(u Upload) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if id := c.accepted[u]; id != "" {
		return id
	}
	ids := c.ids[u.Worker/workersPerAccount]
	if len(ids) == 0 {
		return ""
	}
	return ids[(u.Step+u.File)%len(ids)]
}

func (c *Clients) note(u Upload, id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if id == "" || c.accepted[u] == id {
		return // refused, or answered again
	}
	c.accepted[u] = id
	account := u.Worker / workersPerAccount
	c.ids[account] = append(c.ids[account], id)
}

// once makes one call and records it.
func (w *worker) once(ctx context.Context, e history.Event, step Step, gateway int) history.Event {
	a := w.Accounts[w.account]
	a.URL, a.Client = w.Gateways[gateway%len(w.Gateways)], w.http
	method, path, body, header := request(step, e.Document)
	e = w.Recorder.Begin(e)
	answer, err := a.Do(context.WithoutCancel(ctx), method, path, body, header)
	e.HTTP = answer.Status
	switch {
	case errors.Is(err, syscall.ECONNREFUSED): // the request was not accepted
		e.Type, e.Note = history.Fail, "refused"
	case err != nil:
		e.Type, e.Note = history.Unknown, err.Error()
	case answer.Status >= http.StatusInternalServerError:
		e.Type, e.Note = history.Unknown, answer.Code()
	case answer.Status >= http.StatusBadRequest:
		e.Type, e.Note = history.Fail, answer.Code()
		if e.Kind == history.Read && answer.Status == http.StatusNotFound {
			e.Type, e.Status = history.OK, checker.StatusGone
		}
	default:
		e.Type = history.OK
		if err := understand(&e, answer); err != nil {
			e.Type, e.Note = history.Unknown, err.Error()
		}
	}
	w.Recorder.End(e)
	if answer.Status == http.StatusServiceUnavailable || answer.Status == http.StatusTooManyRequests {
		_ = pause(ctx, retryAfter(answer)) // a client waits before a retry
	}
	return e
}

// retryAfter is the value in the response, at most a few seconds.
func retryAfter(a instance.Answer) time.Duration {
	seconds, err := strconv.Atoi(a.Header.Get("Retry-After"))
	if err != nil {
		return 0
	}
	return min(time.Duration(seconds)*time.Second, 3*time.Second)
}

func request(step Step, document string) (method, path string, body io.Reader, header map[string]string) {
	path, header = "/api/v1/documents/"+document, map[string]string{}
	if step.Key != "" {
		header["Idempotency-Key"] = step.Key
	}
	switch step.Kind {
	case history.Upload:
		body, header["Content-Type"] = Multipart("file", step.Files)
		if header["Prefer"] = "respond-async"; step.Wait > 0 {
			header["Prefer"] = fmt.Sprintf("wait=%d", step.Wait)
		}
		return http.MethodPost, "/api/v1/extract", body, header
	case history.Batch:
		body, header["Content-Type"] = Multipart("files", step.Files)
		return http.MethodPost, "/api/v1/batch", body, header
	case history.Correct:
		header["Content-Type"] = "application/json"
		body = strings.NewReader(fmt.Sprintf(`{"data": {%q: %q}}`, field, step.Value))
		return http.MethodPatch, path, body, header
	case history.Erase:
		return http.MethodDelete, path, nil, nil
	}
	if step.Wait > 0 {
		path += fmt.Sprintf("?wait=%d", step.Wait)
	}
	return http.MethodGet, path, nil, nil
}

const field = "customerName"

// Multipart is the body that sends files, and its content type.
func Multipart(part string, files []File) (body *bytes.Buffer, contentType string) {
	all := make([]instance.File, len(files))
	for n, f := range files {
		all[n] = instance.File{Name: f.Name, Data: f.Bytes()}
	}
	return instance.Form(part, all...)
}

func understand(e *history.Event, answer instance.Answer) error {
	switch e.Kind {
	case history.Erase:
		return nil
	case history.Batch:
		var b contract.Batch
		if err := json.Unmarshal(answer.Body, &b); err != nil {
			return err
		}
		if len(b.Results) != len(e.Files) {
			return fmt.Errorf("%d entries of %d files", len(b.Results), len(e.Files))
		}
		e.Batch = b.ID
		for _, entry := range b.Results {
			e.Documents = append(e.Documents, entry.ID)
			if entry.Code == contract.CodeQuotaExceeded {
				e.Note = string(entry.Code) // the month ended in the middle
			}
		}
		return nil
	}
	var r contract.Record
	if err := json.Unmarshal(answer.Body, &r); err != nil {
		return err
	}
	if e.Status = string(r.Status); e.Kind == history.Upload {
		e.Documents = []string{r.ID}
		return nil
	}
	value := Corrected(r)
	if e.Kind == history.Correct && value != e.Value {
		return fmt.Errorf("corrected to %q, answered with %q", e.Value, value)
	}
	e.Value = value
	return nil
}

// Corrected returns the value that a client wrote into a record, or "".
func Corrected(r contract.Record) string {
	var data map[string]any
	if json.Unmarshal(r.Data, &data) != nil {
		return ""
	}
	value, _ := data[field].(string)
	if !strings.HasPrefix(value, corrected+" ") {
		return ""
	}
	return value
}
